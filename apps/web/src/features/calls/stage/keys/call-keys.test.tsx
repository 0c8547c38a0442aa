import { composeStory } from '@storybook/react-vite'
import { afterEach, expect, test, vi } from 'vitest'
import { useShortcuts } from '#ui/keys/shortcuts.tsx'
import { callKeys, useHoldToTalk, type CallKey } from './call-keys.ts'

afterEach(() => composeStory({ render: () => <></> }, { title: 'Nothing' }).run())

const press = (type: 'keydown' | 'keyup', init: KeyboardEventInit) =>
  document.body.dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init }))

test('a window that loses focus ends hold-to-talk', async () => {
  const onTalk = vi.fn<(isTalking: boolean) => void>()
  const Page = () => {
    useHoldToTalk(false, onTalk)
    return null
  }
  await composeStory({ render: () => <Page /> }, { title: 'Hold to talk' }).run()
  press('keydown', { key: ' ' })
  expect(onTalk.mock.calls).toEqual([[true]])
  // The key is released in another window, and this one gets no event for it.
  window.dispatchEvent(new Event('blur'))
  expect(onTalk.mock.calls).toEqual([[true], [false]])
  press('keyup', { key: ' ' })
  expect(onTalk).toHaveBeenCalledTimes(2)
})

test('Caps Lock does not change the single-key shortcuts [DEVICE-21]', async () => {
  const pressed: string[] = []
  const acts = Object.fromEntries(
    callKeys.shortcuts.map(({ id }) => [id, () => pressed.push(id ?? '')]),
  ) as unknown as Record<CallKey, () => void>
  const Page = () => {
    useShortcuts(callKeys, acts)
    return null
  }
  await composeStory({ render: () => <Page /> }, { title: 'Keys' }).run()
  press('keydown', { key: 'm' })
  press('keydown', { key: 'M', modifierCapsLock: true })
  press('keydown', { key: 'M', shiftKey: true })
  expect(pressed).toEqual(['mic', 'mic'])
  // While Caps Lock is on, Shift gives a small letter.
  press('keydown', { key: 'f', shiftKey: true, modifierCapsLock: true })
  press('keydown', { key: 'F', modifierCapsLock: true })
  expect(pressed).toEqual(['mic', 'mic', 'full'])
})
