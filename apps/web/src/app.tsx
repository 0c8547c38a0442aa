import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { createPortalRouter } from './routes/router.tsx'

interface AppProps {
  client: QueryClient
  router: ReturnType<typeof createPortalRouter>
}

/** The portal. The build prerenders the login page from this same tree, so that the browser can hydrate it. */
export const App = ({ client, router }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
