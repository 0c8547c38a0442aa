import type { KeyboardEvent } from 'react'
import { areSingleKeysOn } from '#ui/keys/shortcuts.tsx'
import { rowMark } from './criterion-row.tsx'

interface KeyDeps {
  /** The rows in view, in their order. */
  rows: () => HTMLElement[]
  set: (path: string, value: boolean | null) => void
  /** Undefined where no moment can be marked. */
  onMoment: ((path: string) => void) | undefined
  onConversation: (conversation: number) => void
}

/** Handles a key that is pressed while a criterion has the focus. */
export function handleRubricKey(
  event: KeyboardEvent,
  { rows, set, onMoment, onConversation }: KeyDeps,
): void {
  const { key, target } = event
  const move = (to: (i: number, last: number) => number) => {
    const all = rows()
    const i = all.findIndex((row) => row.contains(document.activeElement))
    all[Math.min(Math.max(to(i, all.length - 1), 0), all.length - 1)]?.focus()
    event.preventDefault()
  }
  const answer = (path: string): boolean => {
    if (key === 'y') set(path, true)
    else if (key === 'n') set(path, false)
    else if (key === '0') set(path, null)
    else if (key === 'f' && onMoment) onMoment(path)
    else if (/^[1-4]$/.test(key)) onConversation(Number(key) - 1)
    else return false
    return true
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return
  if (key === 'ArrowDown') return move((i) => i + 1)
  if (key === 'ArrowUp') return move((i) => i - 1)
  if (key === 'Home') return move(() => 0)
  if (key === 'End') return move((_, last) => last)
  const path = target instanceof Element && target.closest(`[${rowMark}]`)?.getAttribute(rowMark)
  if (!path || !areSingleKeysOn() || !answer(path)) return
  // These letters mean other things elsewhere on the page.
  event.preventDefault()
  event.stopPropagation()
}
