import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { trackChanges } from '../src/platform/changes/tracking.ts'
import { Widgets } from '../src/ui/page/widgets.tsx'

interface GalleryFrameProps {
  /** Where the page with the story is, search included; before it, where Back leads. */
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

/** What the app puts around every widget: a router on an address of its own, a cache, and the theme. */
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
        {/* The router's registered type is the product's; this one has a single page. */}
        <RouterProvider router={router as never} />
      </Story>
    </QueryClientProvider>
  )
}
