import type { Person } from '@parley/contract/people.ts'

const nothing: Person['abilities'] = {
  edit: false,
  delete: false,
  restore: false,
  erase: false,
  copy: false,
  hold: false,
  sendLoginEmail: false,
  resetSecondFactor: false,
}

type PersonOverrides = Omit<Partial<Person>, 'abilities'> & { abilities?: Partial<Person['abilities']> }

/** A client of Dana's, for the gallery. */
export const samplePerson = ({ abilities, ...more }: PersonOverrides = {}): Person => ({
  id: 'client-kwame',
  username: 'kwame.b',
  email: 'kwame@example.test',
  first_name: 'Kwame',
  last_name: 'Boateng',
  privs: 0,
  coach_id: 'coach-dana',
  coach: { id: 'coach-dana', first_name: 'Dana', last_name: 'Whitfield' },
  organization_id: 'northlight',
  organization: { displayName: 'Northlight Coaching', time_zone: 'America/New_York' },
  time_zone: 'Europe/Berlin',
  working_hours: null,
  is_assessor: false,
  nextSession: '2026-11-19T15:00:00.000Z',
  callsByWeek: [],
  deletedAt: null,
  erasedAt: null,
  createdAt: '2026-01-05T14:00:00.000Z',
  updatedAt: '2026-01-05T14:00:00.000Z',
  version: 1,
  abilities: { ...nothing, ...abilities },
  ...more,
})

/** A coach without a time zone of their own, in the client's organization unless `more` says otherwise. */
export const sampleCoach = (more: PersonOverrides = {}): Person =>
  samplePerson({
    id: 'coach-ingrid',
    username: 'ingrid.s',
    email: 'ingrid@example.test',
    first_name: 'Ingrid',
    last_name: 'Solheim',
    privs: 1,
    coach_id: null,
    coach: null,
    time_zone: null,
    nextSession: null,
    callsByWeek: [3, 0, 4, 2, 5],
    ...more,
  })
