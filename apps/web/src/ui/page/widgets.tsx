import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { English } from './locale.tsx'

/** What every widget needs to know: our language, and how an entry with an address, such as a menu's, goes there. */
export function Widgets({ children }: { children: ReactNode }) {
  const router = useRouter()
  return (
    <English>
      <RouterProvider navigate={(href) => void router.navigate({ href })}>{children}</RouterProvider>
    </English>
  )
}
