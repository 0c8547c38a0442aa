import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../node_modules/.cache/parley')
const [width, height, fps, pictures] = [480, 270, 10, 10]

/** The path of a film that a browser loops as its camera, made once. The camera's name is then this path. */
export function smallCamera(): string {
  const path = join(folder, `camera-${width}x${height}.y4m`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${fps}:1 Ip C420jpeg\n`)
  const film = Buffer.concat([head, ...Array.from({ length: pictures }, (_, index) => picture(index))])
  const written = `${path}.${process.pid}`
  writeFileSync(written, film)
  renameSync(written, path)
  return path
}

/** A frame of a bright bar that moves over grey, so that motion can be seen. */
function picture(index: number): Buffer {
  const light = Buffer.alloc(width * height, 110)
  const bar = width / pictures
  for (let row = 0; row < height; row += 1)
    light.fill(220, row * width + index * bar, row * width + (index + 1) * bar)
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)])
}
