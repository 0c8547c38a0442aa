import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createStore, useStore } from '#base/store.ts'
import { toast, toasts, useToastPlace } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import type { CallState } from '#features/calls/room/call-state.ts'
import { CallView } from '../call-view.tsx'
import { sampleActs } from '../sample-acts.ts'
import { sampleCall, samplePersonIn } from '../sample-call.ts'

const people = [
  samplePersonIn('Tomás Aguilar', { id: 'tomas' }),
  samplePersonIn('Dana Whitfield', { id: 'dana', isSelf: true }),
]
const level = createStore(-30)

async function show(state: Partial<CallState>, hasApplication = false) {
  const application = hasApplication
    ? () => (
        <figure data-application="" aria-label="Parley" className="size-full">
          <p className="p-2">You have control</p>
        </figure>
      )
    : undefined
  await composeStory(
    {
      render: () => (
        <div className="fixed inset-0">
          <ToastRegion />
          <CallView
            {...{ level, application }}
            state={sampleCall({ people, ...state })}
            acts={sampleActs}
            left={null}
            waitingText="Waiting for Client"
            triesUntil="12:30 PM"
          />
        </div>
      ),
    },
    { title: 'Toasts of a call' },
  ).run()
}
/** Places toasts as the call's own view does. */
function InCall() {
  useToastPlace('stage')
  return null
}

const says = (text: string) => page.getByText(text, { exact: true })
const boxOf = (element: Element | null | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
const isApart = (a: DOMRect, b: DOMRect) =>
  a.bottom <= b.top || b.bottom <= a.top || a.right <= b.left || b.right <= a.left
const toastBox = (text: string) => boxOf(says(text).element().closest('[role=alertdialog]'))

afterEach(async () => {
  vi.useRealTimers()
  toast.clear()
  await page.viewport(1440, 900)
  await composeStory({ render: () => <></> }, { title: 'Nothing' }).run()
})

test('an error in a call disappears after 8 s, and one with a button stays [CALL-42]', async () => {
  await show({})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  toast.error("Couldn't hand over control", 'No answer')
  toast.error('Not sent', 'No answer', { act: { label: 'Try again', onAction: () => {} } })
  toast.success('Loaded', undefined, { ms: 'until closed' })
  await vi.advanceTimersByTimeAsync(7900)
  expect(says("Couldn't hand over control").elements()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(says("Couldn't hand over control").elements()).toEqual([])
  expect(says('Not sent').elements()).toHaveLength(1)
  expect(says('Loaded').elements()).toHaveLength(1)
})

test('an error from before the call gets a timeout of 8 s when the call begins [CALL-42]', async () => {
  const hasBegun = createStore(false)
  const Page = () => (
    <>
      <ToastRegion />
      {useStore(hasBegun) && <InCall />}
    </>
  )
  await composeStory({ render: () => <Page /> }, { title: 'Before a call' }).run()
  toast.error('Failed to save', 'No answer', { about: 'saving' })
  expect(toasts.visibleToasts.map(({ timeout }) => timeout)).toEqual([undefined])
  hasBegun.write(true)
  await expect.poll(() => toasts.visibleToasts.map(({ timeout }) => timeout)).toEqual([8000])
  await expect.element(says('Failed to save')).toBeVisible()
  toast.closeAbout('saving')
  expect(toasts.visibleToasts).toEqual([])
})

test.each([
  [1440, 900, false],
  [390, 844, false],
  [1440, 900, true],
  [390, 844, true],
])(
  'at %i×%i no toast covers a notice, and with the application shown (%o) neither covers its header [CALL-43]',
  async (width, height, hasApplication) => {
    await page.viewport(width, height)
    await show({ connection: 'reconnecting', lostSince: Date.now(), isSoundHeld: true }, hasApplication)
    toast.error("Couldn't hand over control", 'No answer')
    await expect.element(says("Couldn't hand over control")).toBeVisible()
    const notices = () =>
      ['Your connection dropped. Reconnecting…', 'Your browser has muted this page.'].map((text) =>
        boxOf(says(text).elements().at(-1)?.parentElement),
      )
    await expect
      .poll(() => notices().every((notice) => isApart(notice, toastBox("Couldn't hand over control"))))
      .toBe(true)
    const header = boxOf(page.getByText('You have control').elements()[0])
    for (const box of [...notices(), toastBox("Couldn't hand over control")])
      expect(isApart(box, header)).toBe(true)
  },
)

test('a screen shared while Parley runs is shown and announced, and one press brings Parley back [CALL-48]', async () => {
  const screen = { attach: () => {}, detach: () => {} }
  const [tomas, dana] = people
  const shared = createStore(false)
  const Page = () => (
    <div className="fixed inset-0">
      <CallView
        level={level}
        application={() => <figure aria-label="Parley">Scene</figure>}
        state={sampleCall({
          people: [
            { ...(tomas ?? samplePersonIn('')), screen: useStore(shared) ? screen : undefined },
            dana ?? samplePersonIn(''),
          ],
        })}
        acts={sampleActs}
        left={null}
        waitingText="Waiting for Client"
        triesUntil="12:30 PM"
      />
    </div>
  )
  await composeStory({ render: () => <Page /> }, { title: 'A share beside Parley' }).run()
  const parley = () => page.getByRole('figure', { name: 'Parley', exact: true })
  await expect.element(parley()).toBeVisible()
  shared.write(true)
  await expect.element(says('Tomás Aguilar is sharing a screen.')).toBeVisible()
  await expect.poll(() => parley().elements()).toEqual([])
  await page.getByRole('button', { name: 'Show Parley', exact: true }).last().click()
  await expect.element(parley()).toBeVisible()
  await page.getByRole('button', { name: 'Show screen', exact: true }).click()
  await expect.poll(() => parley().elements()).toEqual([])
  shared.write(false)
  await expect.element(parley()).toBeVisible()
})
