import { destinationOf } from '@parley/contract/rules/redirects.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readToken } from '#platform/sign-in/token.ts'
import { LoginPage } from './login.tsx'
import { PageFailure } from './page-failure.tsx'
import { PagePending } from './page-pending.tsx'
import { Root } from './root.tsx'

// The route table of the product. Each page is loaded when it is first asked for.

const root = createRootRoute({ component: Root })

/** Everything that needs a sign-in. Without a token: /login, with the way back in `to`. */
const guarded = createRoute({
  getParentRoute: () => root,
  id: 'guarded',
  beforeLoad: ({ location }) => {
    if (readToken() === null) {
      throw redirect({ to: '/login', search: { to: location.pathname + location.searchStr } })
    }
  },
  component: lazyRouteComponent(() => import('./guarded.tsx'), 'Guarded'),
})

/** Pages that anybody may read: in the shell for whoever is signed in, else in a frame of their own. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('./open.tsx'), 'Open'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ to }: { to?: unknown }): { to?: string } => (typeof to === 'string' ? { to } : {}),
  beforeLoad: ({ search }) => {
    if (readToken() !== null) throw redirect({ href: destinationOf(search.to) })
  },
  // With the entry: whoever has no token comes here, and a second wave of files would double the wait on a slow network.
  component: LoginPage,
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password.tsx'), 'ForgotPasswordPage'),
})

// Opened as /set-password/{token}; main.tsx takes the token out of the address before the router reads it.
const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./set-password.tsx'), 'SetPasswordPage'),
})

// Opened as /confirm-email/{token}; its token is taken out of the address in the same way.
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./confirm-email.tsx'), 'ConfirmEmailPage'),
})

const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  staticData: { crumb: 'Terms' },
  component: lazyRouteComponent(() => import('./terms.tsx'), 'TermsPage'),
})

const privacy = createRoute({
  getParentRoute: () => open,
  path: '/privacy',
  staticData: { crumb: 'Privacy' },
  component: lazyRouteComponent(() => import('./privacy.tsx'), 'PrivacyPage'),
})

const changes = createRoute({
  getParentRoute: () => open,
  path: '/changes',
  staticData: { area: 'changes' },
  component: lazyRouteComponent(() => import('./changes.tsx'), 'ChangesPage'),
})

const home = createRoute({
  getParentRoute: () => guarded,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => guarded,
  path: '/dashboard',
  staticData: { area: 'dashboard' },
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'DashboardPage'),
})

const sessions = createRoute({
  getParentRoute: () => guarded,
  path: '/sessions',
  staticData: { area: 'sessions' },
  component: lazyRouteComponent(() => import('./sessions.tsx'), 'SessionsPage'),
})

const training = createRoute({
  getParentRoute: () => guarded,
  path: '/training',
  staticData: { area: 'training' },
  component: lazyRouteComponent(() => import('./training.tsx'), 'TrainingPage'),
})

const clients = createRoute({
  getParentRoute: () => guarded,
  path: '/clients',
  staticData: { area: 'clients' },
  component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsPage'),
})

const clientsImport = createRoute({
  getParentRoute: () => guarded,
  path: '/clients/import',
  staticData: { area: 'clients', crumb: 'Import' },
  component: lazyRouteComponent(() => import('./clients-import.tsx'), 'ClientsImportPage'),
})

const coaches = createRoute({
  getParentRoute: () => guarded,
  path: '/coaches',
  staticData: { area: 'coaches' },
  component: lazyRouteComponent(() => import('./coaches.tsx'), 'CoachesPage'),
})

const organizations = createRoute({
  getParentRoute: () => guarded,
  path: '/organizations',
  staticData: { area: 'organizations' },
  component: lazyRouteComponent(() => import('./organizations.tsx'), 'OrganizationsPage'),
})

const organization = createRoute({
  getParentRoute: () => guarded,
  path: '/organization/$organizationId',
  staticData: { area: 'organizations', crumb: 'Organization' },
  component: lazyRouteComponent(() => import('./organization.tsx'), 'OrganizationPage'),
})

const invoices = createRoute({
  getParentRoute: () => guarded,
  path: '/organization/$organizationId/invoices',
  staticData: { area: 'organizations', crumb: 'Invoices' },
  component: lazyRouteComponent(() => import('./invoices.tsx'), 'InvoicesPage'),
})

const invoice = createRoute({
  getParentRoute: () => guarded,
  path: '/invoice/$invoiceId',
  staticData: { area: 'organizations', crumb: 'Invoice' },
  component: lazyRouteComponent(() => import('./invoice.tsx'), 'InvoicePage'),
})

const help = createRoute({
  getParentRoute: () => guarded,
  path: '/help',
  staticData: { crumb: 'Help' },
  component: lazyRouteComponent(() => import('./help.tsx'), 'HelpPage'),
})

const profile = createRoute({
  getParentRoute: () => guarded,
  path: '/profile',
  staticData: { crumb: 'Profile' },
  component: lazyRouteComponent(() => import('./profile.tsx'), 'ProfilePage'),
})

const audit = createRoute({
  getParentRoute: () => guarded,
  path: '/audit',
  staticData: { crumb: 'Audit' },
  component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditPage'),
})

const mails = createRoute({
  getParentRoute: () => guarded,
  path: '/mails',
  staticData: { crumb: 'Mails' },
  component: lazyRouteComponent(() => import('./mails.tsx'), 'MailsPage'),
})

const sessionPreview = createRoute({
  getParentRoute: () => guarded,
  path: '/session/$sessionId/preview',
  staticData: { area: 'sessions', crumb: 'Session' },
  component: lazyRouteComponent(() => import('./session-preview.tsx'), 'SessionPreviewPage'),
})

const sessionJoin = createRoute({
  getParentRoute: () => guarded,
  path: '/session/$sessionId/join',
  staticData: { area: 'sessions', crumb: 'Join' },
  component: lazyRouteComponent(() => import('./session-join.tsx'), 'SessionJoinPage'),
})

const sessionCompletion = createRoute({
  getParentRoute: () => guarded,
  path: '/session/$sessionId/completionpage',
  staticData: { area: 'sessions', crumb: 'Call ended' },
  component: lazyRouteComponent(() => import('./session-completion.tsx'), 'SessionCompletionPage'),
})

/** Any other path: behind the guard, so that a stranger meets /login first. */
const notFound = createRoute({
  getParentRoute: () => guarded,
  path: '$',
  component: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFoundPage'),
})

const routeTree = root.addChildren([
  login,
  forgotPassword,
  setPassword,
  confirmEmail,
  open.addChildren([terms, privacy, changes]),
  guarded.addChildren([
    home,
    dashboard,
    sessions,
    training,
    clients,
    clientsImport,
    coaches,
    organizations,
    organization,
    invoices,
    invoice,
    help,
    profile,
    audit,
    mails,
    sessionPreview,
    sessionJoin,
    sessionCompletion,
    notFound,
  ]),
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Skeletons appear after 150 ms and then stay for at least 300.
  defaultPendingMs: 150,
  defaultPendingMinMs: 300,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageFailure,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Carried to /login by somebody who has just set a password. */
    username?: string
  }
}
