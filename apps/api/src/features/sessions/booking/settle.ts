import { settledMax, type SessionFate } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { isOrgType, mayBecome, mayManage } from '@parley/contract/rules/sessions.ts'
import { problems } from '@parley/contract/problems.ts'
import { actorOf } from '#platform/audit.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { lockSessions, lockTimes, type LockedPerson } from '#platform/locks.ts'
import { Problem, problem, type FieldFault } from '#platform/problem.ts'
import { factsOf, presentSession } from '#features/sessions/present.ts'
import { sessionRows, type SessionRow } from '#features/sessions/queries.ts'
import { futureIds } from './future-ids.ts'
import { setStatus } from './status.ts'
import { applyChanges } from './update.ts'

interface Going {
  personId: string
  settle: readonly SessionFate[] | undefined
  /** The person and whoever takes over from them, locked: nobody books any of them meanwhile. */
  locked: readonly LockedPerson[]
}

/** A session that was given on or cancelled. Whoever left it is told too. */
interface Settled {
  before: Session
  after: Session
}

/** Who takes over from somebody who goes. Their rows are locked with that of the one who goes, before any session. */
export const takersIn = (settle: readonly SessionFate[] = []): string[] =>
  settle.flatMap((fate) => (fate.act === 'reassign' ? [fate.to] : []))

/**
 * Settles what somebody who goes has still to come: each session is given to another or cancelled, all of them or none.
 * Without a word for each it is refused with their list. Answers the sessions that changed, to be told of after commit.
 */
export async function settleFuture(
  tx: Db,
  ctx: Context<Person>,
  { personId, settle = [], locked }: Going,
): Promise<Settled[]> {
  const rows = await lockFuture(tx, ctx, personId)
  const fates = new Map(settle.map((fate, i) => [fate.session_id, { ...fate, path: `settle.${i}` }]))
  const chosen = rows.flatMap((row) => {
    const fate = fates.get(row.id)
    return fate ? [{ row, fate }] : []
  })
  if (chosen.length < rows.length) throw problem('future_sessions', { present: presentFuture(ctx, rows) })
  if (chosen.length === 0) return []
  await lockTimes(tx, [...rows.flatMap(peopleOf), ...takersIn(settle)])
  const faults: FieldFault[] = []
  // What is cancelled makes room for what is given on.
  for (const { row, fate } of chosen.toSorted((a, b) => order[a.fate.act] - order[b.fate.act])) {
    const refusal = await settleOne(tx, ctx, row, { personId, fate, locked })
    if (refusal !== undefined) faults.push({ path: fate.path, message: refusal })
  }
  if (faults.length) throw problem('settle_refused', { faults })
  const changed = await sessionRows(
    tx,
    ctx.principal,
    rows.map(({ id }) => id),
  )
  const present = (row: SessionRow) => presentSession(ctx.principal, row, ctx.now)
  return rows.flatMap((row) => {
    const after = changed.find(({ id }) => id === row.id)
    return after ? [{ before: present(row), after: present(after) }] : []
  })
}

const order = { cancel: 0, reassign: 1 }

const peopleOf = (row: SessionRow): string[] => [row.coach_id, ...row.participants.map(({ id }) => id)]

/** The person's own row is locked by the caller: sessions may leave the list while it is read, none can come into it. */
async function lockFuture(tx: Db, ctx: Context<Person>, personId: string): Promise<SessionRow[]> {
  await lockSessions(tx, await futureIds(tx, personId, ctx.now))
  const ids = await futureIds(tx, personId, ctx.now)
  const rows = await sessionRows(tx, ctx.principal, ids)
  if (ids.length > rows.filter((row) => mayManage(ctx.principal, factsOf(row, ctx.now))).length)
    throw problem('future_elsewhere')
  return rows
}

export const presentFuture = (
  { principal, now }: Context<Person>,
  rows: readonly SessionRow[],
): { sessions: Session[]; total: number } => ({
  sessions: rows.slice(0, settledMax).map((row) => presentSession(principal, row, now)),
  total: rows.length,
})

interface Chosen {
  personId: string
  fate: SessionFate
  locked: readonly LockedPerson[]
}

/** Does what was chosen for one session, or answers why it cannot be done: before anything of it was written. */
async function settleOne(
  tx: Db,
  ctx: Context<Person>,
  row: SessionRow,
  { personId, fate, locked }: Chosen,
): Promise<string | undefined> {
  if (fate.act === 'cancel') {
    if (!mayBecome.Cancelled(factsOf(row, ctx.now))) return problems.not_cancellable.text
    await setStatus(tx, row, 'Cancelled', { actor: actorOf(ctx), now: ctx.now })
    return undefined
  }
  if (fate.to === personId) return 'Choose somebody else.'
  try {
    await applyChanges(tx, ctx, row, withOther(row, personId, fate.to), locked)
    return undefined
  } catch (error) {
    // A refusal that comes before the writing: it is told with those of the other sessions, and nothing is kept.
    if (error instanceof Problem) return error.message
    throw error
  }
}

/** Another in the place of the one who goes: coach, client or participant. */
function withOther(row: SessionRow, personId: string, other: string) {
  if (row.coach_id === personId) return { coach_id: other }
  if (!isOrgType(row)) return { user_id: other }
  return { participants: row.participants.map(({ id }) => (id === personId ? other : id)) }
}
