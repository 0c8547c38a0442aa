import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { applyTheme, lightenForPaper } from './theme.ts'

/** Whether the browser prints just now: what goes onto paper is there only then, and on white whatever the theme. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => {
      lightenForPaper()
      // The browser takes the page as it stands when this returns.
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
