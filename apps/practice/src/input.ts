import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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

/** Arrow keys move the focus between the buttons of a grid; from outside they move it into the grid. */
export function useArrows(grid: RefObject<HTMLElement | null>, columns: number): void {
  useEffect(() => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    }
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
      const from = buttons.findIndex((button) => button === document.activeElement)
      if (from < 0) (step > 0 ? buttons[0] : buttons.at(-1))?.focus()
      else buttons[from + step]?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [grid, columns])
}

/** Ignores presses for a moment after mounting: the second click of a double click is not meant for the new screen. */
export function useSettled(ms = 500): (act: () => void) => void {
  const isSettled = useRef(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      isSettled.current = true
    }, ms)
    return () => clearTimeout(timer)
  }, [ms])
  return (act) => {
    if (isSettled.current) act()
  }
}

/**
 * Suppresses the browser's own shortcuts and menus while two people look at the page: F5 would lose the talk, and the
 * browser's menus and dialogs would cover it.
 */
export function holdPage(): void {
  window.addEventListener('contextmenu', (event) => event.preventDefault())
  window.addEventListener('dragstart', (event) => event.preventDefault())
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) event.preventDefault()
  })
}
