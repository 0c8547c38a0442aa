import { useEffect, useRef, useState } from 'react'

// Longer than the glow itself, which is 1.2 s, or a still tint of 3 s with reduced motion.
const glowMs = 3200

/** Highlights rows that somebody else has changed: pass `highlighted` to the table, and call `glow` with a row's key. */
export function useGlow() {
  const [highlighted, setHighlighted] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach(clearTimeout)
  }, [])
  const glow = (key: string) => {
    clearTimeout(timers.current.get(key))
    setHighlighted((before) => new Set([...before, key]))
    const stop = () => setHighlighted((before) => new Set([...before].filter((each) => each !== key)))
    timers.current.set(key, setTimeout(stop, glowMs))
  }
  return { highlighted, glow }
}
