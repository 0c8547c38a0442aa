import type { Person } from '@parley/contract/people.ts'
import { cancelSession, futureSessions, updateSession, type Session } from '@parley/contract/sessions.ts'
import { isOrgType } from '@parley/contract/rules/sessions.ts'
import { request } from '#platform/server/api.ts'
import { queryOf } from '#platform/server/queries.ts'
import type { Option, OptionSource } from '#ui/choice/options.ts'
import { clientsOf, coachSource } from '#features/people/person-selectors.ts'

/** What somebody is still booked for. Asked anew each time: it decides what a deletion or a move does. */
export const futureQuery = (personId: string) => ({
  ...queryOf(futureSessions, { params: { id: personId } }),
  staleTime: 0,
  gcTime: 0,
})

/** What becomes of one session of somebody who goes. */
export type Fate = { kind: 'reassign'; to: Option | null } | { kind: 'cancel' }

export const isDecided = (fate: Fate): boolean => fate.kind === 'cancel' || fate.to !== null

/** As what somebody is in a session: who takes their place is of the same kind. */
export function placeIn(session: Session, personId: string): 'coach' | 'client' | 'participant' {
  if (session.coach_id === personId) return 'coach'
  return !isOrgType(session) && session.user_id === personId ? 'client' : 'participant'
}

/** Whoever can take the place: of the session's organization, and not the one who goes. */
export function othersFor(session: Session, person: Person): OptionSource {
  const place = placeIn(session, person.id)
  const source =
    place === 'client' ? clientsOf(session.organization_id) : coachSource(session.organization_id)
  return {
    key: `${source.key} without ${person.id}`,
    load: async (search, signal) =>
      (await source.load(search, signal)).filter(({ value }) => value !== person.id),
  }
}

/** Does what was chosen. The server judges it as any change of a session. */
export async function settleFate(session: Session, personId: string, fate: Fate): Promise<void> {
  const params = { id: session.id }
  if (fate.kind === 'cancel') {
    await request(cancelSession, { params, body: {} }, { idempotencyKey: crypto.randomUUID() })
    return
  }
  if (fate.to === null) throw new Error('nobody was chosen')
  await request(updateSession, {
    params,
    body: { ...withOther(session, personId, String(fate.to.value)), version: session.version },
  })
}

function withOther(session: Session, personId: string, other: string) {
  const place = placeIn(session, personId)
  if (place === 'coach') return { coach_id: other }
  if (place === 'client') return { user_id: other }
  return { participants: session.participants.map(({ id }) => (id === personId ? other : id)) }
}
