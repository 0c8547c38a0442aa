import { useEffect, useRef, useState } from 'react'
import { searchDelayMs } from './use-debounced.ts'

/**
 * A text that is typed here and kept elsewhere: each key shows at once, and is handed on when no other followed for 200 ms.
 * Until then what is typed wins over what is kept; after that the kept text does, so that Back and Clear work.
 */
export function useDebouncedText(kept: string, keep: (text: string) => void) {
  const [typed, setTyped] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const keepNow = useRef(keep)
  useEffect(() => {
    keepNow.current = keep
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (text: string) => {
    clearTimeout(timer.current)
    setTyped(text)
    timer.current = setTimeout(() => {
      keepNow.current(text)
      setTyped(undefined)
    }, searchDelayMs)
  }
  return [typed ?? kept, type] as const
}
