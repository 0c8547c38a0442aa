import { useEffect, useState, type ReactNode } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { applyTheme, lightenForPaper } from './theme.ts'

/** Whether the browser is printing. Content for paper is rendered only then, and on white in every theme. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => {
      lightenForPaper()
      // The browser prints the page as it is when this handler returns.
      flushSync(() => setPrinting(true))
    }
    const end = () => {
      applyTheme()
      setPrinting(false)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Printed instead of the page while it is mounted. Invisible on the screen. */
export const PrintSheet = ({ children }: { children: ReactNode }) =>
  createPortal(
    // ui.css hides everything else on paper.
    <div data-print-sheet="" className="hidden p-10 print:block">
      {children}
    </div>,
    document.body,
  )
