import { levels } from '@parley/contract/rules/people/levels.ts'
import { expect, test } from 'vitest'
import { areaOf, isPageFor, pages, pagesAt, type PageKey } from './pages.ts'

const keys = Object.keys(pages) as PageKey[]

test('each level is offered its pages and no others', () => {
  const coach = ['dashboard', 'sessions', 'training', 'clients', 'changes']
  const orgAdmin = ['dashboard', 'sessions', 'training', 'clients', 'coaches', 'organizations', 'changes']
  expect(pagesAt('sidebar', levels.Coach)).toEqual(coach)
  expect(pagesAt('sidebar', levels.OrgAdmin)).toEqual(orgAdmin)
  expect(pagesAt('sidebar', levels.Super)).toEqual(orgAdmin)
  expect(pagesAt('user menu', levels.Coach)).toEqual(['profile'])
  expect(pagesAt('user menu', levels.OrgAdmin)).toEqual(['profile', 'audit'])
  expect(pagesAt('user menu', levels.Admin)).toEqual(['profile', 'audit', 'mails', 'reports'])
  expect(pagesAt('drawer', levels.Coach)).toEqual(['help'])
  expect(pagesAt('palette', levels.Coach)).toEqual([...coach, 'help', 'profile'])
  expect(pagesAt('palette', levels.Admin)).toEqual([
    ...orgAdmin,
    'help',
    'profile',
    'audit',
    'mails',
    'reports',
  ])
})

test('a page is closed to the levels below its own', () => {
  const closedTo = (privs: (typeof levels)[keyof typeof levels]) =>
    keys.filter((key) => !isPageFor(privs, key))
  expect(closedTo(levels.Coach)).toEqual([
    'clientsImport',
    'coaches',
    'invoices',
    'invoice',
    'audit',
    'mails',
    'reports',
  ])
  expect(closedTo(levels.OrgAdmin)).toEqual(['mails', 'reports'])
  expect(closedTo(levels.Admin)).toEqual([])
})

test('every area is a page of the sidebar', () => {
  const areas: readonly PageKey[] = pagesAt('sidebar', levels.Super)
  const strays = keys.filter((key) => {
    const area = areaOf(key)
    return area !== undefined && !areas.includes(area)
  })
  expect(strays).toEqual([])
  expect(areaOf('clientsImport')).toBe('clients')
  expect(areaOf('coaches')).toBe('coaches')
  expect(areaOf('help')).toBeUndefined()
})

/** Users read these in menus, the palette, the top bar and the window's title, so change them here as well. */
test('every page has its address and its name, and a title if that differs', () => {
  const told = keys.map((key) => {
    const page: { path: string; name: string; title?: string } = pages[key]
    return [page.path, page.name, ...(page.title === undefined ? [] : [page.title])]
  })
  expect(told).toEqual([
    ['/dashboard', 'Dashboard'],
    ['/sessions', 'Sessions', 'Session Management'],
    ['/training', 'Training'],
    ['/training/$tag', 'Material'],
    ['/clients', 'Clients', 'Client Management'],
    ['/clients/import', 'Import', 'Import clients'],
    ['/clients/$personId', 'Client'],
    ['/clients/$personId/progress', 'Progress'],
    ['/coaches', 'Coaches', 'Coach Management'],
    ['/coaches/$personId', 'Coach'],
    ['/organizations', 'Organizations', 'Organization Management'],
    ['/organization/$organizationId', 'Organization'],
    ['/organization/$organizationId/invoices', 'Invoices'],
    ['/invoice/$invoiceId', 'Invoice'],
    ['/changes', 'Update Notes'],
    ['/help', 'Help', 'Help & FAQs'],
    ['/help/client', 'Help for clients'],
    ['/profile', 'Profile'],
    ['/audit', 'Audit'],
    ['/mails', 'Emails'],
    ['/reports', 'Call reports'],
    ['/session/$sessionId/preview', 'Session'],
    ['/session/$sessionId/join', 'Device check'],
    ['/session/$sessionId/completionpage', 'Call ended'],
    ['/terms', 'Terms'],
    ['/privacy', 'Privacy'],
  ])
})
