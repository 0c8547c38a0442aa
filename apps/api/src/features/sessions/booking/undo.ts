import { undoSession as entry, type Session } from '@parley/contract/sessions/sessions.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { mayManage, statusUndone, type StatusChange } from '@parley/contract/rules/sessions/sessions.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { lockPeople, lockTimes, type LockedPerson } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { refetch } from './booking.ts'
import { checkFree, clashProblem, markBusy } from './busy.ts'
import { judgeCallAgain } from './call-end.ts'
import { note, type Action } from './history.ts'
import { sessionToManage } from './status.ts'
import { tellPeople } from '#features/sessions/mails/session-mails.ts'
import { factsOf, presentSession, publishSession } from '#features/sessions/present.ts'
import { findSession, type SessionRow } from '#features/sessions/queries.ts'

/**
 * Undoes the last status change (docs/rules.md §4). Only the person who made it may do so, for 30 seconds, and back to
 * Scheduled only while everybody's time is still free. Its mails were delayed, and when they are due they find that the
 * change no longer holds.
 */
export async function undoStatus(ctx: Context<Person>, sessionId: string): Promise<Once<Session>> {
  const viewer = ctx.principal
  const session = await once<Session>(
    ctx,
    entry,
    { sessionId },
    {
      authorize: async (tx) => void (await readToManage(tx, ctx, sessionId)),
      work: async (tx) => {
        // A settled session keeps its members, so they can be read before it is locked. Their rows are share-locked: a
        // concurrent deletion or move of a member either sees this session Scheduled again, or commits first and this undo
        // finds the member gone.
        const people = await lockPeople(tx, { keep: membersOf(await readToManage(tx, ctx, sessionId)) })
        const before = await sessionToManage(tx, ctx, sessionId)
        const to = statusUndone(await lastChange(tx, sessionId), viewer.id, ctx.now)
        if (to === undefined || before.is_invoiced) throw problem('not_undoable')
        if (to === 'Scheduled') {
          await takeTimes(tx, ctx, before, people)
          await judgeCallAgain(tx, sessionId)
        }
        await tx.updateTable('sessions').set({ status: to }).where('id', '=', sessionId).execute()
        const by = { actor: actorOf(ctx), now: ctx.now }
        await note(tx, before, by, 'undone', { status: { from: before.status, to } })
        if (to === 'Cancelled') await tellOff(tx, before, ctx.now)
        return presentSession(viewer, await refetch(tx, ctx, sessionId), ctx.now)
      },
    },
  ).catch(clashProblem)
  await publishSession(ctx.platform, session)
  return session
}

async function readToManage(tx: Db, ctx: Context<Person>, sessionId: string): Promise<SessionRow> {
  const session = await findSession(tx, ctx.principal, sessionId)
  if (!session) throw problem('session_not_found')
  if (!mayManage(ctx.principal, factsOf(session, ctx.now))) throw problem('not_manager')
  return session
}

/**
 * The session is Cancelled again, and its delayed mails may have run while it was Scheduled. People who already got a
 * cancellation get no second one.
 */
const tellOff = (tx: Db, row: SessionRow, now: number): Promise<void> =>
  tellPeople(tx, {
    sessionId: row.id,
    kind: 'cancel',
    sequence: row.ics_sequence,
    added: [],
    removed: membersOf(row),
    now,
  })

const membersOf = (row: SessionRow): string[] => [row.coach_id, ...row.participants.map(({ id }) => id)]

const changing: Action[] = ['cancelled', 'no-show', 'completed', 'corrected', 'undone']

async function lastChange(tx: Db, sessionId: string): Promise<StatusChange | undefined> {
  const last = await tx
    .selectFrom('session_history')
    .select(['action', 'by_id', 'at', 'changes'])
    .where('session_id', '=', sessionId)
    .where('action', 'in', changing)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!last || last.action === 'undone') return undefined
  // Only `setStatus` writes a correction, always with the status from and to.
  const { status } = last.changes as { status?: { from: SessionStatus } }
  return { byId: last.by_id, at: last.at.getTime(), from: status?.from ?? 'Scheduled' }
}

/** Books everybody again, if all of them still have their role and their time is free. */
async function takeTimes(
  tx: Db,
  ctx: Context<Person>,
  session: SessionRow,
  people: readonly LockedPerson[],
): Promise<void> {
  const members = membersOf(session)
  const isThere = (id: string) => people.some((one) => one.id === id && one.deleted_at === null)
  const coach = people.find(({ id }) => id === session.coach_id)
  const isCoach = coach?.organization_id === session.organization_id && coach.privs >= levels.Coach
  if (!isCoach || !members.every(isThere)) throw problem('not_undoable')
  const times = { start: session.start_time, end: session.end_time }
  await lockTimes(tx, members)
  await checkFree(tx, ctx.principal, members, times, session.id)
  await markBusy(tx, session.id, members, times)
}
