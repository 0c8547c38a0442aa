import './ui/ui.css'
import { App } from './app.tsx'
import { takeLinkSecret } from './features/identity/password/link-secret.ts'
import { followSession } from './features/identity/sign-in/session-end.ts'
import { clearDrawnPage, drawPage, isDrawn } from './platform/draw-page.ts'
import { createQueryClient } from './platform/server/queries.ts'
import { reportStrayErrors } from './platform/server/report-error.ts'
import { readToken } from './platform/sign-in/token.ts'
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

// The login page comes prerendered. A signed-in user is headed elsewhere, so their page is drawn from scratch.
if (isDrawn() && readToken() !== null) clearDrawnPage()
// React can only hydrate the page if the router is already there on the first render.
if (isDrawn()) await router.load()
drawPage(<App client={client} router={router} />)
