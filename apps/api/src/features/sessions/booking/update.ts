import type { z } from 'zod/mini'
import type { updateSession as entry, Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { mayManage, sessionAbilities } from '@parley/contract/rules/sessions/sessions.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { lockPeople, lockTimes, type LockedPerson } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { insertParticipants, readTimes, refetch, searchText } from './booking.ts'
import { checkFree, clashProblem, markBusy, markFree, type Times } from './busy.ts'
import { revokeGuestLinks } from '#features/sessions/guests/guest-links.ts'
import { note } from './history.ts'
import { castOf, checkBookingRights, namedIn, type Cast } from './people-of-session.ts'
import { factsOf, presentSession, publishSession } from '#features/sessions/present.ts'
import { lockSession, type SessionRow } from '#features/sessions/queries.ts'
import { scheduleReminders } from '#features/sessions/mails/reminders.ts'
import { shutOutOfCall } from './call-end.ts'
import { tellPeople } from '#features/sessions/mails/session-mails.ts'

type Body = Omit<z.output<typeof entry.body>, 'version'>

/**
 * Changes a session. Fields equal to the stored values are not checked. Times and people can change only before the start.
 */
export async function updateSession(
  ctx: Context<Person>,
  sessionId: string,
  { version, ...body }: z.output<typeof entry.body>,
): Promise<Session> {
  const viewer = ctx.principal
  const { before, session } = await inTransaction(ctx.db, async (tx) => {
    const named = await lockPeople(tx, { keep: namedIn(body) })
    const before = await lockSession(tx, viewer, sessionId)
    if (!before) throw problem('session_not_found')
    if (!mayManage(viewer, factsOf(before, ctx.now))) throw problem('not_manager')
    if (version !== undefined && version !== before.version)
      throw problem('stale', { present: presentSession(viewer, before, ctx.now) })
    const changes = changesOf(before, body)
    if (Object.keys(changes).length === 0) return { before, session: presentSession(viewer, before, ctx.now) }
    checkRights(ctx, before, changes)
    await applyChanges(tx, ctx, before, changes, named)
    return { before, session: presentSession(viewer, await refetch(tx, ctx, sessionId), ctx.now) }
  }).catch(clashProblem)
  await publishSession(ctx.platform, session, before)
  return session
}

/** Writes the changes to a locked session, with its history. `named` holds the locked rows of the people in the changes. */
export async function applyChanges(
  tx: Db,
  ctx: Context<Person>,
  before: SessionRow,
  changes: Changes,
  named: readonly LockedPerson[],
): Promise<void> {
  if (isMove(changes)) await move(tx, ctx, before, changes, named)
  else await write(tx, before, changes, undefined)
  const by = { actor: actorOf(ctx), now: ctx.now }
  await note(tx, before, by, 'updated', historyOf(before, changes))
}

type Changes = Body

const idsOf = (row: SessionRow): string[] => row.participants.map((person) => person.id)
const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  new Set(one).symmetricDifference(new Set(other)).size === 0

/** The given fields that differ from what is stored. */
function changesOf(before: SessionRow, body: Body): Changes {
  const stored = {
    title: before.title,
    start_time: before.start_time.toISOString(),
    end_time: before.end_time.toISOString(),
    coach_id: before.coach_id,
    user_id: before.user_id,
    instance_count: before.instance_count,
    use_server: before.use_server,
    billable: before.billable,
  }
  const { participants, ...plain } = body
  const changed: Changes = Object.fromEntries(
    Object.entries(plain).filter(
      ([field, value]) => value !== undefined && value !== stored[field as keyof typeof stored],
    ),
  )
  const coachId = changed.coach_id ?? before.coach_id
  const userId = changed.user_id ?? (before.coach_id === before.user_id ? coachId : before.user_id)
  // An Individual session always has its client, so an empty `participants` list changes nothing.
  const isSaid = participants && (participants.length > 0 || coachId === userId)
  return isSaid && !isSameSet(participants, idsOf(before)) ? { ...changed, participants } : changed
}

const isMove = (changes: Changes): boolean =>
  (['start_time', 'end_time', 'coach_id', 'user_id', 'participants'] as const).some(
    (field) => changes[field] !== undefined,
  )

function checkRights(ctx: Context<Person>, before: SessionRow, changes: Changes): void {
  const viewer = ctx.principal
  const abilities = sessionAbilities(viewer, factsOf(before, ctx.now), ctx.now)
  if (changes.billable !== undefined && !isAtLeast(viewer.privs, 'Admin')) throw problem('field_not_yours')
  const people = { coach_id: changes.coach_id ?? before.coach_id, user_id: changes.user_id ?? before.user_id }
  if (changes.coach_id !== undefined || changes.user_id !== undefined) checkBookingRights(viewer, people)
  if (!abilities.edit || (isMove(changes) && !abilities.editTimes)) throw problem('not_editable')
}

/**
 * Changes times or people. Added people are checked as in a booking, under the locks of everybody who was and will be in it.
 */
async function move(
  tx: Db,
  ctx: Context<Person>,
  before: SessionRow,
  changes: Changes,
  named: readonly LockedPerson[],
): Promise<void> {
  const viewer = ctx.principal
  const times = timesAfter(before, changes, ctx.now)
  const coach_id = changes.coach_id ?? before.coach_id
  const wasOrg = before.coach_id === before.user_id
  // The user of an Org session is its coach, also after the coach changes.
  const user_id = changes.user_id ?? (wasOrg ? coach_id : before.user_id)
  const participants = changes.participants ?? (wasOrg && user_id === coach_id ? idsOf(before) : undefined)
  const cast = castOf(viewer, { coach_id, user_id, participants }, named, before)
  const wasThere = [before.coach_id, ...idsOf(before)]
  const willBe = [cast.coach.id, ...cast.others.map((person) => person.id)]
  await lockTimes(tx, [...wasThere, ...willBe])
  await checkFree(tx, viewer, willBe, times, before.id)
  await markFree(tx, before.id)
  await write(tx, before, { ...changes, coach_id, user_id }, cast)
  await markBusy(tx, before.id, willBe, times)
  const removed = wasThere.filter((id) => !willBe.includes(id))
  await revokeGuestLinks(tx, before.id, removed)
  if (removed.length > 0) await shutOutOfCall(tx, before.id)
  const added = willBe.filter((id) => !wasThere.includes(id))
  await tellPeople(tx, {
    sessionId: before.id,
    kind: 'change',
    sequence: before.ics_sequence + 1,
    added,
    removed,
    now: ctx.now,
  })
  if (changes.start_time !== undefined)
    await scheduleReminders(tx, { id: before.id, start: times.start }, ctx.now)
}

function timesAfter(before: SessionRow, { start_time, end_time }: Changes, now: number): Times {
  if (start_time === undefined && end_time === undefined)
    return { start: before.start_time, end: before.end_time }
  const stored = { start_time: before.start_time.toISOString(), end_time: before.end_time.toISOString() }
  return readTimes(
    { start_time: start_time ?? stored.start_time, end_time: end_time ?? stored.end_time },
    now,
  )
}

async function write(
  tx: Db,
  before: SessionRow,
  { participants: _participants, ...changes }: Changes,
  cast: Cast | undefined,
): Promise<void> {
  const title = changes.title ?? before.title
  const named = cast
    ? { coach: cast.coach, clients: cast.isOrg ? [] : cast.others }
    : {
        coach: { first_name: before.coach_first_name, last_name: before.coach_last_name },
        clients: before.coach_id === before.user_id ? [] : before.participants,
      }
  await tx
    .updateTable('sessions')
    .set({
      ...changes,
      ...(cast ? { ics_sequence: before.ics_sequence + 1 } : {}),
      search: searchText(title, named.coach, named.clients),
    })
    .where('id', '=', before.id)
    .execute()
  if (!cast) return
  await tx.deleteFrom('session_participants').where('session_id', '=', before.id).execute()
  if (cast.isOrg)
    await insertParticipants(
      tx,
      before.id,
      cast.others.map((person) => person.id),
    )
}

/** The changed fields with their old and new values, for the history. */
function historyOf(before: SessionRow, changes: Changes): Record<string, JsonValue> {
  const from: Record<string, JsonValue> = {
    title: before.title,
    start_time: before.start_time.toISOString(),
    end_time: before.end_time.toISOString(),
    coach_id: before.coach_id,
    user_id: before.user_id,
    participants: idsOf(before),
    instance_count: before.instance_count,
    use_server: before.use_server,
    billable: before.billable,
  }
  return Object.fromEntries(
    Object.entries(changes).map(([field, to]) => [field, { from: from[field] ?? null, to: to ?? null }]),
  )
}
