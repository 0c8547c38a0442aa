import { describe, expect, test } from 'vitest'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { sessionShape } from './session-shape.ts'

/**
 * Written by hand: the API column behind each entry of 'Sort'. Two swapped columns look right until somebody presses them.
 */
const all = ['Title → title', 'Date → start_time', 'Status → status']
const organization = ['Organization → organization']
const client = [
  'Client name → client_name',
  'Client username → client_username',
  'Client first name → client_first_name',
  'Client last name → client_last_name',
]
const coach = [
  'Coach name → coach_name',
  'Coach first name → coach_first_name',
  'Coach last name → coach_last_name',
]

describe('the list of sessions [LIST-08 LIST-16]', () => {
  test.each([
    ['Coach', [...all, ...client], ['Status', 'Client'], 'Search title or client'],
    [
      'OrgAdmin',
      [...all, ...client, ...coach],
      ['Status', 'Organization', 'Coach', 'Client'],
      'Search title, client or coach',
    ],
    [
      'Admin',
      [...all, ...organization, ...client, ...coach],
      ['Status', 'Organization', 'Coach', 'Client'],
      'Search title, client or coach',
    ],
  ] as const)('offers %s its sort columns, filters and search', (level, sorts, filters, searchLabel) => {
    const shape = sessionShape(sampleMe(level))
    expect(shape.sorts.map(({ label, column }) => `${label} → ${column}`)).toEqual(sorts)
    expect(shape.filters.map(({ label }) => label)).toEqual(filters)
    expect(shape).toMatchObject({
      searchLabel,
      defaultOrder: ['start_time', 'DESC'],
      noun: ['session', 'sessions'],
    })
  })

  test('the list of sessions offers statuses in the order in which a session gets them', () => {
    const [status] = sessionShape(sampleMe('Coach', { privs: levels.Coach })).filters
    expect(status).toMatchObject({
      id: 'status',
      options: [
        { value: 'Scheduled', label: 'Scheduled' },
        { value: 'Completed', label: 'Completed' },
        { value: 'Cancelled', label: 'Cancelled' },
        { value: 'NoShow', label: 'No Show' },
      ],
    })
  })
})
