import { useEffect, useEffectEvent } from 'react'
import { useSingleKeys } from '#platform/single-keys.ts'

interface Shortcuts {
  onPalette: () => void
  onShortcuts: () => void
}

/** Ctrl+K or Cmd+K anywhere; `?` outside of fields and of what lies over the page. */
export function useShortcuts({ onPalette, onShortcuts }: Shortcuts): void {
  const areSingleKeysOn = useSingleKeys()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() === 'k' &&
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey
    ) {
      // The browser would go to its own search.
      event.preventDefault()
      onPalette()
    }
    if (event.key === '?' && areSingleKeysOn && isFree(event.target)) {
      event.preventDefault()
      onShortcuts()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

const busy =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

const isFree = (target: EventTarget | null): boolean => target instanceof Element && !target.closest(busy)
