import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import type { createPortalRouter } from './routes/router.tsx'

interface AppProps {
  client: QueryClient
  router: ReturnType<typeof createPortalRouter>
}

/** The portal. The build draws its login page from the same tree, so that the browser finds its own work there. */
export const App = ({ client, router }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
)
