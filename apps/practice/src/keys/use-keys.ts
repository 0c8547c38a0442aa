import { useEffect, useEffectEvent } from 'react'

/** What each key does, wherever the focus is: '1', 'm', 'Escape'. A key that is held down counts once. */
export function useKeys(acts: Record<string, (() => void) | undefined>): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
    // A button that has the focus is pressed by Enter itself.
    if (event.key === 'Enter' && document.activeElement instanceof HTMLButtonElement) return
    const found = acts[nameOf(event)]
    if (!found) return
    event.preventDefault()
    found()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // Enter that is held down would press what comes next, too.
      if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

// By the place on the keyboard: where digits need Shift, the key above is the same.
const nameOf = ({ code, key }: KeyboardEvent): string =>
  /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? (key.length === 1 ? key.toLowerCase() : key)
