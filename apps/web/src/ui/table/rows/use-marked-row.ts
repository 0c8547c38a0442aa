import { useCallback, useRef } from 'react'

export interface MarkedRow {
  key: string | undefined
  /** The row's `ref`. */
  leadTo: (row: HTMLElement | null) => void
}

/**
 * The row that a link leads to: it comes into view and takes the focus, once. Afterwards it may come and go, while
 * somebody types in the search or turns pages.
 */
export function useMarkedRow(key: string | undefined): MarkedRow {
  const led = useRef<string>(undefined)
  const leadTo = useCallback(
    (row: HTMLElement | null) => {
      if (!row || led.current === key) return
      led.current = key
      // After the page's heading, which takes the focus when the page is new.
      requestAnimationFrame(() => {
        row.scrollIntoView({ block: 'nearest' })
        row.querySelector<HTMLElement>('[data-row-opener]')?.focus({ preventScroll: true })
      })
    },
    [key],
  )
  return { key, leadTo }
}
