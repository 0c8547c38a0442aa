import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beginOf, type Shot } from './recording.ts'

const framesPerSecond = 25

/** Fails before any work is done. Only the films need ffmpeg, so no set-up script installs it. */
export function requireFfmpeg(): void {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
  } catch {
    throw new Error('ffmpeg is missing: apt-get install -y --no-install-recommends ffmpeg')
  }
}

const ffmpeg = (...args: string[]) =>
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: 'inherit' })

/** Encodes the shots in order as VP9 in WebM, without sound. */
export function encodeFilm(shots: readonly Shot[], dir: string, to: string): void {
  const list = join(dir, 'frames.txt')
  writeFileSync(list, `ffconcat version 1.0\n${shots.flatMap(linesOf).join('\n')}\n`)
  const filters = [
    `fps=${framesPerSecond}`,
    'scale=in_range=full:in_color_matrix=bt601:out_range=tv:out_color_matrix=bt709',
    'format=yuv420p',
  ]
  ffmpeg(
    ...['-f', 'concat', '-safe', '0', '-i', list, '-vf', filters.join(','), '-an'],
    ...['-c:v', 'libvpx-vp9', '-crf', '33', '-b:v', '0', '-g', '125'],
    ...['-deadline', 'good', '-cpu-used', '4', '-row-mt', '1'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    to,
  )
}

/** Each frame lasts as long as it was on screen. */
const linesOf = ({ frames, until }: Shot): string[] =>
  frames.flatMap(({ file, at }, i) => {
    const lasts = ((frames[i + 1]?.at ?? until) - at) / 1000
    return [`file '${file}'`, `duration ${Math.max(0, lasts).toFixed(4)}`]
  })

export const lengthOf = (shots: readonly Shot[]): number =>
  shots.reduce((sum, shot) => sum + shot.until - beginOf(shot), 0)

/** Crops to the aspect ratio of the films on the page, 9 by 5. */
export const encodePoster = (picture: string, to: string) =>
  ffmpeg(
    ...['-i', picture, '-vf', 'crop=1280:711:0:0,scale=900:500:flags=lanczos', '-frames:v', '1'],
    ...['-c:v', 'libwebp', '-quality', '84', to],
  )
