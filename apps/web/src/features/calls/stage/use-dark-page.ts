import { useEffect } from 'react'
import { applyTheme } from '#platform/theme.ts'

/** The call is dark in both themes, and so are the menus that open over it outside of its own part of the page. */
export function useDarkPage(): void {
  useEffect(() => {
    document.documentElement.dataset.theme = 'dark'
    return applyTheme
  }, [])
}
