import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from './app.tsx'
import { GuestPage } from './features/calls/guest/guest-page.tsx'
import { createQueryClient } from './platform/server/queries.ts'
import { createPortalRouter } from './routes/router.tsx'

/** The pages that the build prerenders, so that their first paint does not wait for a script (scripts/web-build.ts). */
export async function drawLogin(): Promise<string> {
  const client = createQueryClient()
  const router = createPortalRouter(client, createMemoryHistory({ initialEntries: ['/login'] }))
  await router.load()
  return renderToString(<App client={client} router={router} />)
}

export const drawJoin = (): string =>
  renderToString(
    <StrictMode>
      <GuestPage secret={null} />
    </StrictMode>,
  )
