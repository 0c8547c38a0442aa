import type { WaitingGuest } from '@parley/contract/calls/calls.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld } from '../../../../.storybook/world.ts'
import { channel } from '#platform/live/channel.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { CallKnocks, PortalKnocks } from './knocks.tsx'
import { sampleGuest } from './sample-knocks.ts'

const sessionId = sampleGuest().session_id

/** The coach's page, with a server that keeps the list of waiting people. Returns the coach's decisions in order. */
async function show(where: 'portal' | 'check' | 'call', first: readonly WaitingGuest[]) {
  let guests = first
  const decided: unknown[] = []
  const decide = (_: URL, body: { admit: boolean | 'when_joined' }) => {
    decided.push(body.admit)
    guests = body.admit === 'when_joined' ? guests.map((each) => ({ ...each, is_promised: true })) : []
    return {}
  }
  onTestFinished(
    givenWorld({
      answers: {
        'GET /calls/waiting': () => guests,
        [`POST /calls/admissions/${sampleGuest().id}`]: decide,
      },
    })(),
  )
  const me = sampleMe('Coach')
  const rendered =
    where === 'portal' ? (
      <PortalKnocks me={me} />
    ) : (
      <CallKnocks {...{ me, sessionId }} isInCall={where === 'call'} />
    )
  await composeStory({ render: () => rendered }, { title: 'Who knocks' }).run()
  return decided
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const says = (text: string) => page.getByText(text, { exact: true })

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

test('screen readers are told at once who waits, and eyes see it on the card alone', async () => {
  await show('call', [sampleGuest()])
  await expect.element(page.getByRole('alert')).toHaveTextContent('Tomás Aguilar is waiting')
  expect(page.getByRole('alert').element().getBoundingClientRect().width).toBeLessThan(2)
})

test("'Join and admit' admits the client only once the coach is in the call, not at the device check [GUEST-29]", async () => {
  const portal = await show('portal', [sampleGuest()])
  await button('Join and admit: Tomás Aguilar').click()
  await expect.poll(() => portal).toEqual(['when_joined'])
  const check = await show('check', [sampleGuest({ is_promised: true })])
  await expect.element(says('Will join when you do.')).toBeVisible()
  expect(button('Admit: Tomás Aguilar').elements()).toEqual([])
  expect(check).toEqual([])
  const call = await show('call', [sampleGuest({ is_promised: true })])
  await expect.poll(() => call).toEqual([true])
})

test('a promise to admit lets nobody in from the call of another session', async () => {
  const decided = await show('call', [sampleGuest({ is_promised: true, session_id: 'another' })])
  await expect.element(button('Admit: Tomás Aguilar')).toBeVisible()
  expect(decided).toEqual([])
})

test('a removed client is shown in one line with the time of the removal, which can be dismissed [GUEST-30]', async () => {
  const removed = sampleGuest({ state: 'removed', since: '2026-11-16T16:40:00.000Z' })
  const decided = await show('call', [removed])
  await expect.element(says('Tomás Aguilar was removed from the call at 11:40 AM')).toBeVisible()
  expect(page.getByRole('region', { name: /Tomás/ }).elements()).toEqual([])
  await button('Dismiss').click()
  expect(says('Tomás Aguilar was removed from the call at 11:40 AM').elements()).toEqual([])
  // A closed card stays closed on every page, until something new happens to its person.
  await show('portal', [removed])
  await expect.poll(() => page.getByText(/Tomás/).elements()).toEqual([])
  await show('portal', [{ ...removed, since: '2026-11-16T16:50:00.000Z' }])
  await button('Close: Tomás Aguilar was removed from the call').click()
  expect(page.getByText(/Tomás/).elements()).toEqual([])
  expect(decided).toEqual([])
})

test('a knock from while live updates were down is shown as soon as they are back [CALL-56]', async () => {
  let guests: readonly WaitingGuest[] = []
  onTestFinished(givenWorld({ answers: { 'GET /calls/waiting': () => guests } })())
  channel.write({ state: 'up', since: 0 })
  onTestFinished(() => channel.write(undefined))
  await composeStory({ render: () => <PortalKnocks me={sampleMe('Coach')} /> }, { title: 'Back again' }).run()
  await expect.poll(() => page.getByText(/Tomás/).elements()).toEqual([])
  channel.write({ state: 'down', since: 0 })
  guests = [sampleGuest()]
  channel.write({ state: 'up', since: 1 })
  // Long before the next poll, which comes after a minute.
  await expect.element(button('Join and admit: Tomás Aguilar'), { timeout: 10_000 }).toBeVisible()
})
