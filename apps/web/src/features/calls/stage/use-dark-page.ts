import { useEffect } from 'react'
import { applyTheme } from '#platform/theme.ts'

/** The call is dark in both themes, and so are the menus over it, which open outside of its part of the page. */
export function useDarkPage(): void {
  useEffect(() => {
    document.documentElement.dataset.theme = 'dark'
    return applyTheme
  }, [])
}
