import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import type { TimedSession } from '@parley/contract/rules/sessions/phases.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { mayConnectNow } from './joining.ts'
import { writeIdentity } from './livekit-participants.ts'
import { isTakenOut, placeOfGuest } from './queries.ts'

/** A person who takes part in a session's call. */
export interface CallMember {
  personId: string
  /** Their LiveKit identity in the room; for a client it includes the browser. */
  identity: string
  coachId: string
  organizationId: string
  /** Everybody in the session, including the coach. */
  peopleIds: readonly string[]
  session: TimedSession
  isOrgType: boolean
  /** Whether they may come into the call now. */
  mayConnect: boolean
}

/**
 * The caller's part in this session's call; throws the refusal if they have none. The only place that decides this, by the
 * current state of the database.
 */
export const callMember = (ctx: Context<Person | Guest>, sessionId: string): Promise<CallMember> =>
  ctx.principal.kind === 'guest'
    ? guestOfCall(ctx, ctx.principal, sessionId)
    : personOfCall(ctx, ctx.principal, sessionId)

async function personOfCall(
  { db, now }: Context<Person | Guest>,
  person: Person,
  sessionId: string,
): Promise<CallMember> {
  const row = await findSession(db, person, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  const peopleIds = [...new Set([session.coach_id, ...session.participantIds])]
  if (!peopleIds.includes(person.id)) throw problem('not_of_call')
  const mayConnect = await mayConnectNow(db, { id: sessionId, ...session }, person.id, now)
  if (mayConnect && (await isTakenOut(db, sessionId, person.id))) throw problem('taken_out')
  return {
    personId: person.id,
    identity: writeIdentity({ personId: person.id }),
    coachId: session.coach_id,
    organizationId: session.organization_id,
    peopleIds,
    session,
    isOrgType: isOrgType(session),
    mayConnect,
  }
}

/**
 * The guest check has seen that the guest was let in; an upload takes minutes, and the coach may have sent them away since.
 */
async function guestOfCall(
  { db, now }: Context<Person | Guest>,
  { sessionId: own, personId, device = '' }: Guest,
  sessionId: string,
): Promise<CallMember> {
  if (own !== sessionId) throw problem('session_not_found')
  const place = await placeOfGuest(db, sessionId, personId, device)
  if (!place) throw problem('not_let_in')
  return {
    personId,
    identity: writeIdentity({ personId, device }),
    coachId: place.coach_id,
    organizationId: place.organization_id,
    peopleIds: [place.coach_id, personId],
    session: place,
    isOrgType: false,
    mayConnect: await mayConnectNow(db, place, personId, now),
  }
}
