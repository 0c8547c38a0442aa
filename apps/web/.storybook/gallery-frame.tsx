import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { trackChanges } from '../src/platform/changes/tracking.ts'
import { Widgets } from '../src/ui/page/widgets.tsx'

interface GalleryFrameProps {
  /** The router's history. The last address is the story's own, search included; the one before it is where Back leads. */
  addresses: string[]
  theme: string
  children: ReactNode
}

const Story = createContext<ReactNode>(null)

const Page = () => (
  <Widgets>
    <main className="px-4 pt-5 pb-10 lg:px-8 lg:pt-7">{use(Story)}</main>
  </Widgets>
)

/** Wraps a story in what the app puts around every widget: a router with its own history, a cache, and the theme. */
export function GalleryFrame({ addresses, theme, children }: GalleryFrameProps) {
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: Page }),
      history: createMemoryHistory({ initialEntries: addresses }),
    }),
  )
  const [client] = useState(() =>
    trackChanges(new QueryClient({ defaultOptions: { queries: { retry: false } } })),
  )
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <QueryClientProvider client={client}>
      <Story value={children}>
        {/* The registered router type is the product's; this router has a single page. */}
        <RouterProvider router={router as never} />
      </Story>
    </QueryClientProvider>
  )
}
