import { levels } from '@parley/contract/rules/levels.ts'
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
  expect(pagesAt('user menu', levels.Admin)).toEqual(['profile', 'audit', 'mails'])
  expect(pagesAt('drawer', levels.Coach)).toEqual(['help'])
  expect(pagesAt('palette', levels.Coach)).toEqual([...coach, 'help', 'profile'])
  expect(pagesAt('palette', levels.Admin)).toEqual([...orgAdmin, 'help', 'profile', 'audit', 'mails'])
})

test('a page of a higher level is none for those below', () => {
  const closedTo = (privs: (typeof levels)[keyof typeof levels]) =>
    keys.filter((key) => !isPageFor(privs, key))
  expect(closedTo(levels.Coach)).toEqual(['clientsImport', 'coaches', 'audit', 'mails'])
  expect(closedTo(levels.OrgAdmin)).toEqual(['mails'])
  expect(closedTo(levels.Admin)).toEqual([])
})

test('whatever lies under an area lies under a page of the sidebar', () => {
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
