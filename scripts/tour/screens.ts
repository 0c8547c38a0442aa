import { titleOf, type PageKey } from '../../apps/web/src/platform/pages.ts'
import { callStates } from './call-states.ts'
import type { TourPage, TourScreen } from './tour-screen.ts'

const checkTitle = 'Choose your video and audio options'

/** Pages that need no sign-in. The coach's part begins with them. */
const beforeSignIn: TourPage[] = [
  {
    id: 'sign-in',
    person: 'coach',
    reader: 'nobody',
    name: 'Sign in',
    text: 'Everybody with an account signs in here.',
    path: () => '/login',
    heading: 'Sign in',
  },
  {
    id: 'forgot-password',
    person: 'coach',
    reader: 'nobody',
    name: 'Forgot password',
    text: 'Enter your username or email address, and a link to a new password comes by email.',
    path: () => '/forgot-password',
    heading: "Can't log in?",
  },
  {
    id: 'set-password',
    person: 'coach',
    reader: 'nobody',
    name: 'Set password',
    text: 'The link in the first email, or in the one for a forgotten password, opens this page once.',
    path: ({ passwordLink }) => passwordLink,
    heading: 'Set your password',
  },
  {
    id: 'confirm-email',
    person: 'coach',
    reader: 'nobody',
    name: 'Confirm email',
    text: 'A new address in your profile counts once you have opened the link that was sent to it.',
    path: ({ emailLink }) => emailLink,
    heading: 'Confirm your new address',
  },
]

/** A page of the portal's table, with the name and the heading that the table gives it. */
function tableScreen(
  key: PageKey,
  id: string,
  given: Pick<TourPage, 'person' | 'text' | 'path'> & Partial<TourPage>,
): TourPage {
  const reader = given.person === 'client' ? 'nobody' : given.person
  return { id, reader, page: key, name: titleOf(key), heading: titleOf(key), ...given }
}

const coachBefore: TourPage[] = [
  tableScreen('dashboard', 'coach-dashboard', {
    person: 'coach',
    text: 'The day at a glance: the next call, what needs a decision, the week, and how the clients are doing.',
    path: () => '/dashboard',
  }),
  tableScreen('sessions', 'coach-sessions', {
    person: 'coach',
    text: 'All sessions of a coach, to search, filter, schedule and change.',
    path: () => '/sessions',
  }),
  {
    id: 'coach-schedule',
    person: 'coach',
    reader: 'coach',
    name: 'Schedule a session',
    text: "The form shows both people's days side by side, so that a free time is easy to find.",
    page: 'sessions',
    path: () => '/sessions?schedule=true',
    heading: titleOf('sessions'),
    act: async (page) => {
      await page.getByRole('dialog', { name: 'Schedule Session' }).getByLabel('Title').waitFor()
    },
  },
  tableScreen('sessionPreview', 'coach-session', {
    person: 'coach',
    name: 'A session',
    text: 'One session with its people, its times, its chat and its assessment, and the way into the call.',
    path: ({ nextSession }) => `/session/${nextSession}/preview`,
    heading: /./,
  }),
]

const coachAfter: TourPage[] = [
  tableScreen('sessionCompletion', 'coach-call-ended', {
    person: 'coach',
    text: 'After the call: who was there for how long, and whether the session counts as completed.',
    path: ({ pastSession }) => `/session/${pastSession}/completionpage`,
    heading: 'This call has ended.',
  }),
  tableScreen('clients', 'coach-clients', {
    person: 'coach',
    text: "A coach's clients, with their next and their last session.",
    path: () => '/clients',
  }),
  tableScreen('client', 'coach-client', {
    person: 'coach',
    name: 'A client',
    text: 'One client: contact, time zone, and sessions before and after today.',
    path: ({ client }) => `/clients/${client}`,
    heading: /./,
  }),
  tableScreen('clientProgress', 'coach-progress', {
    person: 'coach',
    text: 'How a client is doing from call to call, by the scores that the coach gave.',
    path: ({ scoredClient }) => `/clients/${scoredClient}/progress`,
    heading: /./,
  }),
  tableScreen('training', 'coach-training', {
    person: 'coach',
    text: 'Films and texts about good calls.',
    path: () => '/training',
  }),
  tableScreen('trainingMaterial', 'coach-material', {
    person: 'coach',
    name: 'A training text',
    text: 'One text of the training, in a measure that is easy to read.',
    path: () => '/training/ask-then-wait',
    heading: 'Ask, then wait',
  }),
  tableScreen('coach', 'coach-colleague', {
    person: 'coach',
    name: 'A colleague',
    text: 'A coach sees the pages of coaches with whom they share a session.',
    path: ({ coach }) => `/coaches/${coach}`,
    heading: /./,
  }),
  tableScreen('profile', 'coach-profile', {
    person: 'coach',
    text: 'Your own account: name, address, time zone, working hours, password, second factor and sign-ins.',
    path: () => '/profile',
    heading: /./,
  }),
  tableScreen('help', 'coach-help', {
    person: 'coach',
    text: 'Questions and answers, found by topic or by a word.',
    path: () => '/help',
  }),
  tableScreen('changes', 'coach-changes', {
    person: 'coach',
    text: 'What is new in Parley, version by version.',
    path: () => '/changes',
  }),
]

const orgAdmin: TourPage[] = [
  tableScreen('dashboard', 'orgadmin-dashboard', {
    person: 'orgAdmin',
    text: 'The same page for a whole organization.',
    path: () => '/dashboard',
  }),
  tableScreen('coaches', 'orgadmin-coaches', {
    person: 'orgAdmin',
    text: "The organization's coaches, and who of them may score.",
    path: () => '/coaches',
  }),
  tableScreen('coach', 'orgadmin-coach', {
    person: 'orgAdmin',
    name: 'A coach',
    text: 'One coach: rights, working hours, clients and sessions.',
    path: ({ coach }) => `/coaches/${coach}`,
    heading: /./,
  }),
  tableScreen('clientsImport', 'orgadmin-import', {
    person: 'orgAdmin',
    text: 'Clients come in from a CSV file. Rows with a mistake are listed before anything is written.',
    path: ({ importId }) => `/clients/import${importId === undefined ? '' : `?import=${importId}`}`,
  }),
  tableScreen('organization', 'orgadmin-organization', {
    person: 'orgAdmin',
    name: 'The organization',
    text: 'Its contact, billing address, time zone and rules, how its clients are doing, and its latest invoices.',
    path: ({ organization }) => `/organization/${organization}`,
    heading: /./,
  }),
  tableScreen('invoices', 'orgadmin-invoices', {
    person: 'orgAdmin',
    text: 'One invoice a month, and what the current month amounts to so far.',
    path: ({ organization }) => `/organization/${organization}/invoices`,
  }),
  tableScreen('invoice', 'orgadmin-invoice', {
    person: 'orgAdmin',
    name: 'An invoice',
    text: 'Each line opens to the sessions behind it, with the minutes that were counted.',
    path: ({ invoice }) => `/invoice/${invoice}`,
    heading: /./,
    act: async (page) => {
      await page.getByRole('article').getByRole('button', { expanded: false }).first().click()
      await page.getByRole('table', { name: /^Sessions of / }).waitFor()
      await page.mouse.move(0, 0)
    },
  }),
  tableScreen('audit', 'orgadmin-audit', {
    person: 'orgAdmin',
    text: 'Who did what to whom, and when.',
    path: () => '/audit',
  }),
]

const admin: TourPage[] = [
  tableScreen('organizations', 'admin-organizations', {
    person: 'admin',
    text: 'All organizations of an installation.',
    path: () => '/organizations',
  }),
  tableScreen('mails', 'admin-mails', {
    person: 'admin',
    text: 'Every email that went out, how often it was tried, and what the mail server answered.',
    path: () => '/mails',
  }),
  tableScreen('reports', 'admin-reports', {
    person: 'admin',
    text: 'Technical issues that people reported from a call.',
    path: () => '/reports',
  }),
]

const clientBefore: TourPage[] = [
  {
    id: 'client-link',
    person: 'client',
    reader: 'nobody',
    name: 'The personal link',
    text: 'A client has no account: the link in the invitation opens this page.',
    path: ({ guestLink }) => guestLink,
    heading: /^Hello /,
    act: async (page) => {
      await page.getByRole('button', { name: 'Agree and continue' }).waitFor()
    },
  },
]

const clientAfter: TourPage[] = [
  tableScreen('clientHelp', 'client-help', {
    person: 'client',
    text: 'The questions of clients, on a page that a coach can send.',
    path: () => '/help/client',
  }),
  tableScreen('terms', 'client-terms', {
    person: 'client',
    text: 'The terms that everybody accepts once.',
    path: () => '/terms',
    heading: /./,
  }),
  tableScreen('privacy', 'client-privacy', {
    person: 'client',
    text: 'What Parley keeps about a person, and for how long.',
    path: () => '/privacy',
    heading: /./,
  }),
]

const deviceCheck: TourPage = tableScreen('sessionJoin', 'coach-check', {
  person: 'coach',
  text: 'Before the call you see and hear yourself, and Parley tries the network.',
  path: ({ nextSession }) => `/session/${nextSession}/join`,
  heading: checkTitle,
  isPhotographedInCall: true,
})

/** Every screen and state of the tour, person by person, in the order in which each meets them. */
export const tourScreens: readonly TourScreen[] = [
  ...beforeSignIn,
  ...coachBefore,
  deviceCheck,
  ...callStates.filter(({ person }) => person === 'coach'),
  ...coachAfter,
  ...orgAdmin,
  ...admin,
  ...clientBefore,
  ...callStates.filter(({ person }) => person === 'client'),
  ...clientAfter,
]

/** The screens that have an address. The others are states of a call. */
export const tourPages: readonly TourPage[] = tourScreens.filter((screen) => 'path' in screen)
