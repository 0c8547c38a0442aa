import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createStore, useStore } from '#base/store.ts'
import { sampleCall, samplePersonIn } from '#features/calls/stage/sample-call.ts'
import { StillHere } from './still-here.tsx'

const minute = 60_000
const me = samplePersonIn('Dana Whitfield', { isSelf: true })
const alone = sampleCall({ people: [me] })
const two = sampleCall({ people: [samplePersonIn('Tomás Aguilar'), me] })
const onLeave = vi.fn<() => void>()

beforeEach(() => void onLeave.mockClear())
afterEach(() => vi.useRealTimers())

/** A call in the given state that ends in `endsIn` ms. */
async function show(first: typeof alone, endsIn: number) {
  const call = createStore(first)
  const Watched = () => <StillHere state={useStore(call)} endsAt={endsIn} onLeave={onLeave} />
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  await composeStory({ render: () => <Watched /> }, { title: 'Still here' }).run()
  return call
}
/** Waits for a render without polling, which would move the clock. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
const question = () => page.getByRole('alertdialog', { name: 'Are you still here?' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
async function expectAsked(isAsked: boolean) {
  await drawn()
  expect(question().elements()).toHaveLength(isAsked ? 1 : 0)
}

test('a person alone for ten minutes after the end is asked whether they are here, and leaves a minute later [P9]', async () => {
  await show(alone, 5 * minute)
  vi.advanceTimersByTime(15 * minute - 1)
  await expectAsked(false)
  vi.advanceTimersByTime(1)
  await expectAsked(true)
  expect(
    page.getByText('Nobody else is in the call. It will end in a minute.', { exact: true }).elements(),
  ).toHaveLength(1)
  vi.advanceTimersByTime(minute - 1)
  expect(onLeave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onLeave).toHaveBeenCalledOnce()
})

test("'Stay' asks again after ten more minutes, 'Leave' leaves at once [P9]", async () => {
  await show(alone, -minute)
  vi.advanceTimersByTime(10 * minute)
  await expectAsked(true)
  await press('Stay')
  await expectAsked(false)
  vi.advanceTimersByTime(10 * minute - 1000)
  await expectAsked(false)
  expect(onLeave).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  await expectAsked(true)
  await press('Leave')
  expect(onLeave).toHaveBeenCalledOnce()
})

test('nobody is asked while somebody else is in the call, and the question closes when somebody comes back [P9]', async () => {
  const call = await show(two, 0)
  vi.advanceTimersByTime(60 * minute)
  await expectAsked(false)
  call.write(alone)
  await expectAsked(false)
  vi.advanceTimersByTime(10 * minute)
  await expectAsked(true)
  call.write(two)
  await expectAsked(false)
  vi.advanceTimersByTime(10 * minute)
  expect(onLeave).not.toHaveBeenCalled()
})
