import { sql } from 'kysely'
import type { SessionFate } from '@parley/contract/people.ts'
import type { Erasure } from '@parley/contract/privacy.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person as Principal, Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { holdsOn, isHeld, lockHolds } from '#platform/audit/legal-holds.ts'
import { enqueue, type JobPayloads } from '#platform/jobs/jobs.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { abilitiesOf, deleteWithin, personInScope, tellDeleted } from '#features/people/people.ts'
import { cancelSessionsOfDeleted, sessionOwnedBy } from '#features/sessions/sessions.ts'
import { erasePeople } from './erase.ts'
import { eraseOpen, markErased } from './erasures.ts'

type Ctx = Context<Principal>

export async function previewErasure(ctx: Ctx, personId: string): Promise<Erasure> {
  const person = await personInScope(ctx, personId)
  if (!abilitiesOf(ctx, person).erase && person.former_number === null) throw problem('not_below')
  return erasureOf(ctx.db, personId, ctx.now)
}

/** Idempotent: for a person who is already erased it returns the state of that erasure. */
export async function erasePerson(
  ctx: Ctx,
  personId: string,
  settle?: readonly SessionFate[],
): Promise<Erasure> {
  const deleted = await inTransaction(ctx.db, async (tx) => {
    await lockHolds(tx)
    const { row, ...told } = await deleteWithin(tx, ctx, personId, settle)
    if (row.former_number !== null) return undefined
    if (!abilitiesOf(ctx, row).erase) throw problem('not_below')
    if (await isInCall(tx, personId)) throw problem('in_call')
    if (await isHeldNow(tx, personId, ctx.now)) throw problem('held')
    if (!row.deleted_at) throw new Error(`person ${personId} is erased without being deleted`)
    await markErased(tx, [row], actorOf(ctx), ctx.now)
    await enqueue(tx, 'privacy.erase', { personId, deletedAt: row.deleted_at.toISOString() })
    return { row, ...told }
  })
  if (deleted) await tellDeleted(ctx, deleted)
  return erasureOf(ctx.db, personId, ctx.now)
}

type Eraser = Pick<Platform, 'database' | 'live' | 'files' | 'clock'>

/** After this time, writes that were running at the deletion are either stored or have failed. */
const lateMs = 5 * 60_000

export async function runErasure(
  platform: Eraser,
  { personId, deletedAt }: JobPayloads['privacy.erase'],
): Promise<void> {
  await cancelSessionsOfDeleted(platform, { personId, deletedAt })
  await eraseOpen(platform)
  const runAt = new Date(platform.clock() + lateMs)
  await enqueue(
    platform.database.db,
    'privacy.erase-again',
    { personId },
    { key: `erase-again/${personId}`, runAt },
  )
}

export const runErasureAgain = (
  platform: Eraser,
  { personId }: JobPayloads['privacy.erase-again'],
): Promise<void> => erasePeople(platform, [personId])

async function isHeldNow(db: Db, personId: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select ${isHeld(sql`${personId}::uuid`, now)} as held`.execute(db)
  return rows[0]?.held ?? false
}

/** Whether one of their calls is running, even if they have lost their connection: the others still write in it. */
const callsOf = (personId: string) => sql<boolean>`exists (
  select from presence r join sessions s on s.id = r.session_id
  where r.left_at is null and (r.person_id = ${personId} or ${sessionOwnedBy(personId)}))`

async function isInCall(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ is_in_call: boolean }>`select ${callsOf(personId)} as is_in_call`.execute(db)
  return rows[0]?.is_in_call ?? false
}

async function erasureOf(db: Db, personId: string, now: number): Promise<Erasure> {
  const theirs = sql`select id from sessions where user_id = ${personId} and user_id <> coach_id`
  const { rows } = await sql<{
    asked_at: Date | null
    done_at: Date | null
    is_in_call: boolean
    held_until: Date | null
    ahead: number
    messages: number
    files: number
    answers: number
    moments: number
    reports: number
    mails: number
    sessions: number
    invoices: number
  }>`
    select e.asked_at, e.done_at,
      ${callsOf(personId)} as is_in_call,
      (select max(h.until) ${holdsOn({ personId: sql`p.id` }, now)}) as held_until,
      (select count(*)::int from sessions s where (s.user_id = p.id or s.coach_id = p.id) and s.status = 'Scheduled'
        and s.start_time > ${new Date(now)}) as ahead,
      (select count(*)::int from chat_messages m where m.type <> 'erased'
        and (m.author_id = p.id or m.session_id = any(array(${theirs})))) as messages,
      (select count(*)::int from chat_files f where f.stored_at is not null
        and (f.author_id = p.id or f.session_id = any(array(${theirs})))) as files,
      (select count(*)::int from assessment_answers a where a.session_id = any(array(${theirs}))) as answers,
      (select count(*)::int from assessment_moments a where a.deleted_at is null
        and a.session_id = any(array(${theirs}))) as moments,
      (select count(*)::int from assessment_reports a where a.person_id = p.id) as reports,
      (select count(*)::int from mails m where m.person_id = p.id) as mails,
      (select count(*)::int from sessions s where s.user_id = p.id or s.coach_id = p.id) as sessions,
      (select count(*)::int from invoice_lines l where l.coach_id = p.id) as invoices
    from people p left join erasures e on e.person_id = p.id
    where p.id = ${personId}`.execute(db)
  const [row] = rows
  if (!row) throw problem('person_not_found')
  const { messages, files, answers, moments, reports, mails, sessions, invoices } = row
  return {
    person_id: personId,
    askedAt: row.asked_at?.toISOString() ?? null,
    doneAt: row.done_at?.toISOString() ?? null,
    isInCall: row.is_in_call,
    heldUntil: row.held_until?.toISOString() ?? null,
    sessionsAhead: row.ahead,
    goes: { messages, files, answers, moments, reports, mails },
    stays: { sessions, invoices },
  }
}
