import { expect, test } from 'vitest'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { personShape } from './person-shape.ts'

/** Written by hand: the API column behind each entry of 'Sort', and the filters that each level gets. */
test.each([
  ['client', 'Coach', []],
  ['client', 'OrgAdmin', ['Coach', 'Deleted']],
  ['client', 'Admin', ['Coach', 'Organization', 'Deleted']],
  ['coach', 'OrgAdmin', ['Priv level', 'Deleted']],
  ['coach', 'Admin', ['Priv level', 'Organization', 'Deleted']],
] as const)('the list of every %s has the sort columns and filters for %s', (kind, level, filters) => {
  const shape = personShape(kind, sampleMe(level))
  expect(shape.filters.map(({ label }) => label)).toEqual(filters)
  expect(shape.sorts.map(({ label, column }) => `${label} → ${column}`)).toEqual([
    'First name → first_name',
    'Last name → last_name',
    'Username → username',
  ])
  expect(shape).toMatchObject({
    searchLabel: 'Search name, username or email',
    defaultOrder: ['first_name', 'ASC'],
    name: kind === 'client' ? 'clients' : 'coaches',
    noun: kind === 'client' ? ['client', 'clients'] : ['coach', 'coaches'],
  })
})

test('the filter for priv levels offers the levels that sign in, by number', () => {
  const [privs] = personShape('coach', sampleMe('OrgAdmin')).filters
  expect(privs).toMatchObject({
    options: [
      { value: 1, label: 'Coach' },
      { value: 2, label: 'OrgAdmin' },
      { value: 3, label: 'Admin' },
      { value: 10, label: 'Super' },
    ],
  })
})
