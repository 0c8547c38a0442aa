import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Look } from './looks.ts'
import { drawPortrait, portraitSize } from './portrait.ts'
import type { Talk } from './speech.ts'

/** Two browsers in a call share a small machine with the recording. More frames per second would slow it down. */
const picturesPerSecond = 12

const cache = join(import.meta.dirname, '../../../node_modules/.cache/films')

/**
 * A video file for a fake camera, as Y4M, which states its own frame rate. Recording frame by frame is slower than real
 * time, so for such films people move more slowly here than in the film.
 */
export async function cameraClip(
  browser: Browser,
  look: Look,
  talk: Talk,
  seconds: number,
  slowness: number,
): Promise<string> {
  const drawings = Array.from({ length: seconds * picturesPerSecond }, (_, i) =>
    drawPortrait(look, talk, i / picturesPerSecond, seconds),
  )
  const name = createHash('sha256').update(drawings.join('')).digest('hex').slice(0, 16)
  const file = join(cache, `${name}-${slowness}.y4m`)
  // Drawing takes a minute, so a file with the same drawings is reused.
  if (existsSync(file)) return file
  await mkdir(cache, { recursive: true })
  const unfinished = `${file}.part`
  // The product takes a camera with a low frame rate for a weak connection.
  const filters = `fps=${picturesPerSecond},scale=out_range=tv`
  const ffmpeg = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', `${picturesPerSecond / slowness}`],
      ...['-c:v', 'mjpeg', '-i', '-', '-vf', filters, '-pix_fmt', 'yuv420p'],
      ...['-f', 'yuv4mpegpipe', unfinished],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(ffmpeg, 'exit')
  const page = await browser.newPage({ viewport: portraitSize })
  await page.setContent('<style>body { margin: 0 } svg { display: block }</style><div></div>')
  for (const drawing of drawings) {
    await page.locator('div').evaluate((place, svg) => {
      place.innerHTML = svg
    }, drawing)
    const picture = await page.screenshot({ type: 'jpeg', quality: 95 })
    if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  await page.close()
  const [code] = (await ended) as [number | null] // The arguments of 'exit'.
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: the camera's pictures were not written.`)
  await rename(unfinished, file)
  return file
}
