import { useEffect, type RefObject } from 'react'

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
