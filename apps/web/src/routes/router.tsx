import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import type { Address } from '#base/address.ts'
import { lazyPage } from '#base/load-part.ts'
import { isEndHeld, readToken } from '#platform/sign-in/token.ts'
import { LoginPage } from './login.tsx'
import { PageFailure, PagePending, Root } from './root.tsx'
import { beginPage, placeOf } from './page-routes.ts'
import { destinationOf } from '@parley/contract/rules/people/sign-in.ts'

// The route table of the product. Each page's code is loaded when it is first needed.

const root = createRootRouteWithContext<{ client: QueryClient }>()({ component: Root })

/** Everything that needs a sign-in: it loads the profile and shows the gates that come before any page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: lazyPage(async () => (await import('./signed-in.tsx')).SignedIn),
})

/** Redirects to /login if there is no token, with the way back in `to`. */
function askForToken({ location }: { location: { pathname: string; searchStr: string } }): void {
  if (readToken() === null) {
    throw redirect({ to: '/login', search: { to: location.pathname + location.searchStr } })
  }
}

/** Pages in the frame with sidebar and top bar. */
const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  beforeLoad: askForToken,
  component: lazyPage(async () => (await import('./in-shell.tsx')).InShell),
})

/**
 * Pages outside of the shell, where calls run. Each has its own frame, and a page that is held stays when the sign-in has
 * ended.
 */
const stage = createRoute({
  getParentRoute: () => signedIn,
  id: 'stage',
  beforeLoad: (given) => {
    if (!isEndHeld()) askForToken(given)
  },
})

/** Pages that anybody may read: in the shell for signed-in users, else in a frame of their own. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyPage(async () => (await import('./open.tsx')).Open),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ to }: { to?: unknown }): { to?: string } => (typeof to === 'string' ? { to } : {}),
  beforeLoad: ({ search }) => {
    if (readToken() !== null) throw redirect({ href: destinationOf(search.to) })
  },
  // Part of the entry: users without a token come here, and a second wave of files would double the wait on slow
  // networks.
  component: LoginPage,
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyPage(async () => (await import('./mailed-links.tsx')).ForgotPasswordPage),
})

// Opened as /set-password/{token}; main.tsx takes the token out of the address before the router reads it.
const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyPage(async () => (await import('./mailed-links.tsx')).SetPasswordPage),
})

// Opened as /confirm-email/{token}; its token is taken out of the address in the same way.
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyPage(async () => (await import('./mailed-links.tsx')).ConfirmEmailPage),
})

const terms = createRoute({
  getParentRoute: () => open,
  ...placeOf('terms'),
  component: lazyPage(async () => (await import('./open.tsx')).TermsPage),
})

const privacy = createRoute({
  getParentRoute: () => open,
  ...placeOf('privacy'),
  component: lazyPage(async () => (await import('./open.tsx')).PrivacyPage),
})

const changes = createRoute({
  getParentRoute: () => open,
  ...placeOf('changes'),
  component: lazyPage(async () => (await import('./open.tsx')).ChangesPage),
})

const clientHelp = createRoute({
  getParentRoute: () => open,
  ...placeOf('clientHelp'),
  component: lazyPage(async () => (await import('./help.tsx')).ClientHelpPage),
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  ...placeOf('dashboard'),
  loader: (given) => beginPage('dashboard', async () => (await import('./dashboard.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./dashboard.tsx')).DashboardPage),
})

const sessions = createRoute({
  getParentRoute: () => shell,
  ...placeOf('sessions'),
  loader: (given) => beginPage('sessions', async () => (await import('./sessions.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./sessions.tsx')).SessionsPage),
})

const training = createRoute({
  getParentRoute: () => shell,
  ...placeOf('training'),
  component: lazyPage(async () => (await import('./training.tsx')).TrainingPage),
})

const trainingMaterial = createRoute({
  getParentRoute: () => shell,
  ...placeOf('trainingMaterial'),
  component: lazyPage(async () => (await import('./training.tsx')).TrainingMaterialPage),
})

const clients = createRoute({
  getParentRoute: () => shell,
  ...placeOf('clients'),
  loader: (given) => beginPage('clients', async () => (await import('./people.tsx')).prefetchClients, given),
  component: lazyPage(async () => (await import('./people.tsx')).ClientsPage),
})

const client = createRoute({
  getParentRoute: () => shell,
  ...placeOf('client'),
  loader: (given) => beginPage('client', async () => (await import('./person.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./person.tsx')).ClientPage),
})

const clientProgress = createRoute({
  getParentRoute: () => shell,
  ...placeOf('clientProgress'),
  loader: (given) =>
    beginPage('clientProgress', async () => (await import('./client-progress.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./client-progress.tsx')).ClientProgressPage),
})

const clientsImport = createRoute({
  getParentRoute: () => shell,
  ...placeOf('clientsImport'),
  component: lazyPage(async () => (await import('./clients-import.tsx')).ClientsImportPage),
})

const coaches = createRoute({
  getParentRoute: () => shell,
  ...placeOf('coaches'),
  loader: (given) => beginPage('coaches', async () => (await import('./people.tsx')).prefetchCoaches, given),
  component: lazyPage(async () => (await import('./people.tsx')).CoachesPage),
})

const coach = createRoute({
  getParentRoute: () => shell,
  ...placeOf('coach'),
  loader: (given) => beginPage('coach', async () => (await import('./person.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./person.tsx')).CoachPage),
})

const organizations = createRoute({
  getParentRoute: () => shell,
  ...placeOf('organizations'),
  loader: (given) =>
    beginPage('organizations', async () => (await import('./organizations.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./organizations.tsx')).OrganizationsPage),
})

const organization = createRoute({
  getParentRoute: () => shell,
  ...placeOf('organization'),
  loader: (given) =>
    beginPage('organization', async () => (await import('./organization.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./organization.tsx')).OrganizationPage),
})

const invoices = createRoute({
  getParentRoute: () => shell,
  ...placeOf('invoices'),
  loader: (given) => beginPage('invoices', async () => (await import('./invoices.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./invoices.tsx')).InvoicesPage),
})

const invoice = createRoute({
  getParentRoute: () => shell,
  ...placeOf('invoice'),
  loader: (given) => beginPage('invoice', async () => (await import('./invoice.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./invoice.tsx')).InvoicePage),
})

const help = createRoute({
  getParentRoute: () => shell,
  ...placeOf('help'),
  component: lazyPage(async () => (await import('./help.tsx')).HelpPage),
})

const profile = createRoute({
  getParentRoute: () => shell,
  ...placeOf('profile'),
  loader: (given) => beginPage('profile', async () => (await import('./profile.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./profile.tsx')).ProfilePage),
})

const audit = createRoute({
  getParentRoute: () => shell,
  ...placeOf('audit'),
  loader: (given) => beginPage('audit', async () => (await import('./audit.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./audit.tsx')).AuditPage),
})

const reports = createRoute({
  getParentRoute: () => shell,
  ...placeOf('reports'),
  loader: (given) => beginPage('reports', async () => (await import('./reports.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./reports.tsx')).ReportsPage),
})

const mails = createRoute({
  getParentRoute: () => shell,
  ...placeOf('mails'),
  loader: (given) => beginPage('mails', async () => (await import('./mails.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./mails.tsx')).MailsPage),
})

const sessionPreview = createRoute({
  getParentRoute: () => shell,
  ...placeOf('sessionPreview'),
  loader: (given) =>
    beginPage('sessionPreview', async () => (await import('./session-preview.tsx')).prefetch, given),
  component: lazyPage(async () => (await import('./session-preview.tsx')).SessionPreviewPage),
})

const sessionJoin = createRoute({
  getParentRoute: () => stage,
  ...placeOf('sessionJoin'),
  component: lazyPage(async () => (await import('./session-join.tsx')).SessionJoinPage),
})

const sessionCompletion = createRoute({
  getParentRoute: () => stage,
  ...placeOf('sessionCompletion'),
  component: lazyPage(async () => (await import('./session-completion.tsx')).SessionCompletionPage),
})

/** Any other path. It is behind the guard, so that a signed-out visitor gets /login first. */
const notFound = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyPage(async () => (await import('./not-found.tsx')).NotFoundPage),
})

const routeTree = root.addChildren([
  login,
  forgotPassword,
  setPassword,
  confirmEmail,
  open.addChildren([terms, privacy, changes, clientHelp]),
  signedIn.addChildren([
    shell.addChildren([
      home,
      dashboard,
      sessions,
      training,
      trainingMaterial,
      clients,
      client,
      clientProgress,
      clientsImport,
      coaches,
      coach,
      organizations,
      organization,
      invoices,
      invoice,
      help,
      profile,
      audit,
      mails,
      reports,
      sessionPreview,
      notFound,
    ]),
    stage.addChildren([sessionJoin, sessionCompletion]),
  ]),
])

/** Uses the browser's history unless another is given: the build prerenders the login page without a browser. */
export const createPortalRouter = (client: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { client },
    ...(history && { history }),
    defaultPreload: 'intent',
    // The prerender has nothing to scroll.
    scrollRestoration: history === undefined,
    // Skeletons appear after 150 ms and then stay for at least 300.
    defaultPendingMs: 150,
    defaultPendingMinMs: 300,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailure,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
  interface HistoryState {
    /** Passed to /login after somebody has set a password. */
    username?: string
    /** The list that a row was opened from, with its filters and page: the way back there. */
    from?: { path: string; search: Address }
  }
}
