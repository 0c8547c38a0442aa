import type { StreamOfCall } from '@parley/contract/stream/stream.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createStore, useStore } from '#base/store.ts'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { sampleStream } from '#features/stream/model/sample-stream.ts'
import { openSampleHost } from '#features/stream/sample-host.ts'
import { givenWorld, problem, type Answers } from '../../../.storybook/world.ts'
import { CallStream } from './call-stream.tsx'
import { sampleRunningCall } from './sample-running-call.ts'
import { CallView } from './stage/call-view.tsx'
import { sampleActs } from './stage/sample-acts.ts'
import { samplePersonIn } from './stage/sample-call.ts'

const level = createStore(-30)
const tomas = samplePersonIn('Tomás Aguilar', { id: 'tomas' })
const dana = samplePersonIn('Dana Whitfield', { id: 'dana', isSelf: true })

interface ShowBody {
  instance: number | null
  again?: boolean
}

interface Server {
  stream: StreamOfCall
  answers: Answers
  asked: string[]
}

/** A server that passes each offer to a host in this page. */
const answersOf = (host: ReturnType<typeof openSampleHost>): Answers => ({
  'POST /stream/connect': (_: URL, { signalRequest }: { signalRequest: string }) => {
    host.take(signalRequest)
    return { state: 'starting' }
  },
  'POST /stream/signal': () => {
    const SignalResponse = host.answer()
    return SignalResponse === undefined ? { state: 'starting' } : { SignalResponse }
  },
})

/** A coach's call with a scripted server. The application never becomes ready on its own. */
async function show(first: Partial<StreamOfCall> = {}, answers: Answers = {}) {
  const server: Server = { stream: sampleStream(first), answers, asked: [] }
  const running = sampleRunningCall({ people: [tomas, dana] })
  const answer = (key: string, usual: (body: ShowBody) => unknown) => ({
    [key]: (url: URL, body: ShowBody) => {
      server.asked.push(key)
      const own = server.answers[key]
      return typeof own === 'function'
        ? (own as (url: URL, body: unknown) => unknown)(url, body)
        : usual(body)
    },
  })
  onTestFinished(
    givenWorld({
      answers: {
        ...answer('GET /stream/session', () => server.stream),
        ...answer('POST /stream/show', ({ instance, again }) => {
          const instances = server.stream.instances.map((one) =>
            again ? { ...one, status: 'starting' as const } : one,
          )
          server.stream = { ...server.stream, instances, shown: instance }
          return server.stream
        }),
        ...answer('POST /stream/connect', () => ({ state: 'starting' })),
        ...answer('POST /stream/signal', () => ({ state: 'starting' })),
        ...answer('PUT /calls/session/shown', () => ({})),
      },
    })(),
  )
  const Seen = () => {
    const state = useStore(running.call)
    return (
      <div className="fixed inset-0">
        <ToastRegion />
        <CallStream call={running.call} sessionId="session" coachId="dana" zone="UTC">
          {({ launch, application, control, checkOf, more }) => (
            <CallView
              {...{ state, level, launch, application, control, checkOf, more }}
              acts={sampleActs}
              left={null}
              waitingText="Waiting for Client"
              triesUntil="12:30 PM"
            />
          )}
        </CallStream>
      </div>
    )
  }
  await composeStory({ render: () => <Seen /> }, { title: 'Application of a call' }).run()
  return { server, running }
}

beforeEach(async () => {
  sessionStorage.removeItem('gameStarted')
  await page.viewport(1440, 900)
})
afterEach(async () => {
  vi.useRealTimers()
  toast.clear()
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const parley = () => page.getByRole('figure', { name: 'Parley', exact: true })
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const freeze = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

/** Advances the fake clock in steps, so that requests and renders in between get their turn. */
async function pass(ms: number, step = 500) {
  for (let gone = 0; gone < ms; gone += step) {
    await drawn()
    await vi.advanceTimersByTimeAsync(Math.min(step, ms - gone))
  }
  await drawn()
}
const says = (text: string) => page.getByText(text, { exact: true })

/** Clicks directly: the runner's own click polls, which would move the clock. */
async function press(name: string) {
  await expect.element(button(name), { timeout: 10_000 }).toBeVisible()
  const pressed = button(name).element() as HTMLElement
  return () => pressed.click()
}
/** Presses Launch and waits for the offer that a real connection then makes. */
async function launch(server: Server, isFrozen = false) {
  const act = await press('Launch Parley')
  if (isFrozen) freeze()
  act()
  while (!server.asked.includes('POST /stream/connect')) await drawn()
}

test('pressing Launch shows a toast for 20 s, marks the tab as launched, and opens the view after 3 s [STREAM-04 STREAM-05 STREAM-06]', async () => {
  const { server } = await show()
  await launch(server, true)
  await drawn()
  expect(says('Loading Parley').elements()).toHaveLength(1)
  expect(says('It opens for both of you in a moment.').elements()).toHaveLength(1)
  expect(sessionStorage.getItem('gameStarted')).toBe('session')
  expect(button('Parley is starting').elements()).toHaveLength(1)
  await pass(2900)
  expect(parley().elements()).toHaveLength(0)
  await pass(200)
  expect(parley().elements()).toHaveLength(1)
  expect(button('Show people').elements()).toHaveLength(1)
  await pass(16_700)
  expect(says('Loading Parley').elements()).toHaveLength(1)
  await pass(400)
  expect(says('Loading Parley').elements()).toHaveLength(0)
})

test("a connected application is shown and announced as 'Loaded' 3 s later, and a lost connection is reported and restored [STREAM-07 STREAM-18 STREAM-20 STREAM-22]", async () => {
  const host = openSampleHost()
  onTestFinished(host.close)
  const { server } = await show({}, answersOf(host))
  // Record the time with an observer: on a busy machine a poll looks seconds late, and the first picture may come late too.
  let loadedAt = 0
  const noteLoaded = new MutationObserver(() => {
    if (loadedAt === 0 && says('Loaded').elements().length > 0) loadedAt = performance.now()
  })
  noteLoaded.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => noteLoaded.disconnect())
  await launch(server)
  const picture = page.getByRole('application', { name: 'Picture of Parley' })
  await expect.poll(() => (picture.query() as HTMLVideoElement | null)?.videoWidth).toBeGreaterThan(0)
  await expect.element(says('Loaded')).toBeVisible()
  expect(loadedAt - (host.connectedAt() ?? Infinity)).toBeGreaterThan(2900)
  expect(says('Loading Parley').elements()).toHaveLength(0)

  // Keys of the person in control go to the host and nowhere else.
  await picture.click()
  await userEvent.keyboard('m')
  await expect.poll(() => host.received.length).toBeGreaterThan(3)
  expect(sampleActs.onMic).not.toHaveBeenCalled()

  host.die()
  await expect.element(says('Stream connection failed, please try again.')).toBeVisible()
  await expect.element(says('The stream was interrupted')).toBeVisible()
  expect(says('Retrying Parley').elements().length).toBeGreaterThan(0)
  await expect.element(says('Loaded')).toBeVisible()
  expect(says('The stream was interrupted').elements()).toHaveLength(0)
  expect(says('Stream connection failed, please try again.').elements()).toHaveLength(0)
  expect(server.asked.filter((each) => each === 'POST /stream/connect')).toHaveLength(2)
})

test('a connection that fails is reported and retried with the same instance [STREAM-18 STREAM-20 STREAM-21]', async () => {
  const host = openSampleHost()
  onTestFinished(host.close)
  const answers = answersOf(host)
  const asked: unknown[] = []
  let answered = 0
  const two = [1, 2].map((number) => ({ number, status: 'ready' as const, holder_id: 'dana' }))
  sessionStorage.setItem('gameStarted', 'session')
  await show(
    { shown: 2, instances: two },
    {
      ...answers,
      'POST /stream/connect': (url: URL, body: { instance: number }) => {
        asked.push(body.instance)
        return (answers['POST /stream/connect'] as (url: URL, body: unknown) => unknown)(url, body)
      },
      'POST /stream/signal': () => {
        const SignalResponse = host.answer()
        if (SignalResponse === undefined) return { state: 'starting' }
        answered += 1
        // The first answer has somebody else's fingerprint, so the handshake never succeeds.
        return {
          SignalResponse:
            answered === 1 ? SignalResponse.replace(/sha-256 ..:../, 'sha-256 00:11') : SignalResponse,
        }
      },
    },
  )
  await expect.element(says('Stream connection failed, please try again.'), { timeout: 40_000 }).toBeVisible()
  expect(says('Retrying Parley').elements().length).toBeGreaterThan(0)
  await expect.element(says('Loaded'), { timeout: 20_000 }).toBeVisible()
  expect(asked).toEqual([2, 2])
})

test('a launch times out after asking for an answer for 120 s [STREAM-14]', async () => {
  const { server } = await show()
  await launch(server, true)
  await pass(119_000, 1000)
  expect(says('Timed out').elements()).toHaveLength(0)
  await pass(2000, 1000)
  expect(says('Timed out').elements()).toHaveLength(1)
  expect(says('Connection timed out, please try again.').elements()).toHaveLength(1)
  expect(button('Try again').elements()).toHaveLength(1)
})

const often = () => new Response(JSON.stringify({ response: 'x', code: 'too_many' }), { status: 429 })

test.each([
  [
    'connect answers an error [STREAM-16]',
    { 'POST /stream/connect': problem('stream_failed') },
    ['Error', "Couldn't connect to stream, try again."],
  ],
  [
    'signal answers an error [STREAM-17]',
    { 'POST /stream/signal': problem('stream_failed') },
    ['Error', "Couldn't connect to stream, please try again."],
  ],
  [
    'connect is rate-limited [STREAM-19]',
    { 'POST /stream/connect': often },
    ['Slow Down', 'Please wait a moment before doing that.'],
  ],
  [
    'the launch is refused',
    { 'POST /stream/show': problem('stream_off') },
    ['Error', "Couldn't connect to stream, try again."],
  ],
  [
    'the launch is rate-limited [STREAM-19]',
    { 'POST /stream/show': often },
    ['Slow Down', 'Please wait a moment before doing that.'],
  ],
])('a toast gives the reason when %s', async (_, answers, [title = '', text = '']) => {
  await show({}, answers)
  await button('Launch Parley').click()
  await expect.element(says(title), { timeout: 10_000 }).toBeVisible()
  await expect.element(says(text)).toBeVisible()
  expect(says('Loading Parley').elements()).toHaveLength(0)
})

const issue = 'An issue occurred when establishing the stream connection, please try again.'

test('a browser without H.264 makes no offer, and the stream fails with its error message [STREAM-25]', async () => {
  const real = RTCRtpReceiver.getCapabilities.bind(RTCRtpReceiver)
  RTCRtpReceiver.getCapabilities = () => ({ codecs: [], headerExtensions: [] })
  onTestFinished(() => {
    RTCRtpReceiver.getCapabilities = real
  })
  const { server } = await show({ shown: 1, abilities: { lead: false } })
  await expect.element(says(issue)).toBeVisible()
  await expect.element(says("Parley can't be shown here"), { timeout: 10_000 }).toBeVisible()
  expect(server.asked).not.toContain('POST /stream/connect')
})

test('an offer not gathered within 15 s and an answer that makes no sense are both reported as an issue [STREAM-15 STREAM-24]', async () => {
  const nonsense = await show(
    {},
    { 'POST /stream/connect': () => ({ SignalResponse: '{"sdp":"nonsense"}' }) },
  )
  await button('Launch Parley').click()
  await expect.element(says(issue)).toBeVisible()
  expect(nonsense.server.asked).not.toContain('POST /stream/signal')
  toast.clear()

  const gathers = Object.getOwnPropertyDescriptor(RTCPeerConnection.prototype, 'iceGatheringState')
  const looks: string[] = []
  Object.defineProperty(RTCPeerConnection.prototype, 'iceGatheringState', {
    configurable: true,
    get: () => {
      looks.push('gathering')
      return 'gathering'
    },
  })
  onTestFinished(() => {
    Object.defineProperty(RTCPeerConnection.prototype, 'iceGatheringState', gathers as PropertyDescriptor)
  })
  const tryAgain = await press('Try again')
  freeze()
  tryAgain()
  // Making the offer takes as long as the machine needs, regardless of the fake clock.
  while (looks.length === 0) await drawn()
  await pass(14_900)
  expect(says(issue).elements()).toHaveLength(0)
  await pass(200)
  expect(says(issue).elements()).toHaveLength(1)
})

test("after a reload the application is open at once, without a 'Loading' toast", async () => {
  sessionStorage.setItem('gameStarted', 'session')
  await show({ shown: 1 })
  await expect.element(parley()).toBeVisible()
  expect(says('Loading Parley').elements()).toHaveLength(0)
  await expect.element(says('Opening Parley…')).toBeVisible()
})

test('a room hint reads the stream again, so Launch disappears with the last instance, and hints are ignored after the call [STREAM-02 ORG-19]', async () => {
  const { server, running } = await show()
  await expect.element(button('Launch Parley')).toBeVisible()
  server.stream = { ...server.stream, instances: [] }
  running.hint('chat')
  running.hint('stream')
  await expect.poll(() => button('Launch Parley').elements().length).toBe(0)
  const reads = server.asked.length
  running.write({ ...running.call.read(), end: 'closed' })
  await drawn()
  running.hint('stream')
  await drawn()
  expect(server.asked).toHaveLength(reads)
})

test('only the coach sees, before and after the launch, who cannot be shown the application [STREAM-41]', async () => {
  const { server, running } = await show()
  const tile = (name: string) => page.getByRole('figure', { name, exact: true })
  await expect.element(button('Launch Parley')).toBeVisible()
  const found = (application: 'good' | 'weak' | 'none') =>
    running.write({ ...running.call.read(), people: [{ ...tomas, application }, dana] })
  found('weak')
  await expect.element(tile('Tomás Aguilar, camera off, Parley may stutter')).toBeVisible()
  found('good')
  await expect.element(tile('Tomás Aguilar, camera off')).toBeVisible()
  const tip = page.getByRole('tooltip')
  await userEvent.tab()
  while (document.activeElement !== button('Launch Parley').element()) await userEvent.tab()
  await expect.element(tip).toHaveTextContent('Launch Parley. It can be shown to everyone here')
  found('none')
  await expect.element(tip).toHaveTextContent("Launch Parley. It can't be shown to Tomás")
  await expect.element(tile("Tomás Aguilar, camera off, Can't show Parley")).toBeVisible()
  await expect.element(says("Can't show Parley")).toBeVisible()
  await button('Launch Parley').click()
  await expect.element(parley(), { timeout: 10_000 }).toBeVisible()
  await expect.element(tile("Tomás Aguilar, camera off, Can't show Parley")).toBeVisible()

  server.stream = { ...server.stream, abilities: { lead: false } }
  running.hint('stream')
  await expect.element(tile('Tomás Aguilar, camera off')).toBeVisible()
  expect(says("Can't show Parley").elements()).toHaveLength(0)
})

test('the coach is asked before the application is restarted, and it comes back without an error [STREAM-43]', async () => {
  const host = openSampleHost()
  onTestFinished(host.close)
  const { server, running } = await show({}, answersOf(host))
  await launch(server)
  await expect.element(says('Loaded')).toBeVisible()
  const choose = async (answer: string) => {
    await button('More').click()
    await page.getByRole('menuitem', { name: 'Restart Parley' }).click()
    const question = page.getByRole('alertdialog', { name: 'Restart Parley?' })
    await expect.element(question.getByRole('button', { name: 'Keep it as it is' })).toHaveFocus()
    await question.getByRole('button', { name: answer }).click()
    await expect.poll(() => question.elements().length).toBe(0)
  }
  const connects = () => server.asked.filter((each) => each === 'POST /stream/connect').length
  await choose('Keep it as it is')
  expect(connects()).toBe(1)
  await expect.element(button('More')).toHaveFocus()
  await choose('Start again')
  running.hint('stream-again')
  await expect.poll(connects).toBe(2)
  expect(says('Stream connection failed, please try again.').elements()).toHaveLength(0)
  toast.clear()
  await expect.element(says('Loaded')).toBeVisible()
  expect(says('Stream connection failed, please try again.').elements()).toHaveLength(0)
  expect(says('Retrying Parley').elements()).toHaveLength(0)

  // An instance that is no longer shown closes its question, and showing it again doesn't reopen it.
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Restart Parley' }).click()
  await expect.element(page.getByRole('alertdialog', { name: 'Restart Parley?' })).toBeVisible()
  server.stream = { ...server.stream, shown: null }
  running.hint('stream')
  await expect
    .poll(() => page.getByRole('alertdialog', { name: 'Restart Parley?' }).elements().length)
    .toBe(0)
  server.stream = { ...server.stream, shown: 1 }
  running.hint('stream')
  await expect.element(parley(), { timeout: 10_000 }).toBeVisible()
  expect(page.getByRole('alertdialog', { name: 'Restart Parley?' }).elements()).toHaveLength(0)
})

test('with a one-viewer application, the person in control passes the picture on until control moves', async () => {
  const host = openSampleHost()
  onTestFinished(host.close)
  sessionStorage.setItem('gameStarted', 'session')
  const { server, running } = await show({ shown: 1, isForMany: false }, answersOf(host))
  await expect.poll(() => running.passedOn.length, { timeout: 15_000 }).toBe(1)
  expect(running.passedOn[0]?.getVideoTracks()).toHaveLength(1)
  server.stream = {
    ...server.stream,
    instances: [{ number: 1, status: 'ready', holder_id: 'tomas' }],
  }
  running.hint('stream')
  await expect.poll(() => running.passedOn).toEqual([expect.any(MediaStream), undefined])
  await expect.element(says('Tomás has control')).toBeVisible()
})

test('the server is told once when the application is shown despite a failed check, and not after a good check [CALL-50]', async () => {
  const host = openSampleHost()
  onTestFinished(host.close)
  const { server, running } = await show({}, answersOf(host))
  const isTold = () => server.asked.filter((key) => key === 'PUT /calls/session/shown').length
  await launch(server)
  await expect.element(says('Loaded'), { timeout: 20_000 }).toBeVisible()
  expect(isTold()).toBe(0)
  running.write({ ...running.call.read(), people: [tomas, { ...dana, application: 'none' }] })
  await expect.poll(isTold).toBe(1)
  running.write({ ...running.call.read(), people: [tomas, { ...dana, application: 'good' }] })
  await drawn()
  expect(isTold()).toBe(1)
})
