import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { startsSoon } from '@parley/contract/rules/sessions/phases.ts'
import { nobodyCame } from '@parley/contract/rules/calls/presence.ts'
import { sessionAbilities } from '@parley/contract/rules/sessions/sessions.ts'

/** Monday, Nov 16, 2026, 9:00 AM in New York: the fixed time of the gallery. */
export const sampleNow = Date.parse('2026-11-16T14:00:00.000Z')

/** A viewer of that level, for the gallery. */
export const sampleMe = (level: LevelName, more: Partial<OwnProfile> = {}): OwnProfile => ({
  id: 'coach-dana',
  username: 'dana.w',
  email: 'dana@example.test',
  first_name: 'Dana',
  last_name: 'Whitfield',
  has_accepted_eula: true,
  privs: levels[level],
  coach_id: null,
  coach: null,
  organization_id: 'northlight',
  organization: {
    displayName: 'Northlight Coaching',
    time_zone: 'America/New_York',
    contact: '+1 212 555 0142',
  },
  time_zone: null,
  is_assessor: false,
  second_factor: { isOn: false, isRequired: false, since: null, recoveryCodesLeft: 0 },
  iat: '2026-11-16T13:00:00.000Z',
  createdAt: '2026-01-05T14:00:00.000Z',
  updatedAt: '2026-01-05T14:00:00.000Z',
  ...more,
})

const client = {
  id: 'client-kwame',
  first_name: 'Kwame',
  last_name: 'Boateng',
  username: 'kwame.b',
  email: 'kwame@example.test',
  time_zone: 'Europe/Berlin',
}
const others = [
  { ...client, id: 'coach-ingrid', first_name: 'Ingrid', last_name: 'Solheim', username: 'ingrid.s' },
  { ...client, id: 'coach-rafael', first_name: 'Rafael', last_name: 'Teixeira', username: 'rafael.t' },
]

const nothing: Session['abilities'] = {
  edit: false,
  editTimes: false,
  editBillable: false,
  cancel: false,
  noShow: false,
  complete: false,
  settle: false,
  correct: false,
  join: false,
  assess: false,
}

type SessionOverrides = Omit<Partial<Session>, 'abilities'> & { abilities?: Partial<Session['abilities']> }

/** An Individual session of Dana's with Kwame, in three days. */
export const sampleSession = ({ abilities, ...more }: SessionOverrides = {}): Session => ({
  id: 'session-1',
  title: 'Values in practice',
  start_time: '2026-11-19T15:00:00.000Z',
  end_time: '2026-11-19T16:00:00.000Z',
  status: 'Scheduled',
  coach: [
    {
      id: 'coach-dana',
      first_name: 'Dana',
      last_name: 'Whitfield',
      time_zone: null,
      organization: { displayName: 'Northlight Coaching' },
    },
  ],
  coach_id: 'coach-dana',
  user_id: 'client-kwame',
  participants: [client],
  organization_id: 'northlight',
  organization: { displayName: 'Northlight Coaching', time_zone: 'America/New_York' },
  instance_count: 1,
  use_server: true,
  billable: true,
  startsSoon: false,
  version: 1,
  createdAt: '2026-11-10T14:00:00.000Z',
  updatedAt: '2026-11-10T14:00:00.000Z',
  abilities: { ...nothing, ...abilities },
  ...more,
})

/** A session of type Org, with two more people in it. */
export const sampleOrgSession = (more: SessionOverrides = {}): Session =>
  sampleSession({
    id: 'session-org',
    title: 'Team hour',
    user_id: 'coach-dana',
    participants: others,
    ...more,
  })

/** An Individual session with the abilities that the server would give this viewer at that time. */
export function servedTo(me: OwnProfile, now: number, more: SessionOverrides = {}): Session {
  const session = sampleSession(more)
  const participantIds = session.participants.map(({ id }) => id)
  const facts = { ...session, participantIds, isInvoiced: false, presence: nobodyCame }
  const viewer = { id: me.id, privs: me.privs, organizationId: me.organization_id }
  return {
    ...session,
    startsSoon: startsSoon(session, now),
    abilities: { ...sessionAbilities(viewer, facts, now), assess: false },
  }
}

/** At nine on that Monday, for an hour. */
export const atNine = {
  start_time: '2026-11-16T14:00:00.000Z',
  end_time: '2026-11-16T15:00:00.000Z',
}
