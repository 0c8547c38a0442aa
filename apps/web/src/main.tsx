import './ui/ui.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { takeLinkSecret } from './features/identity/password/link-secret.ts'
import { followSession } from './features/identity/sign-in/session-end.ts'
import { createQueryClient } from './platform/server/queries.ts'
import { reportError, reportStrayErrors } from './platform/server/report-error.ts'
import { followTheme } from './platform/theme.ts'
import { allowEmptyMarkup } from './platform/trusted-types.ts'
import { createPortalRouter } from './routes/router.tsx'

allowEmptyMarkup()
takeLinkSecret()
reportStrayErrors()
followTheme()

const client = createQueryClient()
const router = createPortalRouter(client)
followSession(router, client)

const logAndReport = (error: unknown) => {
  console.error(error)
  reportError(error)
}

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element with the id root.')
createRoot(place, { onCaughtError: logAndReport, onUncaughtError: logAndReport }).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
