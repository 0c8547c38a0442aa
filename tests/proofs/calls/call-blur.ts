import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import fastify from 'fastify'
import { servePages } from '@parley/api/platform/http/pages.ts'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { browserLaunch } from '../../support/browsers/browser-launch.ts'
import { sampleCamera } from '../../support/browsers/sample-camera.ts'
import { openFigures, type ProofOptions } from '../proof.ts'
import { heldByPages, neededBy, watchMemory } from '../load/soak-memory.ts'

export const about =
  'The blurred background runs for ten minutes in the built web under its content security policy, without the rule that turns it off on slow machines: pictures keep coming, and memory does not grow.'

export const promises = ['M4']

const sizes = {
  full: { forMs: 600_000, settleMs: 60_000, stretchMs: 60_000, lookMs: 10_000 },
  short: { forMs: 6000, settleMs: 1000, stretchMs: 1000, lookMs: 500 },
}
const grownMax = 1.1
/** The blur may be slow, but it must not freeze. */
const gapMaxMs = 2000
const dist = join(import.meta.dirname, '../../../apps/web/dist')

/** The number of pictures and the longest gap between them. Three numbers, so that counting itself uses no more memory. */
interface Flow {
  count: number
  last: number
  longestMs: number
}

/** The part of apps/web/src/features/calls/blur/blur-processor.ts used here, which cannot be imported without Vite. */
interface BlurPart {
  makeBlurProcessor: (onFailed: () => void) => {
    picture: MediaStreamTrack
    init: (given: { kind: 'video'; track: MediaStreamTrack }) => Promise<void>
  }
}

declare global {
  interface Window {
    /** Pictures from the camera, and pictures out of the blur. */
    flows: { camera: Flow; blur: Flow }
    shownBlur: HTMLVideoElement
    blurPart: BlurPart
  }
}

export async function prove({ size, say }: ProofOptions) {
  const { forMs, settleMs, stretchMs, lookMs } = sizes[size]
  const figures = openFigures(say)
  buildWebIfStale()
  await using stack = new AsyncDisposableStack()
  const app = fastify()
  stack.defer(() => app.close())
  await servePages(app, { webDir: dist, origin: 'http://127.0.0.1', videoHosts: [] })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch(browserLaunch)
  stack.defer(() => browser.close())
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (said) => {
    if (said.type() === 'error') errors.push(said.text())
  })
  await page.addInitScript(sampleCamera)
  await page.goto(`${origin}/join.html`)
  await begin(page)
  say(`  begun; ${forMs / 1000} s of it:`)

  const begun = Date.now()
  const memory = stack.use(
    watchMemory([await neededBy('page', page), await heldByPages('its process', page)], lookMs),
  )
  const timer = setInterval(() => {
    const parts = memory.latest().map(({ name, bytes }) => `${name} ${(bytes / 2 ** 20).toFixed(1)}`)
    say(`  after ${Math.round((Date.now() - begun) / 1000)} s, MB: ${parts.join(', ')}`)
  }, 60_000)
  stack.defer(() => clearInterval(timer))
  await pause(forMs)

  const grown = await memory.grown(begun + settleMs, stretchMs)
  const { camera, blur, look } = await page.evaluate(() => {
    const sinceLast = ({ count, last, longestMs }: Flow) => ({
      count,
      longestMs: Math.max(longestMs, performance.now() - last),
    })
    const { flows, shownBlur } = window
    return { camera: sinceLast(flows.camera), blur: sinceLast(flows.blur), look: window.lookAt(shownBlur) }
  })
  const perSecond = ({ count }: { count: number }) => ((1000 * count) / (Date.now() - begun)).toFixed(1)
  say(`  ${perSecond(camera)} pictures in a second of the camera, ${perSecond(blur)} out of the blur`)
  figures.exactly('the last picture', look ?? 'none', 'blurred')
  // On a busy machine the camera freezes at times, and the blur with it, so only the difference counts.
  figures.atMost(
    `the longest without a picture, beside ${Math.round(camera.longestMs)} ms of the camera`,
    Math.round(blur.longestMs - camera.longestMs),
    gapMaxMs,
    ' ms more',
  )
  // A process's memory settles only after a minute, so the short run checks the first series alone.
  for (const { name, before, after } of size === 'full' ? grown : grown.slice(0, 1))
    figures.atMost(
      `${name}, from ${(before / 2 ** 20).toFixed(1)} to ${(after / 2 ** 20).toFixed(1)} MB, times`,
      Number((after / before).toFixed(2)),
      grownMax,
    )
  figures.exactly('errors', errors.join('; ') || 'none', 'none')
  return figures.all
}

/** Drives the blur processor as the call does, but without the call's rule that switches it off where it is slow. */
async function begin(page: Page): Promise<void> {
  const file = readdirSync(join(dist, 'assets')).find((name) => /^blur-processor-.*\.js$/.test(name))
  if (file === undefined) throw new Error('The build has no part of its own for the blur.')
  // A string, because the test runner would transform an import inside a function.
  await page.evaluate(`import('/assets/${file}').then((part) => { window.blurPart = part })`)
  await page.evaluate(async () => {
    const processor = window.blurPart.makeBlurProcessor(() => {
      throw new Error('the blur stopped working')
    })
    const show = (track: MediaStreamTrack): HTMLVideoElement => {
      const video = document.createElement('video')
      Object.assign(video, { muted: true, srcObject: new MediaStream([track]) })
      void video.play()
      return video
    }
    const count = (video: HTMLVideoElement): Flow => {
      const flow: Flow = { count: 0, last: performance.now(), longestMs: 0 }
      const onPicture = () => {
        const now = performance.now()
        flow.longestMs = Math.max(flow.longestMs, now - flow.last)
        flow.last = now
        flow.count += 1
        video.requestVideoFrameCallback(onPicture)
      }
      video.requestVideoFrameCallback(onPicture)
      return flow
    }
    const track = window.samplePerson(1280, 720, 20)
    await processor.init({ kind: 'video', track })
    window.shownBlur = show(processor.picture)
    window.flows = { camera: count(show(track)), blur: count(window.shownBlur) }
  })
}
