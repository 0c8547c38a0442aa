import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { chromium, type Page } from '@playwright/test'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { browserLaunch } from '../../support/browsers/browser-launch.ts'
import { matchWholeTexts } from '../../support/journeys/exact-text.ts'
import { enterSeen } from '../../support/calls/seen-person.ts'
import type { CallWorld } from './call-world.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import type { Figures, ProofOptions } from '../proof.ts'

const timesMax = 1.15
const patienceMs = 60_000

declare global {
  interface Window {
    /** Resolves with the time of the first decoded picture of another person. */
    firstPicture: Promise<number>
    connectionsMade: RTCPeerConnection[]
    /** The steps up to that picture and their times. */
    steps: { name: string; at: number }[]
  }
}

/** Runs in the browser before the page. */
function watchFirstPicture(): void {
  const connections: RTCPeerConnection[] = []
  window.connectionsMade = connections
  window.steps = []
  const step = (name: string) => void window.steps.push({ name, at: performance.now() })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      connections.push(this)
      this.addEventListener('connectionstatechange', () => {
        if (this.connectionState === 'connected') step('media connected')
      })
      this.addEventListener('track', () => step('somebody is there'))
    }
  }
  window.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      step('signalling begun')
      this.addEventListener('open', () => step('signalling open'), { once: true })
      this.addEventListener('message', () => step('let into the room'), { once: true })
    }
  }
  const isSeen = async () => {
    for (const each of connections.filter(({ connectionState }) => connectionState !== 'closed'))
      for (const stat of (await each.getStats()).values() as Iterable<RTCInboundRtpStreamStats>)
        if (stat.type === 'inbound-rtp' && stat.kind === 'video' && (stat.framesDecoded ?? 0) > 0) return true
    return false
  }
  window.firstPicture = (async () => {
    while (!(await isSeen())) await new Promise((resolve) => setTimeout(resolve, 10))
    return performance.now()
  })()
}

/** Clicks 'Join Session' and returns the time from the click to each step, the last of which is the first picture. */
const press = (page: Page): Promise<Map<string, number>> =>
  page
    .getByRole('button', { name: 'Join Session' })
    .evaluate(async (button: HTMLElement) => {
      const pressed = performance.now()
      button.click()
      const seen = await window.firstPicture
      // The device check made steps before the click, too. The map keeps a name's last entry, so reverse to keep the first.
      const steps = window.steps.filter(({ at }) => at > pressed).toReversed()
      return [...steps, { name: 'first picture', at: seen }].map(
        ({ name, at }) => [name, at - pressed] as const,
      )
    })
    .then((steps) => new Map(steps))

/** Measures the time from the click to the first picture, in turn on our page and on one with only the LiveKit client. */
export async function proveFirstPicture(
  world: CallWorld,
  figures: Figures,
  { rounds, say }: { rounds: number; say: ProofOptions['say'] },
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const [node] = world.nodes
  if (!node) throw new Error('there is no media node')
  const { key, secret } = addresses(herePlaces()).media
  const signalling = node.url.replace('http', 'ws')
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  const sessionId = await world.session(coach, other)
  await world.placeCall(sessionId, node.name)
  const room = `room-of-${sessionId}`
  const rooms = new RoomServiceClient(node.url, key, secret)
  const tokenFor = (identity: string, name: string) => {
    const token = new AccessToken(key, secret, { identity, name })
    token.addGrant({ roomJoin: true, room: name, canPublish: true, canSubscribe: true })
    return token.toJwt()
  }
  await rooms.createRoom({ name: room })
  await rooms.createRoom({ name: 'bare' })
  for (const [name, identity] of [
    [room, coach.id],
    ['bare', 'somebody'],
  ] as const)
    stack.use(await enterSeen(signalling, await tokenFor(identity, name)))

  const browser = await chromium.launch(browserLaunch)
  stack.defer(() => browser.close())
  const pageAt = async (origin: string) => {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } })
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    matchWholeTexts(page)
    await page.addInitScript(watchFirstPicture)
    return page
  }
  const site = await bareSite()
  stack.defer(site.close)
  const ours = await pageAt(world.origin)
  await ours.addInitScript((token) => localStorage.setItem('parley.token', token), other.token)
  const bare = await pageAt(site.origin)

  const times = { ours: [] as Map<string, number>[], bare: [] as Map<string, number>[] }
  // The first round warms both up.
  for (let i = 0; i <= rounds; i += 1) {
    await ours.goto(`/session/${sessionId}/join`)
    await ours.getByText('We hear you').waitFor()
    // Wait until the device check has finished and closed its connections.
    await ours.getByText(/^Connection is /).waitFor()
    await ours.waitForFunction(
      () =>
        window.connectionsMade.length > 2 &&
        window.connectionsMade.every((each) => each.connectionState === 'closed'),
    )
    const our = await press(ours)
    await ours.goto('about:blank')
    await bare.goto(`/?url=${signalling}&token=${await tokenFor('another', 'bare')}`)
    await bare.getByText('Ready').waitFor()
    const their = await press(bare)
    await bare.goto('about:blank')
    if (i === 0) continue
    times.ours.push(our)
    times.bare.push(their)
  }
  const medianTo = (step: string, all: readonly Map<string, number>[]) =>
    medianOf(all.map((each) => each.get(step) ?? 0))
  for (const step of times.ours[0]?.keys() ?? [])
    say(
      `  to '${step}': ${medianTo(step, times.ours).toFixed(0)} ms, bare ${medianTo(step, times.bare).toFixed(0)} ms`,
    )
  const [our, their] = [medianTo('first picture', times.ours), medianTo('first picture', times.bare)]
  figures.atMost(
    `from 'Join Session' to the first picture, ${our.toFixed(0)} ms beside ${their.toFixed(0)} ms of the bare client, median of ${rounds}, times`,
    Number((our / their).toFixed(2)),
    timesMax,
  )
}

/** A page with only the LiveKit client. Like ours, it captures devices first and joins on a click. */
async function bareSite(): Promise<{ origin: string; close: () => void }> {
  const client = createRequire(new URL('../../../apps/web/package.json', import.meta.url)).resolve(
    'livekit-client',
  )
  const script = await readFile(client.replace(/livekit-client[^/]*$/, 'livekit-client.umd.js'))
  const page = `<!doctype html><title>bare</title><script src="/client.js"></script><button disabled>Join Session</button>
<p></p><script type="module">
const { Room, createLocalTracks } = LivekitClient
const asked = new URLSearchParams(location.search)
const tracks = await createLocalTracks({ audio: true, video: { resolution: { width: 1280, height: 720, frameRate: 24 } } })
const button = document.querySelector('button')
button.disabled = false
document.querySelector('p').textContent = 'Ready'
button.addEventListener('click', async () => {
  const room = new Room({ adaptiveStream: true, dynacast: true, publishDefaults: { videoCodec: 'vp8' } })
  room.on('trackSubscribed', (track) => document.body.append(track.attach()))
  await room.connect(asked.get('url'), asked.get('token'))
  for (const track of tracks) await room.localParticipant.publishTrack(track)
})
</script>`
  const server = createServer((asked, answer) => {
    const isScript = asked.url?.startsWith('/client.js')
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the bare page is nowhere')
  return { origin: `http://127.0.0.1:${address.port}`, close: () => void server.close() }
}
