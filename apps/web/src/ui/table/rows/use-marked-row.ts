import { useCallback, useRef } from 'react'

export interface MarkedRow {
  key: string | undefined
  /** The row's `ref`. */
  leadTo: (row: HTMLElement | null) => void
}

/**
 * Scrolls to the row that a link leads to and focuses it, once. Afterwards the row may come and go while somebody
 * searches or turns pages.
 */
export function useMarkedRow(key: string | undefined): MarkedRow {
  const led = useRef<string>(undefined)
  const leadTo = useCallback(
    (row: HTMLElement | null) => {
      if (!row || led.current === key) return
      led.current = key
      // After the page's heading, which takes the focus of a new page.
      requestAnimationFrame(() => {
        row.scrollIntoView({ block: 'nearest' })
        row.querySelector<HTMLElement>('[data-row-opener]')?.focus({ preventScroll: true })
      })
    },
    [key],
  )
  return { key, leadTo }
}
