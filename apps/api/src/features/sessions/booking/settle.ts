import { settledMax, type SessionFate } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { isOrgType, mayBecome, mayManage } from '@parley/contract/rules/sessions/sessions.ts'
import { problems } from '@parley/contract/wire/problems.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockSessions, lockTimes, type LockedPerson } from '#platform/database/locks.ts'
import { Problem, problem, type FieldFault } from '#platform/http/problem.ts'
import { factsOf, presentSession } from '#features/sessions/present.ts'
import { sessionRows, type SessionRow } from '#features/sessions/queries.ts'
import { setStatus } from './status.ts'
import { applyChanges } from './update.ts'
import { sql } from 'kysely'

interface Going {
  personId: string
  settle: readonly SessionFate[] | undefined
  /** The leaving person and those who take over, locked so that nobody books them at the same time. */
  locked: readonly LockedPerson[]
}

/** A session that was reassigned or cancelled. `before` is there so that people who left it are notified too. */
interface Settled {
  before: Session
  after: Session
}

/**
 * The people who take over from the leaving person. Their rows are locked together with the leaving person's, before any
 * session.
 */
export const takersIn = (settle: readonly SessionFate[] = []): string[] =>
  settle.flatMap((fate) => (fate.act === 'reassign' ? [fate.to] : []))

/**
 * Settles the coming sessions of a leaving person: each one is reassigned or cancelled, all of them or none. If a decision
 * is missing for one, the request is refused with the list. Returns the changed sessions, for notices after commit.
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
  // Cancellations go first, because they free time for the reassigned sessions.
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

/** The caller has locked the person's row, so sessions may leave this list while it is read but none can be added. */
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

/** Carries out the decision for one session, or returns why it cannot, before it has written anything for that session. */
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
    // The refusal came before any write. It is reported together with those of the other sessions, and the transaction is
    // rolled back.
    if (error instanceof Problem) return error.message
    throw error
  }
}

/** The change that replaces the leaving person, who is coach, client or participant. */
function withOther(row: SessionRow, personId: string, other: string) {
  if (row.coach_id === personId) return { coach_id: other }
  if (!isOrgType(row)) return { user_id: other }
  return { participants: row.participants.map(({ id }) => (id === personId ? other : id)) }
}

/** The Scheduled sessions of a person that have not begun, by time, in every organization. */
export async function futureIds(db: Db, personId: string, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from session_busy b join sessions s on s.id = b.session_id
    where b.person_id = ${personId} and b.during && tstzrange(${new Date(now)}, null)
      and s.status = 'Scheduled' and s.start_time > ${new Date(now)}
    order by s.start_time, s.id`.execute(db)
  return rows.map((row) => row.id)
}
