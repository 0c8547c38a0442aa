import { PassThrough, Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import yazl from 'yazl'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import { storedName as storedFile } from '#features/chat/chat.ts'
import type { Platform } from '#platform/process/context.ts'
import type { JobPayloads } from '#platform/jobs/jobs.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { copyPage, idColumns, type KnownIds } from './copy-page.ts'
import { openTables, type CopiedTable } from './copy-rows.ts'
import { storedCopy } from './copies.ts'

type Maker = Pick<Platform, 'database' | 'files' | 'clock' | 'config' | 'log'>

/** Makes a requested copy, streamed at any size. A killed job starts over; running it twice does no harm. */
export async function makeCopy(
  platform: Maker,
  { copyId }: JobPayloads['privacy.copy'],
  isLastAttempt: boolean,
): Promise<void> {
  const { database, files, clock } = platform
  const person = await personOf(platform, copyId)
  if (!person) return takeAwayUnwanted(platform, copyId)
  const client = await database.pool.connect()
  const over = new AbortController()
  try {
    await files.remove(storedCopy(copyId))
    await files.put(storedCopy(copyId), await zipOf(platform, client, person, over.signal))
  } catch (error) {
    if (isLastAttempt) await markFailed(platform, copyId)
    throw error
  } finally {
    over.abort()
    // Closes the cursors, which frees the rows that they hold.
    const isBroken = await client.query('close all').then(
      () => false,
      () => true,
    )
    client.release(isBroken)
  }
  const size = await files.sizeOf(storedCopy(copyId))
  const isWanted = await inTransaction(database.db, async (tx) => {
    const made = await tx
      .updateTable('person_copies')
      .set({ made_at: new Date(clock()), size_bytes: size ?? 0 })
      .where('id', '=', copyId)
      .where('made_at', 'is', null)
      .where((is) =>
        is.exists(
          tx.selectFrom('people').select('id').where('id', '=', person.id).where('former_number', 'is', null),
        ),
      )
      .executeTakeFirst()
    if (made.numUpdatedRows === 0n) return false
    if (person.is_told && !person.deleted_at)
      await queueMail(
        tx,
        platform.config,
        {
          kind: 'data-copied',
          personId: person.id,
          organizationId: person.organization_id,
          to: person.email,
          dedupe: `copy/${copyId}`,
        },
        clock(),
      )
    return true
  })
  if (!isWanted) await takeAwayUnwanted(platform, copyId)
}

/** Removes the file of a copy whose person was made anonymous while it was made. A copy that is already finished stays. */
async function takeAwayUnwanted({ database: { db }, files }: Maker, copyId: string): Promise<void> {
  const made = await db
    .selectFrom('person_copies')
    .select('id')
    .where('id', '=', copyId)
    .where('made_at', 'is not', null)
    .executeTakeFirst()
  if (!made) await files.remove(storedCopy(copyId))
}

/** The person of a copy that is still to be made. */
const personOf = ({ database: { db } }: Maker, copyId: string) =>
  db
    .selectFrom('person_copies as c')
    .innerJoin('people as p', 'p.id', 'c.person_id')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.first_name', 'p.last_name', 'p.username', 'p.email', 'p.time_zone', 'p.deleted_at'])
    .select(['p.organization_id', 'o.copies_told as is_told', 'o.time_zone as organization_zone'])
    .where('c.id', '=', copyId)
    .where('c.made_at', 'is', null)
    .where('p.former_number', 'is', null)
    .executeTakeFirst()

type Copied = NonNullable<Awaited<ReturnType<typeof personOf>>>

const markFailed = ({ database: { db }, clock }: Maker, copyId: string) =>
  db
    .updateTable('person_copies')
    .set({ failed_at: new Date(clock()) })
    .where('id', '=', copyId)
    .where('made_at', 'is', null)
    .execute()

/**
 * Zips one part after the other. Each part is opened only when it is its turn, and read no faster than the file store
 * accepts it.
 */
async function zipOf(
  platform: Maker,
  client: PoolClient,
  person: Copied,
  over: AbortSignal,
): Promise<Readable> {
  const { database, files, clock } = platform
  const tables = await openTables(client, database.db, person.id, over)
  const stored = await filesAmong(tables)
  const seen: Seen = { counts: new Map(), people: new Set([person.id]) }
  const madeAt = clock()
  async function* page() {
    yield* copyPage({
      name: personName(person),
      madeAt,
      zone: zoneAmong(person.time_zone, person.organization_zone) ?? 'UTC',
      tables,
      counts: seen.counts,
      known: await knownIds(client, { tables, stored, seen, personId: person.id }),
    })
  }
  const zip = new yazl.ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  // A reader gets the error from its own read. This listener is for an error after the last reader has left.
  output.on('error', () => {})
  const fail = (error: unknown) =>
    void output.destroy(error instanceof Error ? error : new Error(String(error)))
  const mtime = new Date(madeAt)
  // yazl ignores an error in the middle of a part, so the error is passed on to the output.
  const add = (path: string, compress: boolean, open: () => Promise<Readable>) =>
    zip.addReadStreamLazy(path, { mtime, compress }, (take) => {
      open().then((content) => take(null, content.on('error', fail)), fail)
    })
  add('data.json', true, async () => Readable.from(copyJson(tables, madeAt, seen)))
  add('index.html', true, async () => Readable.from(page()))
  for (const { place, path } of stored.values())
    add(path, false, async () => (await files.read(storedFile(place))) ?? Readable.from([]))
  zip.end()
  return output
}

interface StoredFile {
  place: { id: string; session_id: string }
  path: string
}

/** The files that were sent in chats, each under a unique name in the copy. */
async function filesAmong(tables: readonly CopiedTable[]): Promise<Map<string, StoredFile>> {
  const found = new Map<string, StoredFile>()
  for await (const { id, session_id, filename, stored_at } of tables
    .find(({ name }) => name === 'chat_files')
    ?.read() ?? []) {
    if (stored_at === null) continue
    const place = { id: String(id), session_id: String(session_id) }
    found.set(place.id, { place, path: `files/${String(found.size + 1)} ${String(filename)}` })
  }
  return found
}

/** Collected by the first pass over the rows for the second one. */
interface Seen {
  counts: Map<string, number>
  people: Set<string>
}

async function* copyJson(
  tables: readonly CopiedTable[],
  madeAt: number,
  { counts, people }: Seen,
): AsyncGenerator<string> {
  yield `{"madeAt":${JSON.stringify(new Date(madeAt))},"data":{`
  for (const [i, { name, read }] of tables.entries()) {
    let count = 0
    yield `${i > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`
    for await (const row of read()) {
      yield `${count > 0 ? ',' : ''}\n${JSON.stringify(row)}`
      count += 1
      for (const [column, value] of Object.entries(row))
        if (idColumns[column]?.from === 'people' && typeof value === 'string') people.add(value)
    }
    counts.set(name, count)
    yield ']'
  }
  yield '}}\n'
}

interface Found {
  tables: readonly CopiedTable[]
  stored: ReadonlyMap<string, StoredFile>
  seen: Seen
  personId: string
}

/** Names only staff and the person themselves: clients are named in no copy but their own. */
async function knownIds(client: PoolClient, { tables, stored, seen, personId }: Found): Promise<KnownIds> {
  const { rows } = await client.query<{
    id: string
    first_name: string
    last_name: string
    username: string
  }>(
    `select id, first_name, last_name, username
     from people where id = any($1::uuid[]) and (privs > 0 or id = $2::uuid)`,
    [[...seen.people], personId],
  )
  const sessions = new Map<string, string>()
  for await (const { id, title, start_time } of tables.find(({ name }) => name === 'sessions')?.read() ?? [])
    sessions.set(
      String(id),
      `${String(title)}, ${start_time instanceof Date ? start_time.toISOString().slice(0, 10) : ''}`,
    )
  return {
    people: new Map(rows.map((row) => [row.id, personName(row)])),
    sessions,
    files: new Map([...stored].map(([id, { path }]) => [id, path])),
  }
}
