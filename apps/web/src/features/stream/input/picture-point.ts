import type { Point } from '@parley/contract/rules/calls/stream-input.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

type Size = Pick<Box, 'width' | 'height'>

const most = 65_535

/** The picture's place in its box: it is shown whole, with room left over on two sides. */
function shownIn(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

/** Converts a point in the window into a point of the picture. */
export function picturePoint(box: Box, picture: Size, client: Point): Point {
  const { left, top, width, height } = shownIn(box, picture)
  const part = (at: number, from: number, size: number) =>
    Math.round(Math.min(1, Math.max(0, (at - from) / size)) * most)
  return { x: part(client.x, left, width), y: part(client.y, top, height) }
}

/** Converts a point of the picture into a point in the window. */
export function windowPoint(box: Box, picture: Size, point: Point): Point {
  const { left, top, width, height } = shownIn(box, picture)
  return { x: left + (point.x / most) * width, y: top + (point.y / most) * height }
}
