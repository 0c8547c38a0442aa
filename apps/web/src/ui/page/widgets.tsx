import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { keepFocus } from './keep-focus.ts'

/**
 * The context of every widget: our language, how an entry with an address (such as a menu's) navigates, and where the
 * focus goes when the focused element is gone.
 */
export function Widgets({ children }: { children: ReactNode }) {
  const router = useRouter()
  useEffect(() => keepFocus(document), [])
  return (
    <English>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
    </English>
  )
}

/** Parley is in English; without this, React Aria would label the parts of its widgets in the browser's language. */
const English = ({ children }: { children: ReactNode }) => (
  <I18nProvider locale="en-US">{children}</I18nProvider>
)
