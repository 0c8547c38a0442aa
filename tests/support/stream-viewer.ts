import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { browserLaunch } from './browser-launch.ts'
import type { openStreamClient } from '../../apps/web/src/features/stream/stream-client.ts'
import type { StreamHost } from './stream-host.ts'

const client = join(import.meta.dirname, '../../apps/web/src/features/stream/stream-client.ts')

let script: Promise<string> | undefined
/** The web's own client, for a page of nothing else. */
function clientScript(): Promise<string> {
  script ??= build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: client, formats: ['iife'], name: 'streamClient' } },
  }).then((made) => {
    const [output] = [made].flat()
    const [chunk] = output && 'output' in output ? output.output : []
    if (chunk?.type !== 'chunk') throw new Error('the client was not built')
    return chunk.code
  })
  return script
}

/** How a patch of the application is seen: by the name of its colour. */
export type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'other'

/** Somebody's page that looks at an instance, in a browser. */
export interface StreamViewer {
  page: Page
  /** What its browser offers. */
  offer: () => Promise<string>
  /** Comes to the instance, for the first time or again. Answers how long the first picture took, in ms. */
  come: (instance: string, person: string) => Promise<number>
  /** Pictures a second and the longest pause between two, in ms, over a time. */
  watch: (forMs: number) => Promise<{ fps: number; pauseMs: number }>
  /** Pictures a second as they are decoded, whether or not anybody draws them. */
  decoded: (forMs: number) => Promise<number>
  /** The colours of the patch: that of presses and that of keys. */
  colours: () => Promise<[Colour, Colour]>
  /** Presses on the patch. Answers when the change was seen, in ms. */
  press: () => Promise<number>
  key: () => Promise<void>
  /** What the host has told last. */
  told: () => Promise<{ holder: string | null; you: boolean; title: string } | undefined>
  states: () => Promise<string[]>
  close: () => Promise<void>
}

export const launchViewer = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    ...browserLaunch,
    args: [...browserLaunch.args, '--autoplay-policy=no-user-gesture-required', ...args],
  })

export async function openStreamViewer(
  browser: Browser,
  host: Pick<StreamHost, 'ask'>,
): Promise<StreamViewer> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } })
  const page = await context.newPage()
  await page.goto('about:blank')
  await page.addScriptTag({ content: `${await clientScript()}\n${inPage}` })

  /** As the client wrote it. */
  const offerOf = async () => (JSON.parse(await page.evaluate(() => viewer.open())) as { sdp: string }).sdp

  async function come(instance: string, person: string): Promise<number> {
    const offer = await offerOf()
    const { status, body } = await host.ask('POST', `/instances/${instance}/signal`, {
      viewer: person,
      person,
      offer,
    })
    if (status !== 200 || !body.answer) throw new Error(`the host answers ${status} ${JSON.stringify(body)}`)
    return page.evaluate((answer) => viewer.go(answer), JSON.stringify({ v: 1, sdp: body.answer }))
  }
  return {
    page,
    offer: offerOf,
    come,
    watch: (forMs) => page.evaluate((ms) => viewer.watch(ms), forMs),
    decoded: (forMs) => page.evaluate((ms) => viewer.decoded(ms), forMs),
    colours: () => page.evaluate(() => viewer.colours()),
    press: () => page.evaluate(() => viewer.press()),
    key: () => page.evaluate(() => viewer.key()),
    told: () => page.evaluate(() => viewer.told),
    states: () => page.evaluate(() => viewer.states),
    close: () => context.close(),
  }
}

interface InPage {
  client?: ReturnType<typeof openStreamClient>
  told: { holder: string | null; you: boolean; title: string } | undefined
  states: string[]
  open: () => Promise<string>
  go: (response: string) => Promise<number>
  watch: (forMs: number) => Promise<{ fps: number; pauseMs: number }>
  decoded: (forMs: number) => Promise<number>
  colours: () => [Colour, Colour]
  press: () => Promise<number>
  key: () => void
}

declare const viewer: InPage

/** What runs in the page: it looks at single points of the picture as they are shown. */
const inPage = `
const video = document.body.appendChild(document.createElement('video'))
video.muted = video.autoplay = true
const canvas = new OffscreenCanvas(1, 1)
const pen = canvas.getContext('2d', { willReadFrequently: true })
const names = { red: [208, 32, 32], green: [32, 160, 64], blue: [32, 64, 208], yellow: [224, 192, 32] }
const colourAt = (x, y) => {
  pen.drawImage(video, x, y, 1, 1, 0, 0, 1, 1)
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data
  const near = Object.entries(names).find(([, [R, G, B]]) => Math.abs(r - R) + Math.abs(g - G) + Math.abs(b - B) < 70)
  return near ? near[0] : 'other'
}
const nextPicture = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve))
const send = (input) => viewer.client.send(input)
const onPatch = { x: Math.round((140 / 1280) * 65535), y: Math.round((140 / 720) * 65535) }
globalThis.viewer = {
  states: [], told: undefined,
  open() {
    viewer.client?.close()
    viewer.states = []
    viewer.client = streamClient.openStreamClient({
      instance: 1,
      onState: (state) => viewer.states.push(state),
      onTold: (told) => { if (told.t === 'control') viewer.told = told; if (told.t === 'bye') viewer.states.push('bye ' + told.reason) },
    })
    return viewer.client.generateSignalRequest()
  },
  async go(response) {
    const since = performance.now()
    video.srcObject = viewer.client.stream
    const first = nextPicture()
    await viewer.client.processSignalResponse(response)
    await first
    return performance.now() - since
  },
  async watch(forMs) {
    const times = []
    const until = performance.now() + forMs
    while (performance.now() < until) times.push(await nextPicture())
    const pauses = times.slice(1).map((time, i) => time - times[i])
    return { fps: (times.length - 1) / ((times.at(-1) - times[0]) / 1000), pauseMs: Math.max(...pauses) }
  },
  async decoded(forMs) {
    const count = () => video.getVideoPlaybackQuality().totalVideoFrames
    const [before, since] = [count(), performance.now()]
    await new Promise((resolve) => setTimeout(resolve, forMs))
    return (count() - before) / ((performance.now() - since) / 1000)
  },
  colours: () => [colourAt(60, 60), colourAt(200, 60)],
  async press() {
    const [before] = viewer.colours()
    const since = performance.now()
    send({ kind: 'button', button: 1, isDown: true, ...onPatch })
    send({ kind: 'button', button: 1, isDown: false, ...onPatch })
    for (;;) {
      await nextPicture()
      const [now] = viewer.colours()
      if (now !== before && now !== 'other') return performance.now() - since
      if (performance.now() - since > 5000) throw new Error('a press was not seen')
    }
  },
  key() {
    send({ kind: 'key', keycode: 10, isDown: true })
    send({ kind: 'key', keycode: 10, isDown: false })
  },
}`
