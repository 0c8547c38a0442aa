import { sql } from 'kysely'
import type { SessionFate } from '@parley/contract/people.ts'
import type { Erasure } from '@parley/contract/privacy.ts'
import { actorOf } from '#platform/audit.ts'
import type { Context, Person as Principal, Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { holdsOn, isHeld, lockHolds } from '#platform/legal-holds.ts'
import { enqueue, type JobPayloads } from '#platform/jobs.ts'
import { problem } from '#platform/problem.ts'
import { inTransaction } from '#platform/transactions.ts'
import {
  abilitiesOf,
  deletePerson,
  personInScope,
  personToChange,
  viewerOf,
} from '#features/people/people.ts'
import { cancelSessionsOfDeleted } from '#features/sessions/sessions.ts'
import { erasePeople } from './erase.ts'
import { eraseOpen, markErased } from './erasures.ts'

type Ctx = Context<Principal>

export async function previewErasure(ctx: Ctx, personId: string): Promise<Erasure> {
  const person = await personInScope(ctx, personId)
  if (!abilitiesOf(ctx, person).erase && person.former_number === null) throw problem('not_below')
  return erasureOf(ctx.db, personId, ctx.now)
}

/** Twice it does no harm: whoever is erased already is answered so. */
export async function erasePerson(
  ctx: Ctx,
  personId: string,
  settle?: readonly SessionFate[],
): Promise<Erasure> {
  const person = await personInScope(ctx, personId)
  if (person.former_number !== null) return erasureOf(ctx.db, personId, ctx.now)
  if (!abilitiesOf(ctx, person).erase) throw problem('not_below')
  if (await isInCall(ctx.db, personId)) throw problem('in_call')
  await mustNotBeHeld(ctx, personId)
  if (!person.deleted_at) await deletePerson(ctx, personId, settle)
  await inTransaction(ctx.db, async (tx) => {
    await lockHolds(tx)
    await mustNotBeHeld({ ...ctx, db: tx }, personId)
    const found = await personToChange(tx, viewerOf(ctx), personId)
    if (found.former_number !== null) return
    // Somebody brought them back in between.
    if (!found.deleted_at) throw problem('stale')
    await markErased(tx, [found], actorOf(ctx), ctx.now)
    await enqueue(tx, 'privacy.erase', { personId, deletedAt: found.deleted_at.toISOString() })
  })
  return erasureOf(ctx.db, personId, ctx.now)
}

type Eraser = Pick<Platform, 'database' | 'live' | 'files' | 'clock'>

/** What was being written when somebody was deleted is stored by then, or never. */
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

async function mustNotBeHeld({ db, now }: Ctx, personId: string): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`
    select ${isHeld(sql`${personId}::uuid`, now)} as held`.execute(db)
  if (rows[0]?.held) throw problem('held')
}

const isInCall = async (db: Db, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('presence')
    .select('id')
    .where('person_id', '=', personId)
    .where('left_at', 'is', null)
    .executeTakeFirst()) !== undefined

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
      exists (select from presence r where r.person_id = p.id and r.left_at is null) as is_in_call,
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
