import {
  coveredBy,
  lengthOf,
  windowOf,
  type Recorded,
  type Span,
  type Stays,
} from '@parley/contract/rules/calls/presence.ts'
import { sessionAbilities } from '@parley/contract/rules/sessions/sessions.ts'
import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import { countScored } from '#features/assessment/assessment.ts'
import { writtenIn } from './messages-written.ts'
import { mayConnectNow } from '#features/calls/joining.ts'

/** The attendance record that the rules go by, and what follows from it for the viewer now. */
export async function readPresence(ctx: Context<Person>, sessionId: string): Promise<CallPresence> {
  const { db, now, principal: me } = ctx
  const row = await findSession(db, me, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  const people = await presenceOf(db, { id: sessionId, ...session }, now)
  const isOfIt = people.some(({ id }) => id === me.id)
  return {
    people,
    written: await writtenIn(db, me, row),
    scored: await countScored(db, me, { id: row.id, ...session }),
    abilities: {
      noShow: sessionAbilities(me, session, now).noShow,
      join: isOfIt && (await mayConnectNow(db, { id: sessionId, ...session }, me.id, now)),
    },
    now: new Date(now).toISOString(),
  }
}

interface Recordable {
  id: string
  start_time: string
  end_time: string
  coach_id: string
  participantIds: readonly string[]
}

/** When each person was in a session's call, and when they waited. */
export async function presenceOf(db: Db, session: Recordable, now: number): Promise<CallPresence['people']> {
  const stays = await staysOf(db, session.id)
  const window = windowOf(session)
  return [session.coach_id, ...session.participantIds].map((id) => {
    const of = (recorded: readonly Recorded[]) =>
      stretchesOf(
        recorded.filter(({ personId }) => personId === id),
        window,
        now,
      )
    return { id, isCoach: id === session.coach_id, inRoom: of(stays.inRoom), waiting: of(stays.waiting) }
  })
}

/** How long a client was in the call of their link. Overlapping stays count once. */
export async function stayedMs(
  db: Db,
  { sessionId, personId, session }: Pick<Guest, 'sessionId' | 'personId' | 'session'>,
  now: number,
): Promise<number> {
  const { inRoom } = await staysOf(db, sessionId)
  const own = inRoom.filter((stay) => stay.personId === personId)
  return lengthOf(coveredBy(own, windowOf(session), now))
}

/** The covered stretches. If somebody is still there, the last one is open. */
function stretchesOf(
  recorded: readonly Recorded[],
  window: Span,
  now: number,
): CallPresence['people'][number]['inRoom'] {
  const isHere = now < window.until && recorded.some(({ until }) => until === null)
  return coveredBy(recorded, window, now).map(({ from, until }) => ({
    from: new Date(from).toISOString(),
    until: isHere && until === now ? null : new Date(until).toISOString(),
  }))
}

/**
 * The recorded stays of a session's call. The database keeps an end from before its beginning; such a stay covers nothing.
 */
async function staysOf(db: Db, sessionId: string): Promise<Stays> {
  const inRoom = await db
    .selectFrom('presence')
    .select(['person_id', 'joined_at', 'left_at'])
    .where('session_id', '=', sessionId)
    .where('joined_at', 'is not', null)
    .execute()
  const waiting = await db
    .selectFrom('waiting_stays')
    .select(['person_id', 'began_at', 'seen_at'])
    .where('session_id', '=', sessionId)
    .execute()
  return {
    inRoom: inRoom.flatMap(({ person_id, joined_at, left_at }) =>
      joined_at ? { personId: person_id, from: joined_at.getTime(), until: left_at?.getTime() ?? null } : [],
    ),
    waiting: waiting.map(({ person_id, began_at, seen_at }) => ({
      personId: person_id,
      from: began_at.getTime(),
      until: seen_at.getTime(),
    })),
  }
}
