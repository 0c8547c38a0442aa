import type { Point } from '@parley/contract/rules/stream-input.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}

type Size = Pick<Box, 'width' | 'height'>

const most = 65_535

/** The picture is shown whole within its box, with room left over on two sides. */
function shownIn(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

/** Where on the picture somebody points. */
export function picturePoint(box: Box, picture: Size, client: Point): Point {
  const { left, top, width, height } = shownIn(box, picture)
  const part = (at: number, from: number, size: number) =>
    Math.round(Math.min(1, Math.max(0, (at - from) / size)) * most)
  return { x: part(client.x, left, width), y: part(client.y, top, height) }
}

/** The other way: where in the window a point of the picture lies. */
export function windowPoint(box: Box, picture: Size, point: Point): Point {
  const { left, top, width, height } = shownIn(box, picture)
  return { x: left + (point.x / most) * width, y: top + (point.y / most) * height }
}
