import { useEffect, useRef, useState } from 'react'

/** How long after the last key a search is sent. */
const searchDelayMs = 200

/** The value, after it has not changed for a while. */
export function useDebounced<T>(value: T, delayMs = searchDelayMs): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}

interface Typed {
  text: string
  /** The kept text at the moment that this text was handed on. */
  keptThen?: string
}

/**
 * A text that is typed here and kept elsewhere. Each key shows at once, and the text is handed on (debounced) when no
 * key followed for 200 ms. The typed text wins until the kept text has changed, which may take a moment; after that the
 * kept text wins, so that Back and Clear work.
 */
export function useDebouncedText(kept: string, keep: (text: string) => void) {
  const [typed, setTyped] = useState<Typed>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useRef({ kept, keep })
  useEffect(() => {
    now.current = { kept, keep }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  if (typed?.keptThen !== undefined && typed.keptThen !== kept) setTyped(undefined)
  const type = (text: string) => {
    clearTimeout(timer.current)
    setTyped({ text })
    timer.current = setTimeout(() => {
      setTyped({ text, keptThen: now.current.kept })
      now.current.keep(text)
    }, searchDelayMs)
  }
  return [typed?.text ?? kept, type] as const
}
