import type { Admission, GuestSession } from '@parley/contract/calls/calls.ts'
import { composeStory } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { GuestEnd } from '#features/calls/guest/call/guest-end.tsx'
import { GuestPage } from '#features/calls/guest/guest-page.tsx'
import { sampleAdmission, sampleGuestSession } from '#features/calls/guest/sample-guest.ts'
import { endTexts, type CallEnd } from '#features/calls/room/call-state.ts'
import { CallOver } from '#features/calls/stage/call-over.tsx'
import { contactAddress, OwnContactLine } from './contact.tsx'

// Covers every page of a call where somebody waits or something went wrong, signed in or not. A signed-in user's way to the
// device check is covered by tests/journeys/whom-to-ask.spec.ts.

async function show(rendered: ReactNode, answers: Answers = {}) {
  onTestFinished(givenWorld({ answers, now: Date.parse(sampleGuestSession.now) })())
  await composeStory({ render: () => <>{rendered}</> }, { title: 'Whom to ask' }).run()
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The contact link on the page with that heading. */
async function contactOn(title: string) {
  await expect.element(heading(title), { timeout: 10_000 }).toBeVisible()
  const number = page.getByRole('link', { name: '+1 212 555 0142' }).first()
  await expect.element(number).toBeVisible()
  await expect.element(page.getByText(/Northlight Coaching,/).first()).toBeVisible()
  return number.element().getAttribute('href')
}
const telephone = 'tel:+12125550142'

const link = (session: Partial<GuestSession>, admission: Partial<Admission> = {}): Answers => ({
  'GET /guest/session': { ...sampleGuestSession, ...session },
  'GET /guest/admission': sampleAdmission(admission),
  'POST /guest/admission/here': sampleAdmission(admission),
})
const later = { start_time: '2026-11-20T16:15:00.000Z', end_time: '2026-11-20T17:15:00.000Z' }
const knows = { told_at: '2026-11-16T16:11:00.000Z' }

test.each<[string, Answers]>([
  ['Hello Tomás.', link({ state: 'early', ...later }, { state: 'none' })],
  ['Hello Tomás.', link({}, { state: 'none' })],
  ['You are in the waiting room, Tomás.', link({})],
  ['Dana knows you are here, Tomás.', link({}, knows)],
  ["Dana can't see you right now.", link({}, { state: 'turned_away' })],
  ['You were removed from this call.', link({}, { state: 'removed' })],
  ['You joined on another device. This one has left.', link({}, { state: 'replaced' })],
  ['Choose your video and audio options', link({}, { state: 'admitted' })],
  ['This call has ended.', link({ status: 'Completed', state: 'over' })],
  ['This call was cancelled.', link({ status: 'Cancelled', state: 'cancelled' })],
])("a client's page '%s' says whom to ask [F1]", async (title, answers) => {
  await show(<GuestPage secret="secret" />, answers)
  expect(await contactOn(title)).toBe(telephone)
})

test('a client sees whom to ask in an unsupported browser, while the server is away, and when the link stops working [F1]', async () => {
  const { RTCPeerConnection: Real } = window
  Reflect.deleteProperty(window, 'RTCPeerConnection')
  onTestFinished(() => {
    window.RTCPeerConnection = Real
  })
  let answer: unknown = sampleGuestSession
  await show(<GuestPage secret="secret" />, {
    ...link({}, { state: 'admitted' }),
    'GET /guest/session': () => (typeof answer === 'function' ? (answer() as unknown) : answer),
  })
  expect(await contactOn('This browser is not supported.')).toBe(telephone)
  const look = () => window.dispatchEvent(new Event('online'))
  answer = refusal(503)
  look()
  await expect.element(page.getByText("Parley isn't answering right now. Trying again…").last()).toBeVisible()
  expect(await contactOn('This browser is not supported.')).toBe(telephone)
  answer = refusal(404)
  look()
  expect(await contactOn('This link no longer works.')).toBe(telephone)
})

const ends = Object.keys(endTexts) as CallEnd[]

test.each(ends)('a client whose call is over (%s) reads whom to ask [F1]', async (end) => {
  await show(
    <GuestEnd
      {...{ end, stayedMs: 0, mayRejoin: true }}
      session={sampleGuestSession}
      onRejoin={() => {}}
      onMove={() => {}}
      onReport={() => {}}
    />,
  )
  expect(await contactOn(endTexts[end])).toBe(telephone)
})

test.each(ends.filter((end) => end !== 'left'))(
  'a signed-in user whose call is over (%s) reads why, and whom to ask [F1]',
  async (end) => {
    await show(
      <CallOver end={end} contact={<OwnContactLine question="Questions?" me={sampleMe('Coach')} />}>
        Back
      </CallOver>,
    )
    expect(await contactOn(endTexts[end])).toBe(telephone)
  },
)

test('an organization without a contact is shown by name, and a user without an organization sees nobody to ask', async () => {
  const { organization } = sampleMe('Coach')
  const me = sampleMe('Coach', { organization: organization && { ...organization, contact: '' } })
  await show(<OwnContactLine question="Questions?" me={me} />)
  await expect.element(page.getByText('Questions? Ask Northlight Coaching')).toBeVisible()
  await show(<OwnContactLine question="Questions?" me={sampleMe('Super', { organization: null })} />)
  expect(page.getByText(/Questions/).elements()).toHaveLength(0)
})

test('a phone number becomes a tel: link, an email address a mailto: link, and other text no link', () => {
  expect(contactAddress('+1 212 555 0142')).toBe('tel:+12125550142')
  expect(contactAddress('help@northlight.example')).toBe('mailto:help@northlight.example')
  expect(contactAddress('Front desk, 2nd floor')).toBeUndefined()
})
