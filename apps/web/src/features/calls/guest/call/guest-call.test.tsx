import type { Admission } from '@parley/contract/calls/calls.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld, type Answers } from '../../../../../.storybook/world.ts'
import { toast } from '#ui/overlay/toast.ts'
import { openHeldCall } from '#features/calls/room/call-lock.ts'
import { sampleRunningCall } from '#features/calls/sample-running-call.ts'
import { samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { GuestCall } from './guest-call.tsx'
import { sampleAdmission, sampleGuestSession } from '#features/calls/guest/sample-guest.ts'

const dana = samplePersonIn('Dana Whitfield', { id: 'dana' })
const tomas = samplePersonIn('Tomás Rivera', { id: 'tomas', isSelf: true })
type Open = typeof openHeldCall

interface Shown {
  first: Admission
  /** The answer to later requests. */
  later?: () => Admission
  open: Open
  /** Set if the server doesn't answer the request to join at once. */
  way?: () => Promise<never>
  /** A separate link if the tab holds the call to the end: the next files run in the same tab. */
  secret?: string
}

async function show({ first, later = () => first, open, secret = 'secret', ...more }: Shown) {
  const answers: Answers = {
    'GET /guest/admission': later,
    'POST /guest/admission': later,
    'POST /guest/admission/here': later,
    'GET /guest/join': more.way ?? {
      session_id: 'session',
      twilio_token: 'token',
      media_url: 'ws://127.0.0.1:9',
    },
  }
  onTestFinished(givenWorld({ answers })())
  const Page = () => (
    <GuestCall
      {...{ first, open, secret }}
      session={sampleGuestSession}
      state="open"
      now={Date.parse(sampleGuestSession.now)}
      frame={(children) => <main>{children}</main>}
      closed={null}
      onBack={() => {}}
    />
  )
  await composeStory({ render: () => <Page /> }, { title: 'A client’s call' }).run()
}

/** Opens a running call, as a join does. */
function opener() {
  const running = sampleRunningCall({ people: [dana, tomas] })
  const open = vi.fn<Open>(async ({ join }) => {
    await join()
    return running.call
  })
  const end = () => running.write({ ...running.call.read(), connection: 'left', end: 'left' })
  return { ...running, open, end }
}

const joinButton = () => page.getByRole('button', { name: 'Join Session', exact: true })
const controls = () => page.getByRole('region', { name: 'Controls', exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const says = (text: string) => page.getByText(text, { exact: true })

beforeEach(() => localStorage.removeItem('parley.cut-off'))
afterEach(async () => {
  toast.clear()
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

test('after the call a client reads the recorded length of their stay, and the new total after a rejoin [GUEST-31]', async () => {
  let stayed_ms = 0
  const call = opener()
  const later = () => sampleAdmission({ state: 'admitted', stayed_ms })
  await show({ first: sampleAdmission({ state: 'admitted' }), later, open: call.open })
  await joinButton().click()
  await expect.element(controls()).toBeVisible()
  stayed_ms = 47 * 60_000
  call.end()
  await expect.element(says('Thank you, Tomás. You were in the call with Dana for 47 minutes.')).toBeVisible()
  call.write({ ...call.call.read(), connection: 'connected', end: undefined })
  await page.getByRole('button', { name: /^Rejoin until/ }).click()
  await expect.element(controls()).toBeVisible()
  stayed_ms = 49 * 60_000
  call.end()
  await expect.element(says('Thank you, Tomás. You were in the call with Dana for 49 minutes.')).toBeVisible()
})

test('an error from joining disappears with the next successful join [CALL-39]', async () => {
  const call = opener()
  const open = vi.fn<Open>(call.open).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await show({ first: sampleAdmission({ state: 'admitted' }), open })
  await joinButton().click()
  await expect.element(says('Error joining session')).toBeVisible()
  await joinButton().click()
  await expect.element(controls()).toBeVisible()
  expect(says('Error joining session').elements()).toEqual([])
})

test('a client whose page was closed mid-call rejoins without a press, with the same devices on [GUEST-32]', async () => {
  const first = opener()
  await show({ first: sampleAdmission({ state: 'admitted' }), open: first.open })
  await joinButton().click()
  await expect.element(controls()).toBeVisible()
  first.write({ ...first.call.read(), microphone: 'off', camera: 'on' })
  await expect
    .poll(() => JSON.parse(localStorage.getItem('parley.cut-off') ?? '{}') as unknown)
    .toMatchObject({ microphone: false, camera: true })
  // The page goes away, and the call with it.
  window.dispatchEvent(new Event('pagehide'))
  first.end()
  await expect.element(heading('This call has ended.')).toBeVisible()
  window.dispatchEvent(new Event('pageshow'))
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()

  const again = opener()
  await show({ first: sampleAdmission({ state: 'admitted' }), open: again.open })
  await expect.element(controls()).toBeVisible()
  const [given] = again.open.mock.calls[0] ?? []
  expect(given?.devices.read().microphone.kind).toBe('off')
  expect(given?.devices.read().camera.kind).not.toBe('off')
})

test('a client who left starts at the device check when they open the link again', async () => {
  const call = opener()
  await show({ first: sampleAdmission({ state: 'admitted' }), open: call.open })
  await joinButton().click()
  await expect.element(controls()).toBeVisible()
  await expect.poll(() => localStorage.getItem('parley.cut-off')).not.toBeNull()
  call.end()
  await expect.element(heading('This call has ended.')).toBeVisible()
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
  await show({ first: sampleAdmission({ state: 'admitted' }), open: call.open })
  await expect.element(heading('Choose your video and audio options')).toBeVisible()
  expect(call.open).toHaveBeenCalledOnce()
})

test('audio starts inside the click on Join, before the server has answered [D12]', async () => {
  const starts: boolean[] = []
  const { AudioContext: Real } = window
  // Only the media client asks for low latency; the level meters do not.
  vi.stubGlobal(
    'AudioContext',
    class extends Real {
      constructor(options?: AudioContextOptions) {
        super(options)
        if (options?.latencyHint === 'interactive') starts.push(navigator.userActivation.isActive)
      }
    },
  )
  const asked = vi.fn<() => Promise<never>>(() => new Promise(() => {}))
  const first = sampleAdmission({ state: 'admitted' })
  await show({ first, open: openHeldCall, way: asked, secret: 'never answered' })
  await expect.element(joinButton()).toBeEnabled()
  expect(starts).toEqual([])
  await joinButton().click()
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  expect(starts).toEqual([true])
})
