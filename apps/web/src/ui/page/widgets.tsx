import { useRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { keepFocus } from './keep-focus.ts'
import { English } from './locale.tsx'

/**
 * What every widget needs to know: our language, how an entry with an address, such as a menu's, goes there, and where the
 * focus goes when what had it is gone.
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
