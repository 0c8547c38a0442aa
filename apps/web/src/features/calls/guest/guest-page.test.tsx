import type { GuestSession } from '@parley/contract/calls/calls.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld, refusal } from '../../../../.storybook/world.ts'
import { GuestPage } from './guest-page.tsx'
import { sampleAdmission, sampleGuestSession } from './sample-guest.ts'

const early: GuestSession = {
  ...sampleGuestSession,
  state: 'early',
  start_time: '2026-11-20T16:15:00.000Z',
  end_time: '2026-11-20T17:15:00.000Z',
}

afterEach(() => vi.useRealTimers())

const says = (text: string) => page.getByText(text, { exact: true })

test('the page without a link says where the link is', async () => {
  await composeStory({ render: () => <GuestPage secret={null} /> }, { title: 'No link' }).run()
  await expect.element(says('Please open the link in your email.')).toBeVisible()
  await expect
    .element(says('This page opens from the personal link in your invitation, and in one tab only.'))
    .toBeVisible()
})

test('a dead link leads to the newest email, or to those who sent it', async () => {
  onTestFinished(givenWorld({ answers: { 'GET /guest/session': refusal(404) } })())
  await composeStory({ render: () => <GuestPage secret="dead" /> }, { title: 'A dead link' }).run()
  await expect.element(says('This link no longer works.')).toBeVisible()
  await expect
    .element(
      says(
        'Look for the newest email about your call: its link works. If there is none, ask the coach or organization that invited you.',
      ),
    )
    .toBeVisible()
})

test('the calendar file is saved, and a failure is said where the button is', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  let file: unknown = refusal(500)()
  const answers = { 'GET /guest/session': early, 'GET /guest/calendar-file': () => file }
  onTestFinished(givenWorld({ answers, now: Date.parse(early.now) })())
  await composeStory({ render: () => <GuestPage secret="secret" /> }, { title: 'A calendar file' }).run()
  const failure = says("Couldn't create the file. Please try again.")
  await page.getByRole('button', { name: 'Calendar file' }).click()
  await expect.element(failure).toBeVisible()
  expect(saved).toEqual([])
  file = { filename: 'coaching-call-2026-11-20.ics', ics: 'BEGIN:VCALENDAR' }
  await page.getByRole('button', { name: 'Calendar file' }).click()
  await expect.poll(() => saved).toEqual(['coaching-call-2026-11-20.ics'])
  await expect.element(failure).not.toBeInTheDocument()
})

/** Waits some frames, in which answers arrive and render, while the page's fake clock stands still. */
async function drawn(frames = 30): Promise<void> {
  for (let left = frames; left > 0; left -= 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
}

const moved = { start_time: '2026-11-21T16:15:00.000Z', end_time: '2026-11-21T17:15:00.000Z' }

test.each<[string, Partial<GuestSession>, RegExp]>([
  ['a cancellation', { state: 'cancelled', status: 'Cancelled' }, /^This call was cancelled\.$/],
  ['a new time', moved, /^The time has changed\. It was /],
])('%s shows on an open page after 15 s, without a press [GUEST-25]', async (_name, changes, text) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let session = early
  let asked = 0
  const answers = {
    'GET /guest/session': () => {
      asked += 1
      return session
    },
    'GET /guest/admission': sampleAdmission({ state: 'none' }),
  }
  onTestFinished(givenWorld({ answers, now: Date.parse(early.now) })())
  await composeStory({ render: () => <GuestPage secret="secret" /> }, { title: 'In time' }).run()
  await drawn()
  const before = asked
  session = { ...early, ...changes }
  vi.advanceTimersByTime(14_000)
  await drawn()
  expect(asked).toBe(before)
  expect(page.getByText(text).elements()).toEqual([])
  vi.advanceTimersByTime(1000)
  await drawn()
  expect(asked).toBe(before + 1)
  expect(page.getByText(text).elements().length).toBeGreaterThan(0)
})
