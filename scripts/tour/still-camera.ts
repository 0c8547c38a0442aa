import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Look } from '../films/camera/looks.ts'
import { drawPortrait, portraitSize } from '../films/camera/portrait.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache/tour')
/** Few, because two browsers code them on a small machine. */
const framesPerSecond = 5
const loopSeconds = 12
/** A moment of the portrait's loop with open eyes and a closed mouth. */
const stillAt = 1

/** The same person as an SVG. */
export const stillPortrait = (look: Look): string => drawPortrait(look, [], stillAt, loopSeconds)

/** A fake camera's film of a drawn person who sits still, so that every run sees the same picture. Needs no ffmpeg. */
export async function stillCamera(browser: Browser, look: Look): Promise<string> {
  const drawing = stillPortrait(look)
  const file = join(
    cache,
    `${createHash('sha256').update(`${framesPerSecond} ${drawing}`).digest('hex').slice(0, 16)}.y4m`,
  )
  if (existsSync(file)) return file
  await mkdir(cache, { recursive: true })
  const page = await browser.newPage()
  const planes = await page.evaluate(paintPlanes, { drawing, ...portraitSize })
  await page.close()
  const { width, height } = portraitSize
  const head = `YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip C420jpeg\n`
  const frame = Buffer.concat([Buffer.from('FRAME\n'), Buffer.from(planes, 'base64')])
  const unfinished = `${file}.part`
  await writeFile(unfinished, Buffer.concat([Buffer.from(head), frame, frame]))
  await rename(unfinished, file)
  return file
}

/** Runs in the browser: draws the picture and returns it as planes of YUV 4:2:0 (BT.601, limited range), in base64. */
async function paintPlanes(given: { drawing: string; width: number; height: number }): Promise<string> {
  const { drawing, width, height } = given
  const image = new Image()
  image.src = `data:image/svg+xml;base64,${btoa(unescape(encodeURIComponent(drawing)))}`
  await image.decode()
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const planes = new Uint8Array((width * height * 3) / 2)
  const at = (x: number, y: number, channel: number) => data[(y * width + x) * 4 + channel] ?? 0
  const mean = (x: number, y: number, channel: number) =>
    (at(x, y, channel) + at(x + 1, y, channel) + at(x, y + 1, channel) + at(x + 1, y + 1, channel)) / 4
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      planes[y * width + x] = Math.round(16 + 0.257 * at(x, y, 0) + 0.504 * at(x, y, 1) + 0.098 * at(x, y, 2))
  const blueFrom = width * height
  const redFrom = blueFrom + blueFrom / 4
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const [red, green, blue] = [mean(x, y, 0), mean(x, y, 1), mean(x, y, 2)]
      const place = (y / 2) * (width / 2) + x / 2
      planes[blueFrom + place] = Math.round(128 - 0.148 * red - 0.291 * green + 0.439 * blue)
      planes[redFrom + place] = Math.round(128 + 0.439 * red - 0.368 * green - 0.071 * blue)
    }
  let text = ''
  for (let from = 0; from < planes.length; from += 32_768)
    text += String.fromCharCode(...planes.subarray(from, from + 32_768))
  return btoa(text)
}
