import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { givenWorld } from '../../../../.storybook/world.ts'
import { atNine, sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { onMonday, samplePresence, stretch } from './sample-presence.ts'
import { useLeaving } from './use-leaving.tsx'

const me = sampleMe('Coach')
const session = { ...sampleSession(atNine), coach_id: me.id }

/** A coach who presses Leave, on a device whose clock may be wrong. */
async function show(presence: CallPresence | undefined, deviceSays: string) {
  const leave = vi.fn<() => void>()
  onTestFinished(
    givenWorld({
      // Without an answer here, the request hangs.
      answers: presence ? { [`GET /calls/${session.id}/presence`]: presence } : {},
      now: Date.parse(deviceSays),
    })(),
  )
  const Page = () => {
    const { onLeave, isLooking, question } = useLeaving({ session, me, leave })
    return (
      <>
        <button type="button" onClick={onLeave}>
          {isLooking ? 'Leaving…' : 'Leave'}
        </button>
        {question}
      </>
    )
  }
  await composeStory({ render: () => <Page /> }, { title: 'Leaving' }).run()
  return leave
}
const press = () => page.getByRole('button', { name: 'Leave', exact: true }).click()
const question = () => page.getByRole('alertdialog', { name: 'Is the client a No-Show?' })
const nobodyCame = (now: string): CallPresence =>
  samplePresence({ coach: { inRoom: [stretch('13:58')] } }, onMonday(now))

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

test("the no-show question goes by the server's clock, not the device's [CALL-51]", async () => {
  // The server says half past nine, the device the day after.
  await show(nobodyCame('14:30'), '2026-11-17T14:30:00.000Z')
  await press()
  await expect.element(question()).toBeVisible()
})

test("a coach who leaves after the end on the server's clock is not asked, whatever the device's clock says", async () => {
  const ended = { ...nobodyCame('15:30'), now: session.end_time }
  const leave = await show(ended, session.start_time)
  await press()
  await expect.poll(() => leave.mock.calls.length).toBe(1)
  expect(question().elements()).toEqual([])
})

test('Leave shows at once that it was pressed, and the coach leaves after 2 s without an answer [CALL-49]', async () => {
  const leave = await show(undefined, session.start_time)
  await press()
  await expect.element(page.getByRole('button', { name: 'Leaving…', exact: true })).toBeVisible()
  expect(leave).not.toHaveBeenCalled()
  await expect.poll(() => leave.mock.calls.length, { timeout: 4000 }).toBe(1)
})
