import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { seersOfPerson } from '#platform/live/audiences.ts'
import { auditAll, system, type Actor } from '#platform/audit/audit.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { isHeld, lockHolds } from '#platform/audit/legal-holds.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { sweepAllMemory } from '#platform/process/sweep-memory.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { erasePeople } from './erase.ts'

type Eraser = Pick<Platform, 'database' | 'live' | 'files' | 'clock'>

/** Batch size: rows of other people are searched only once per batch. */
const peopleAtOnce = 1000

/** The minimum retention of deleted people in any organization (docs/rules.md §3). */
const keptDaysMin = 30

/**
 * Erases everybody whose retention period after deletion is over, everybody whom a killed worker has left half erased, and
 * everybody who was erased before and came back with a backup. It works in batches, because one night may have a hundred
 * thousand.
 */
export async function eraseKept(platform: Eraser): Promise<void> {
  const { db } = platform.database
  await markRestored(platform)
  for (let after: Place | undefined; ;) {
    const due = await begin(db, platform.clock(), after)
    await eraseOpen(platform)
    if (!due.last) return
    after = due.last
  }
}

interface Place {
  deleted_at: Date
  id: string
}

/**
 * Marks a batch of people who are due, and gives each the number that remains of them. Returns where the next batch starts,
 * if there is one.
 */
function begin(db: Db, now: number, after?: Place): Promise<{ last: Place | undefined }> {
  return inTransaction(db, async (tx) => {
    await lockHolds(tx)
    const { rows } = await sql<Place & { organization_id: string | null; is_due: boolean }>`
      select p.id, p.deleted_at, p.organization_id, p.deleted_at <= ${new Date(now)}::timestamptz
        - make_interval(days => greatest(coalesce(o.retention_days, ${keptDaysMin}::integer), ${keptDaysMin}::integer))
        and not ${isHeld(sql`p.id`, now)} as is_due
      from people p left join organizations o on o.id = p.organization_id
      where p.deleted_at <= ${new Date(now)}::timestamptz - make_interval(days => ${keptDaysMin}::integer)
        and p.former_number is null
        and (p.deleted_at, p.id) > (${after?.deleted_at ?? '-infinity'}::timestamptz, ${after?.id ?? noId}::uuid)
      order by p.deleted_at, p.id limit ${peopleAtOnce}
      for no key update of p skip locked`.execute(tx)
    const due = rows.filter((row) => row.is_due)
    await markErased(tx, due, system, now)
    return { last: rows.length === peopleAtOnce ? rows.at(-1) : undefined }
  })
}

const noId = '00000000-0000-0000-0000-000000000000'

interface Marked {
  id: string
  organization_id: string | null
}

/** The caller has locked these people. From here on nobody can restore them. */
export async function markErased(tx: Db, people: readonly Marked[], by: Actor, now: number): Promise<void> {
  if (people.length === 0) return
  const ids = sql`${people.map(({ id }) => id)}::uuid[]`
  await sql`
    update people set former_number = nextval('former_people')
    where id = any(${ids}) and former_number is null`.execute(tx)
  await sql`
    insert into erasures (person_id, asked_by, asked_at)
    select id, ${by.id}::uuid, ${new Date(now)}::timestamptz from unnest(${ids}) id
    on conflict do nothing`.execute(tx)
  await auditAll(
    tx,
    by,
    now,
    people.map(({ id, organization_id }) => ({
      action: 'people.erase',
      subjectKind: 'person',
      subjectId: id,
      organizationId: organization_id,
    })),
  )
}

/** Erases the marked people and records it once nothing of them is left. */
export async function eraseOpen(platform: Eraser): Promise<void> {
  const { db } = platform.database
  for (;;) {
    const open = await db
      .selectFrom('erasures')
      .select('person_id')
      .where('done_at', 'is', null)
      .orderBy('asked_at')
      .orderBy('person_id')
      .limit(peopleAtOnce)
      .execute()
    if (open.length === 0) return
    sweepAllMemory()
    const ids = open.map(({ person_id }) => person_id)
    await erasePeople(platform, ids)
    await keepApart(platform, ids)
    await db
      .updateTable('erasures')
      .set({ done_at: new Date(platform.clock()) })
      .where('person_id', 'in', ids)
      .where('done_at', 'is', null)
      .execute()
    await tellErased(platform, ids)
  }
}

/** Notifies pages that show their names: those of the admins of their organizations and of everybody who coached them. */
async function tellErased({ database: { db }, live }: Eraser, ids: readonly string[]): Promise<void> {
  const people = await db
    .selectFrom('people')
    .select(['id', 'version', 'coach_id', 'organization_id', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  const coaches = await db
    .selectFrom('sessions')
    .select('coach_id')
    .distinct()
    .where('user_id', 'in', ids)
    .execute()
  const seers = [
    ...new Set([
      ...people.flatMap(seersOfPerson),
      ...coaches.map(({ coach_id }) => `person:${coach_id}` as const),
    ]),
  ]
  const [one, ...others] = people
  await live.publish(
    [...seers, 'slow:people'],
    one && others.length === 0 ? { kind: 'person', id: one.id, version: one.version } : { kind: 'people' },
  )
  await live.publish([...seers, 'slow:sessions'], { kind: 'sessions' })
}

const apart = 'erased/'

/**
 * Keeps the ids outside the database, because a backup restored later does not know about people erased after it was made.
 */
const keepApart = ({ files, clock }: Eraser, ids: readonly string[]): Promise<void> =>
  files.put(
    `${apart}${new Date(clock()).toISOString()} ${randomUUID()}`,
    Readable.from([Buffer.from(ids.join('\n'))]),
  )

/** At most this many lists are read in a night; more are merged into one. */
const listsMax = 100

/** Marks people who were erased before and are in the database again. */
async function markRestored(platform: Eraser): Promise<void> {
  const { files } = platform
  const names: string[] = []
  for await (const name of files.names(apart)) names.push(name)
  const all = new Set<string>()
  for (const name of names) {
    const content = await files.read(name)
    const ids = content ? (await text(content)).split('\n') : []
    for (let at = 0; at < ids.length; at += peopleAtOnce)
      await markAgain(platform, ids.slice(at, at + peopleAtOnce))
    for (const id of ids) all.add(id)
  }
  if (names.length <= listsMax) return
  await keepApart(platform, [...all])
  // The merged list is already stored: if this loop is interrupted, the next night reads some ids twice.
  for (const name of names) await files.remove(name)
}

async function markAgain(
  { database: { db }, clock }: Pick<Eraser, 'database' | 'clock'>,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from people where id = any(${[...ids]}::uuid[]) and former_number is null`.execute(db)
  // Nearly always nobody came back, and then nothing is locked.
  if (rows.length === 0) return
  await inTransaction(db, async (tx) => {
    const locked = await lockPeople(tx, { change: rows.map(({ id }) => id) })
    const back = locked.filter((person) => person.former_number === null)
    if (back.length === 0) return
    const now = clock()
    await tx
      .updateTable('people')
      .set({ deleted_at: new Date(now) })
      .where(
        'id',
        'in',
        back.map(({ id }) => id),
      )
      .where('deleted_at', 'is', null)
      .execute()
    await markErased(tx, back, system, now)
    for (const { id } of back)
      await enqueue(tx, 'privacy.erase', { personId: id, deletedAt: new Date(now).toISOString() })
  })
}
