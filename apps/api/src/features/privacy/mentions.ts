import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { People } from './personal-data/entries.ts'

const addressesAtOnce = 1000
/** Stored answers are searched by the hour in which they were given, so that no statement takes long. */
const hourMs = 3_600_000

/** Removes mentions of people in the rows of others, in the queue and in the audit, while their names are still known. */
export async function forgetMentions(db: Db, people: People): Promise<void> {
  await forgetAnswers(db, people)
  await forgetCoachNames(db, people)
  await forgetAuthors(db, people)
  await forgetTypedNames(db, people)
  await forgetAddresses(db, people)
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Removes stored idempotent answers that were given to others and name these people. A retry of such a request is then
 * refused, because it must not be executed twice.
 */
async function forgetAnswers(db: Db, people: People): Promise<void> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(created_at) as first, max(created_at) as last from idempotency_keys`.execute(db)
  const [first, last] = [rows[0]?.first, rows[0]?.last]
  if (!first || !last) return
  for (let at = first.getTime(); at <= last.getTime(); at += hourMs)
    await sql`
      update idempotency_keys set status = 409, response = '{"code": "key_reused"}'
      where created_at >= ${new Date(at)} and created_at < ${new Date(at + hourMs)}
        and exists (select from regexp_matches(response::text, ${uuid}, 'g') named
          where named[1]::uuid = any(${people}))`.execute(db)
}

/** Imports name the coach of a client. Rows still to be written keep the name, because they are checked by it. */
const forgetCoachNames = (db: Db, people: People) =>
  sql`
    update import_rows set coach_username = ''
    where state <> 'good' and coach_username <> '' and lower(coach_username) = any(array(
      select lower(p.username) from people p where p.id = any(${people}) and p.privs > 0))`.execute(db)

/**
 * Texts that coaches wrote about a client stay with the client, so the author's name in them is replaced: where two coaches
 * wrote at once, and in the reports that were sent.
 */
async function forgetAuthors(db: Db, people: People): Promise<void> {
  const authors = sql`(
    select p.id, nullif(trim(p.first_name || ' ' || p.last_name), '') as name, p.username,
      'Former coach ' || p.former_number as former
    from people p where p.id = any(${people}) and p.privs > 0) n`
  const mark = (name: RawBuilder<string>) => sql`E'\n\n' || ${name} || E':\n'`
  const [name, former] = [sql<string>`coalesce(n.name, n.username)`, sql<string>`n.former`]
  for (const table of ['assessment_answers', 'assessment_changes'])
    await sql`
      update ${sql.table(table)} a set data = replace(a.data, ${mark(name)}, ${mark(former)})
      from ${authors} join (select distinct session_id, by_id from assessment_changes where by_id = any(${people})) c
        on c.by_id = n.id
      where a.session_id = c.session_id and position(${mark(name)} in a.data) > 0`.execute(db)
  await sql`
    update assessment_reports r
    set figures = replace(r.figures::text, to_json(${name})::text, to_json(${former})::text)::jsonb
    from ${authors}
    where r.person_id = any(array(select distinct s.user_id from sessions s where s.coach_id = n.id))
      and position(to_json(${name})::text in r.figures::text) > 0`.execute(db)
}

/** Deletes the name that they typed when they forgot their password, if its job is still queued. */
const forgetTypedNames = (db: Db, people: People) =>
  sql`
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier = 'identity.forgot-password' and j.locked_at is null
      and exists (select from people p where p.id = any(${people})
        and lower(j.payload ->> 'name') in (lower(p.username), lower(p.email)))`.execute(db)

/** The audit keeps what was done, by and to a number; only the network addresses go. */
async function forgetAddresses(db: Db, people: People): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select audit_log_forget(${people}, ${addressesAtOnce}) as n`.execute(db)
    if (!rows[0] || rows[0].n === 0) return
  }
}
