import type { z } from 'zod/mini'
import {
  cancelSession as cancelEntry,
  completeSession as completeEntry,
  type correctSession as correctEntry,
  type Session,
} from '@parley/contract/sessions/sessions.ts'
import type { ProblemCode } from '@parley/contract/wire/problems.ts'
import { tookPlace } from '@parley/contract/rules/calls/presence.ts'
import {
  correctionsOf,
  isUnsettled,
  mayBecome,
  mayManage,
  sessionAbilities,
  undoGraceMs,
  undoMs,
} from '@parley/contract/rules/sessions/sessions.ts'
import { actorOf, system } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { lockSessions } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { refetch } from './booking.ts'
import { markFree } from './busy.ts'
import { shutOutOfCall } from './call-end.ts'
import { note, type Action, type DoneBy } from './history.ts'
import { factsOf, presentSession, publishSession } from '#features/sessions/present.ts'
import { findSessionForJob, lockSession, type SessionRow } from '#features/sessions/queries.ts'
import { tellPeople } from '#features/sessions/mails/session-mails.ts'

type Final = 'Cancelled' | 'Completed' | 'NoShow'

const actions: Record<Final, Action> = { Cancelled: 'cancelled', Completed: 'completed', NoShow: 'no-show' }

/** Cancels the session, or marks it as a no-show. Changes nothing if the session already has that status. */
export function cancelSession(
  ctx: Context<Person>,
  sessionId: string,
  body: z.output<typeof cancelEntry.body>,
): Promise<Once<Session>> {
  const to = body?.noShow ? 'NoShow' : 'Cancelled'
  return changeStatus(
    ctx,
    cancelEntry,
    sessionId,
    { sessionId, body },
    to,
    to === 'NoShow' ? 'no_show_refused' : 'not_cancellable',
  )
}

export const completeSession = (ctx: Context<Person>, sessionId: string): Promise<Once<Session>> =>
  changeStatus(ctx, completeEntry, sessionId, { sessionId }, 'Completed', 'not_completable')

async function changeStatus(
  ctx: Context<Person>,
  entry: typeof cancelEntry | typeof completeEntry,
  sessionId: string,
  given: unknown,
  to: Final,
  refusal: ProblemCode,
): Promise<Once<Session>> {
  const viewer = ctx.principal
  const session = await once(ctx, entry, given, {
    authorize: async (tx) => void (await sessionToManage(tx, ctx, sessionId)),
    work: async (tx) => {
      const before = await sessionToManage(tx, ctx, sessionId)
      if (before.status === to) return presentSession(viewer, before, ctx.now)
      if (!mayBecome[to](factsOf(before, ctx.now), ctx.now)) throw problem(refusal)
      await setStatus(tx, before, to, { actor: actorOf(ctx), now: ctx.now, mayUndo: true })
      return presentSession(viewer, await refetch(tx, ctx, sessionId), ctx.now)
    },
  })
  await publishSession(ctx.platform, session)
  return session
}

export async function sessionToManage(tx: Db, ctx: Context<Person>, sessionId: string): Promise<SessionRow> {
  const session = await lockSession(tx, ctx.principal, sessionId)
  if (!session) throw problem('session_not_found')
  if (!mayManage(ctx.principal, factsOf(session, ctx.now))) throw problem('not_manager')
  return session
}

interface StatusBy extends DoneBy {
  /** Whether a person made the change and may undo it. The mails wait until the undo period is over. */
  mayUndo?: boolean
}

/**
 * All status changes go through here, corrections with their reason included: it frees the time, writes the history, and has
 * cancellations mailed to everybody in the session. Undoing one is in undo.ts.
 */
export async function setStatus(
  tx: Db,
  before: SessionRow,
  to: Final,
  by: StatusBy,
  why: { reason?: string; evidence?: Record<string, number> } = {},
): Promise<void> {
  const isOff = to === 'Cancelled'
  const sequence = before.ics_sequence + (isOff ? 1 : 0)
  const changed = await tx
    .updateTable('sessions')
    .set({ status: to, ics_sequence: sequence })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw new Error(`session ${before.id} changed under its lock`)
  await markFree(tx, before.id)
  if (to !== 'Completed') await shutOutOfCall(tx, before.id)
  const { reason, evidence } = why
  if (reason === undefined) await note(tx, before, by, actions[to], evidence)
  else await note(tx, before, by, 'corrected', { status: { from: before.status, to }, reason })
  if (!isOff) return
  const people = [before.coach_id, ...before.participants.map((person) => person.id)]
  await tellPeople(tx, {
    sessionId: before.id,
    kind: 'cancel',
    sequence,
    added: [],
    removed: people,
    now: by.now,
    after: by.mayUndo ? new Date(by.now + undoMs + undoGraceMs) : undefined,
  })
}

/** For jobs: cancels a session that is still Scheduled. Returns whether it did. */
export async function cancelBySystem(tx: Db, sessionId: string, now: number): Promise<boolean> {
  await lockSessions(tx, [sessionId])
  const session = await findSessionForJob(tx, sessionId)
  if (session?.status !== 'Scheduled') return false
  await setStatus(tx, session, 'Cancelled', { actor: system, now })
  return true
}

/**
 * For jobs: completes a session that is still Scheduled and took place according to the presence record. Returns the session
 * if it did.
 */
export async function completeBySystem(
  tx: Db,
  sessionId: string,
  now: number,
): Promise<SessionRow | undefined> {
  await lockSessions(tx, [sessionId])
  const session = await findSessionForJob(tx, sessionId)
  if (session?.status !== 'Scheduled') return undefined
  const facts = factsOf(session, now)
  if (!isUnsettled(facts, now) || !tookPlace(facts.presence)) return undefined
  const evidence = { both_minutes: Math.floor(facts.presence.bothMs / 60_000) }
  await setStatus(tx, session, 'Completed', { actor: system, now }, { evidence })
  return findSessionForJob(tx, sessionId)
}

/** Changes one final status into another, with a reason; never back to Scheduled, never once invoiced. */
export async function correctSession(
  ctx: Context<Person>,
  sessionId: string,
  { status, reason }: z.output<typeof correctEntry.body>,
): Promise<Session> {
  const viewer = ctx.principal
  const session = await inTransaction(ctx.db, async (tx) => {
    const before = await lockSession(tx, viewer, sessionId)
    if (!before) throw problem('session_not_found')
    const isOpen = sessionAbilities(viewer, factsOf(before, ctx.now), ctx.now).correct
    if (!isOpen || !correctionsOf(factsOf(before, ctx.now)).includes(status)) throw problem('not_correctable')
    await setStatus(tx, before, status, { actor: actorOf(ctx), now: ctx.now, mayUndo: true }, { reason })
    return presentSession(viewer, await refetch(tx, ctx, sessionId), ctx.now)
  })
  await publishSession(ctx.platform, session)
  return session
}
