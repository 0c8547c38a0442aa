import { useEffect, useEffectEvent } from 'react'

/** Binds keys ('1', 'm', 'Escape') to actions, wherever the focus is. A key that is held down acts once. */
export function useKeys(acts: Record<string, (() => void) | undefined>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    // Enter already presses the focused button.
    if (event.key === 'Enter' && document.activeElement instanceof HTMLButtonElement) return
    const found = acts[nameOf(event)]
    if (!found) return
    event.preventDefault()
    found()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Without this, holding Enter down would also press the button of the next screen.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

// Digits go by the key's position, so that they work without Shift on layouts whose digit row needs it.
const nameOf = ({ code, key }: KeyboardEvent): string =>
  /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? (key.length === 1 ? key.toLowerCase() : key)
