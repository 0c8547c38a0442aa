import { composeStory } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CallState } from '#features/calls/room/call-state.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'
import { TopBar } from './top-bar.tsx'

const onLayout = vi.fn<() => void>()

async function show(state: Partial<CallState>, isFocused = false): Promise<void> {
  const all = ['Dana', 'Tomás', 'Amara'].map((name) => samplePersonIn(name))
  await composeStory(
    {
      render: () => (
        <TopBar
          state={{ ...sampleCall({ people: all }), ...state }}
          {...{ isFocused, onLayout }}
          left={null}
        />
      ),
    },
    { title: 'The top' },
  ).run()
}
const button = (name: string) => page.getByRole('button', { name, exact: true })

beforeEach(async () => {
  onLayout.mockClear()
  await page.viewport(1280, 720)
})
afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

test.each([
  ['good', 'Your connection: Good'],
  ['usable', 'Your connection: Usable'],
  ['weak', 'Your connection: Weak'],
] as const)('a %s connection reads %s', async (quality, text) => {
  await show({ quality })
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

test('the layout button says what its press shows', async () => {
  await show({}, true)
  await button('Show the grid').click()
  expect(onLayout).toHaveBeenCalledOnce()
  await show({}, false)
  await expect.element(button('Show in focus')).toBeVisible()
})

test('Full screen fills the screen with the page', async () => {
  const fill = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue()
  await show({})
  await button('Full screen').click()
  expect(fill).toHaveBeenCalledOnce()
})

test('a window too low for a bar shows the connection alone', async () => {
  await page.viewport(844, 390)
  await show({ quality: 'good' })
  await expect.element(page.getByText('Your connection: Good', { exact: true })).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
