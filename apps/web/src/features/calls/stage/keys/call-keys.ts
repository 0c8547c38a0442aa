import { useEffect, useEffectEvent } from 'react'
import { areSingleKeysOn, useShortcuts, type ShortcutScope } from '#ui/keys/shortcuts.tsx'
import { holdToTalk } from '../bar/mic-control.tsx'

export type CallKey =
  | 'mic'
  | 'camera'
  | 'share'
  | 'application'
  | 'layout'
  | 'hand'
  | 'chat'
  | 'voice'
  | 'assessment'
  | 'knock'
  | 'full'
  | 'list'

/** A letter is the character that the keyboard types: a capital needs Shift. */
export const callKeys: ShortcutScope<CallKey> = {
  title: 'In the call',
  shortcuts: [
    { id: 'mic', keys: ['m'], text: 'Mute or unmute' },
    { id: 'camera', keys: ['v'], text: 'Camera on or off' },
    { id: 'share', keys: ['s'], text: 'Share your screen' },
    { id: 'application', keys: ['p'], text: 'Show Parley or people' },
    { id: 'layout', keys: ['g'], text: 'Grid or focus' },
    { id: 'hand', keys: ['h'], text: 'Raise or lower your hand' },
    { id: 'chat', keys: ['c'], text: 'Chat' },
    { id: 'voice', keys: ['o'], text: 'Voice' },
    { id: 'assessment', keys: ['a'], text: 'Assessment' },
    { id: 'knock', keys: ['k'], text: 'Go to the waiting client' },
    { id: 'full', keys: ['F'], text: 'Full screen' },
    { id: 'list', keys: ['?'], text: 'Show this list' },
  ],
}

export const useCallKeys = (acts: Record<CallKey, () => void>): void => useShortcuts(callKeys, acts)

/** A press shorter than this toggles the microphone; a longer one counts only while it lasts. */
const holdMs = 300
const busy =
  'input, textarea, select, button, a, [contenteditable], [data-has-keys], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=slider], [role=tab]'

/** Holding Space talks while muted. On the microphone's own button a short press still switches it. */
export function useHoldToTalk(isMicOn: boolean, onTalk: (isTalking: boolean) => void): void {
  const talk = useEffectEvent(onTalk)
  const isMuted = useEffectEvent(() => !isMicOn)
  useEffect(() => {
    const over = new AbortController()
    let heldSince: number | undefined
    let isOnButton = false
    const stop = () => {
      if (heldSince === undefined) return
      // A quick release on its own button was a press.
      const wasShort = performance.now() - heldSince < holdMs
      heldSince = undefined
      if (!(isOnButton && wasShort)) talk(false)
    }
    const onDown = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target instanceof Element ? event.target : undefined
      const isOnMic =
        target?.closest(`[${holdToTalk}]`) !== null && target?.closest('[aria-pressed]') !== null
      if (heldSince !== undefined) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (!areSingleKeysOn() || !isMuted() || !target || (!isOnMic && target.closest(busy))) return
      event.preventDefault()
      event.stopPropagation()
      heldSince = performance.now()
      isOnButton = isOnMic
      talk(true)
    }
    const onUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || heldSince === undefined) return
      event.preventDefault()
      event.stopPropagation()
      stop()
    }
    const options = { capture: true, signal: over.signal }
    document.addEventListener('keydown', onDown, options)
    document.addEventListener('keyup', onUp, options)
    // A window that lost the focus never gets the key's release.
    addEventListener('blur', stop, options)
    return () => {
      over.abort()
      stop()
    }
  }, [])
}
