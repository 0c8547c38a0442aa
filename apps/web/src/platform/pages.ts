import type { AddressKey } from '#base/address.ts'
import { isAtLeast, levels, type LevelName, type Privs } from '@parley/contract/rules/people/levels.ts'

/** Where a page is offered, besides the links on other pages. */
type Offer = 'sidebar' | 'drawer' | 'top bar' | 'user menu' | 'palette'

export interface Page {
  path: string
  /** Its name in menus and in the top bar. */
  name: string
  /** Its main heading and the document's title, if they never change and differ from its name. */
  title?: string
  /** The page does not exist for users below this level. */
  level?: LevelName
  /** The page of the sidebar that it belongs to. */
  area?: string
  /** It has its own way back, to the list as it was left, which the top bar does not know. */
  leadsBack?: true
  offers?: readonly Offer[]
  /** Menus offer it from this level on, though users below it may open the address too. */
  offeredFrom?: LevelName
  /** The search params that it reads. */
  address?: readonly AddressKey[]
  /** More words that the palette finds it by. */
  words?: string
}

const ofList = ['page', 'search', 'order', 'filters'] as const

/** Every page that has a place in the portal. Router, menus, palette, top bar and level guard all read this table. */
export const pages = {
  dashboard: {
    path: '/dashboard',
    name: 'Dashboard',
    address: [...ofList, 'edit', 'schedule'],
    offers: ['sidebar', 'palette'],
    words: 'home',
  },
  sessions: {
    path: '/sessions',
    name: 'Sessions',
    title: 'Session Management',
    address: [...ofList, 'edit', 'schedule', 'when', 'from', 'until', 'marked'],
    offers: ['sidebar', 'palette'],
    words: 'calls',
  },
  training: { path: '/training', name: 'Training', offers: ['sidebar', 'palette'] },
  trainingMaterial: { path: '/training/$tag', name: 'Material', area: 'training' },
  clients: {
    path: '/clients',
    name: 'Clients',
    title: 'Client Management',
    address: [...ofList, 'edit', 'add'],
    offers: ['sidebar', 'palette'],
    words: 'people',
  },
  clientsImport: {
    path: '/clients/import',
    name: 'Import',
    title: 'Import clients',
    address: ['import', ...ofList],
    level: 'OrgAdmin',
    area: 'clients',
  },
  client: {
    path: '/clients/$personId',
    name: 'Client',
    area: 'clients',
    leadsBack: true,
    address: ['edit', 'schedule'],
  },
  clientProgress: {
    path: '/clients/$personId/progress',
    name: 'Progress',
    area: 'clients',
    leadsBack: true,
  },
  coaches: {
    path: '/coaches',
    name: 'Coaches',
    title: 'Coach Management',
    level: 'OrgAdmin',
    address: [...ofList, 'edit', 'add'],
    offers: ['sidebar', 'palette'],
    words: 'people',
  },
  // A coach cannot see the list of coaches, but can see those that they share a session with.
  coach: {
    path: '/coaches/$personId',
    name: 'Coach',
    area: 'coaches',
    leadsBack: true,
    address: ['edit', 'schedule'],
  },
  // Users who may not see the list are redirected to their own organization.
  organizations: {
    path: '/organizations',
    name: 'Organizations',
    title: 'Organization Management',
    address: ofList,
    offers: ['sidebar', 'palette'],
    offeredFrom: 'OrgAdmin',
  },
  organization: { path: '/organization/$organizationId', name: 'Organization', area: 'organizations' },
  invoices: {
    path: '/organization/$organizationId/invoices',
    name: 'Invoices',
    area: 'organizations',
    level: 'OrgAdmin',
    address: ofList,
  },
  invoice: { path: '/invoice/$invoiceId', name: 'Invoice', area: 'organizations', level: 'OrgAdmin' },
  changes: {
    path: '/changes',
    name: 'Update Notes',
    offers: ['sidebar', 'palette'],
    words: 'changes releases',
  },
  help: {
    path: '/help',
    name: 'Help',
    title: 'Help & FAQs',
    address: ['search', 'tab', 'topic'],
    offers: ['drawer', 'top bar', 'palette'],
    words: 'faqs',
  },
  // For coaches to send to a client, who does not sign in.
  clientHelp: { path: '/help/client', name: 'Help for clients', address: ['search', 'topic'] },
  profile: {
    path: '/profile',
    name: 'Profile',
    offers: ['user menu', 'palette'],
    words: 'my account password time zone',
  },
  audit: {
    path: '/audit',
    name: 'Audit',
    address: [...ofList, 'from', 'until'],
    level: 'OrgAdmin',
    offers: ['user menu', 'palette'],
    words: 'who did what',
  },
  mails: {
    path: '/mails',
    name: 'Emails',
    address: ofList,
    level: 'Admin',
    offers: ['user menu', 'palette'],
    words: 'mails sent delivery',
  },
  reports: {
    path: '/reports',
    name: 'Call reports',
    address: ofList,
    level: 'Admin',
    offers: ['user menu', 'palette'],
    words: 'technical issues support',
  },
  sessionPreview: {
    path: '/session/$sessionId/preview',
    name: 'Session',
    area: 'sessions',
    address: ['edit', 'tab'],
  },
  sessionJoin: { path: '/session/$sessionId/join', name: 'Device check', area: 'sessions' },
  sessionCompletion: { path: '/session/$sessionId/completionpage', name: 'Call ended', area: 'sessions' },
  terms: { path: '/terms', name: 'Terms' },
  privacy: { path: '/privacy', name: 'Privacy' },
} as const satisfies Record<string, Page>

export type PageKey = keyof typeof pages

/** The keys of pages that are offered at a place. */
type OfferedAt<O extends Offer> = {
  [K in PageKey]: (typeof pages)[K] extends { offers: readonly (infer P)[] }
    ? O extends P
      ? K
      : never
    : never
}[PageKey]

/** Pages that some menu offers: each has an icon. */
export type OfferedPage = OfferedAt<Offer>

const pageOf = (key: PageKey): Page => pages[key]

/** Whether the page exists for users of this level. */
export const isPageFor = (privs: Privs, key: PageKey): boolean => {
  const { level } = pageOf(key)
  return level === undefined || isAtLeast(privs, level)
}

/** The pages offered at a place to users of this level, in the table's order. */
export const pagesAt = <O extends Offer>(offer: O, privs: Privs): OfferedAt<O>[] =>
  // `Object.keys` loses the type of the keys; the filter leaves those that are offered there.
  (Object.keys(pages) as OfferedAt<O>[]).filter((key) => {
    const { offers, offeredFrom } = pageOf(key)
    const isKnown = offeredFrom === undefined || isAtLeast(privs, offeredFrom)
    return offers?.includes(offer) === true && isKnown && isPageFor(privs, key)
  })

export const leadsBack = (key: PageKey): boolean => pageOf(key).leadsBack === true

/** Whether its main heading never changes. If the page is below another one, only a title in the table guarantees that. */
export const hasOneTitle = (key: PageKey): boolean =>
  key !== 'dashboard' && (pageOf(key).area === undefined || pageOf(key).title !== undefined)

/** The text of the page's main heading. */
export const titleOf = (key: PageKey): string => pageOf(key).title ?? pageOf(key).name

/** The page of the sidebar that a page belongs to, or is. */
export function areaOf(key: PageKey): OfferedAt<'sidebar'> | undefined {
  const { area, offers } = pageOf(key)
  if (offers?.includes('sidebar')) return key as OfferedAt<'sidebar'>
  // pages.test.ts checks that the table names only pages of the sidebar as areas.
  return area as OfferedAt<'sidebar'> | undefined
}

/** The address of a person's page. */
export const personPath = ({ id, privs }: { id: string; privs: Privs }): string =>
  `${pages[privs === levels.Client ? 'clients' : 'coaches'].path}/${id}`
