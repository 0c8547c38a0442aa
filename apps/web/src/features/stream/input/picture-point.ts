interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where on the picture somebody points: the picture is shown whole within its box, with room left over on two sides. */
export function picturePoint(
  box: Box,
  picture: { width: number; height: number },
  client: { x: number; y: number },
): { x: number; y: number } {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  const part = (at: number, from: number, size: number) =>
    Math.round(Math.min(1, Math.max(0, (at - from) / size)) * 65_535)
  return {
    x: part(client.x, box.left + (box.width - width) / 2, width),
    y: part(client.y, box.top + (box.height - height) / 2, height),
  }
}
