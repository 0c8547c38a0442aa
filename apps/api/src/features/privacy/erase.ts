import { sql, type RawBuilder } from 'kysely'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { DB } from '#platform/database/database-types.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import { storedName } from '#features/chat/chat.ts'
import { rewriteSearch } from '#features/sessions/sessions.ts'
import { storedCopy } from './copies/copies.ts'
import { forgetMentions } from './mentions.ts'
import { personalData } from './personal-data/personal-data.ts'
import type { Column, People, Rows } from './personal-data/entries.ts'

type Eraser = Pick<Platform, 'database' | 'live' | 'files'>

/** Batch size of a statement. It is small, so that concurrent bookings do not wait long for these rows. */
const rowsAtOnce = 500

/**
 * Tables of which other transactions lock several rows at once: here they are locked in the same order (platform/database/locks.ts).
 */
const lockedInOrder: readonly (keyof DB)[] = ['sessions', 'people']

/**
 * Makes people anonymous, as the map of personal data says for each column. Each statement commits on its own: after an
 * interruption the next run continues, and once everything is done a run finds nothing to change.
 */
export async function erasePeople(platform: Eraser, personIds: readonly string[]): Promise<void> {
  const { db } = platform.database
  const people = sql<string[]>`${[...personIds]}::uuid[]`
  const tables = Object.entries(personalData) as [keyof DB, { rows?: readonly Rows[]; columns: Columns }][]
  await takeAwayCopies(platform, people)
  for (const [name, { rows = [], columns }] of tables) {
    // The rest needs to know who they were to find mentions of them elsewhere, so this table comes last.
    if (name === 'people') continue
    for (const theirs of rows) await eraseRows(db, name, columns, theirs(people))
  }
  await takeAwayFiles(platform, people)
  await forgetMentions(db, people)
  const { rows = [], columns } = personalData.people
  for (const theirs of rows) await eraseRows(db, 'people', columns, theirs(people))
  await rewriteSearch(platform, personIds)
}

type Columns = Readonly<Record<string, Column>>

/** Deletes the rows if the map says that their data goes with them; otherwise overwrites their columns. */
async function eraseRows(db: Db, name: keyof DB, columns: Columns, rows: RawBuilder<boolean>): Promise<void> {
  const all = Object.entries(columns)
  if (all.some(([, column]) => typeof column === 'object' && 'gone' in column)) {
    await sweepRows(db, name, rows, rowsAtOnce)
    return
  }
  const changes = all.flatMap(([column, it]) =>
    typeof it === 'object' && 'value' in it && it.value ? [{ column: sql.ref(column), value: it.value }] : [],
  )
  const set = sql.join(changes.map(({ column, value }) => sql`${column} = ${value}`))
  const isLeft = sql.join(
    changes.map(({ column, value }) => sql`${column} is distinct from ${value}`),
    sql` or `,
  )
  const some = lockedInOrder.includes(name)
    ? sql`order by id limit ${rowsAtOnce} for no key update`
    : sql`limit ${rowsAtOnce}`
  for (;;) {
    const done = await sql`
      update ${sql.table(name)} set ${set} where ctid = any(array(
        select ctid from ${sql.table(name)} where ${rows} and (${isLeft}) ${some}))`.execute(db)
    if (Number(done.numAffectedRows ?? 0) < rowsAtOnce) return
  }
}

/**
 * Deletes the files of copies of their data, before the rows go. A copy that is being made then finds no row and removes
 * itself.
 */
async function takeAwayCopies({ database: { db }, files }: Eraser, people: People): Promise<void> {
  const copies = await db
    .selectFrom('person_copies')
    .select('id')
    .where(sql<boolean>`person_id = any(${people})`)
    .execute()
  for (const { id } of copies) await files.remove(storedCopy(id))
}

const filesAtOnce = 100

/**
 * Deletes the bytes of their files, and then the rows. If the file store does not answer, this throws and the caller runs it
 * again.
 */
async function takeAwayFiles({ database: { db }, files }: Eraser, people: People): Promise<void> {
  for (const theirs of personalData.chat_files.rows ?? [])
    for (;;) {
      const { rows } = await sql<{ id: string; session_id: string }>`
        select id, session_id from chat_files
        where dropped_at is not null and ${theirs(people)} limit ${filesAtOnce}`.execute(db)
      for (const file of rows) {
        await files.remove(storedName(file))
        await db.deleteFrom('chat_files').where('id', '=', file.id).execute()
      }
      if (rows.length < filesAtOnce) break
    }
}
