import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { toast } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { makeLocalDevices } from './devices/local-devices.ts'
import { RunningCall } from './running-call.tsx'
import { sampleRunningCall } from './sample-running-call.ts'
import { samplePersonIn } from './stage/sample-call.ts'

const people = [
  samplePersonIn('Tomás Aguilar', { id: 'tomas' }),
  samplePersonIn('Dana Whitfield', { id: 'dana', isSelf: true }),
]

async function show(more: Partial<Parameters<typeof RunningCall>[0]> = {}) {
  const { call } = sampleRunningCall({ people, sharing: 'possible' })
  await composeStory(
    {
      render: () => (
        <>
          <ToastRegion />
          <RunningCall
            {...{ call, ...more }}
            devices={makeLocalDevices()}
            title="Weekly check-in"
            waitingText="Waiting for Client"
            left={null}
            endsAt={Date.now() + 3_600_000}
            triesUntil="12:30 PM"
            onOver={() => {}}
          />
        </>
      ),
    },
    { title: 'A running call' },
  ).run()
}

afterEach(async () => {
  toast.clear()
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

test('a screen share that fails shows an error with its reason [CALL-47]', async () => {
  const { call } = sampleRunningCall({ people, sharing: 'possible' })
  const denied = new DOMException('Permission denied by system', 'NotAllowedError')
  const toggleShare = vi.fn<() => Promise<void>>(() => Promise.reject(denied))
  await show({ call: { ...call, toggleShare } })
  await page.getByRole('button', { name: 'Share screen' }).click()
  await expect.element(page.getByText("Couldn't share your screen", { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Your computer blocks it\./)).toBeVisible()
})

test.each([
  ['Raise hand', "Couldn't raise your hand", false],
  ['Lower hand', "Couldn't lower your hand", true],
])('a person whose press on %s is refused reads %s', async (act, words, isHandUp) => {
  const me = samplePersonIn('Dana Whitfield', { id: 'dana', isSelf: true, isHandUp })
  const { call } = sampleRunningCall({ people: [...people.slice(0, 1), samplePersonIn('Amara Diallo'), me] })
  const setHand = vi.fn<(isUp: boolean) => Promise<void>>(() => Promise.reject(new Error('No connection.')))
  await show({ call: { ...call, setHand } })
  await page.getByRole('button', { name: /^More/ }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${act}`) }).click()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  expect(setHand).toHaveBeenCalledExactlyOnceWith(!isHandUp)
})

test("Leave reads 'Leaving…' while the call is being left [CALL-49]", async () => {
  await show({ isLeaving: false })
  await expect.element(page.getByText('Leave', { exact: true })).toBeVisible()
  await show({ isLeaving: true })
  await expect.element(page.getByText('Leaving…', { exact: true })).toBeVisible()
})
