import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { browserLaunch } from '../browsers/browser-launch.ts'
import { patchColours, patchPoint, type Colour } from './patch-colours.ts'
import type { openStreamClient } from '../../../apps/web/src/features/stream/stream-client.ts'
import type { StreamHost } from './stream-host.ts'

const client = join(import.meta.dirname, '../../../apps/web/src/features/stream/stream-client.ts')

let script: Promise<string> | undefined
/** Builds the web's stream client as a script for an otherwise empty page. */
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

/** A browser page that shows an instance. */
export interface StreamViewer {
  page: Page
  /** The SDP offer of its browser. */
  offer: () => Promise<string>
  /** Connects to the instance, for the first time or again. Returns how long the first frame took, in ms. */
  come: (instance: string, person: string) => Promise<number>
  /** Frames per second and the longest pause between two frames, in ms, over `forMs`. */
  watch: (forMs: number) => Promise<{ fps: number; pauseMs: number }>
  /** Decoded frames per second, whether or not they are drawn. */
  decoded: (forMs: number) => Promise<number>
  /** The video bytes received so far, and the time of that count, in ms. */
  received: () => Promise<{ bytes: number; at: number }>
  /** The colours of the patch: that of presses and that of keys. */
  colours: () => Promise<[Colour, Colour]>
  /** Presses on the patch. Returns how long it took until the change was seen, in ms. */
  press: () => Promise<number>
  key: () => Promise<void>
  /** The host's last message about control. */
  told: () => Promise<{ holder: string | null; you: boolean; title: string } | undefined>
  states: () => Promise<string[]>
  close: () => Promise<void>
}

export const launchViewer = (
  args: readonly string[] = [],
  executablePath: string = browserLaunch.executablePath,
): Promise<Browser> =>
  chromium.launch({
    ...browserLaunch,
    executablePath,
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

  /** The SDP as the stream client wrote it. */
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
    received: () => page.evaluate(() => viewer.received()),
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
  received: () => Promise<{ bytes: number; at: number }>
  colours: () => [Colour, Colour]
  press: () => Promise<number>
  key: () => void
}

declare const viewer: InPage

/** The script of the page. It reads single pixels of the shown picture. */
const inPage = `
const connections = []
globalThis.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(...given) { super(...given); connections.push(this) }
}
const video = document.body.appendChild(document.createElement('video'))
video.muted = video.autoplay = true
${patchColours.toString()}
const nextPicture = () => new Promise((resolve) => video.requestVideoFrameCallback(resolve))
const send = (input) => viewer.client.send(input)
const onPatch = { x: Math.round((${patchPoint.x} / 1280) * 65535), y: Math.round((${patchPoint.y} / 720) * 65535) }
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
  async received() {
    const reports = [...(await connections.at(-1).getStats()).values()]
    const { bytesReceived, timestamp } = reports.find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video')
    return { bytes: bytesReceived, at: timestamp }
  },
  colours: () => patchColours(video),
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
