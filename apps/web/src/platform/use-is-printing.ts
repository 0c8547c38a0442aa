import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
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
