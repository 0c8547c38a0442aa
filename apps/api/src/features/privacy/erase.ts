import { sql, type RawBuilder } from 'kysely'
import type { Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import type { DB } from '#platform/database-types.ts'
import { sweepRows } from '#platform/sweep.ts'
import { storedName } from '#features/chat/chat.ts'
import { rewriteSearch } from '#features/sessions/sessions.ts'
import { storedCopy } from './copies/copies.ts'
import { forgetMentions } from './mentions.ts'
import { personalData } from './personal-data/personal-data.ts'
import type { Column, People, Rows } from './personal-data/entries.ts'

type Eraser = Pick<Platform, 'database' | 'live' | 'files'>

/** So few rows in a statement: whoever books meanwhile waits for none of them for long. */
const rowsAtOnce = 500

/** Rows that others lock several of are locked in their order (platform/locks.ts). */
const lockedInOrder: readonly (keyof DB)[] = ['sessions', 'people']

/**
 * Makes people anonymous, as the map of personal data says for each column. Each statement stands by itself, so whatever
 * cuts it off has done a part of it, and run again it goes on; once everything is done there is nothing left to change.
 */
export async function erasePeople(platform: Eraser, personIds: readonly string[]): Promise<void> {
  const { db } = platform.database
  const people = sql<string[]>`${[...personIds]}::uuid[]`
  const tables = Object.entries(personalData) as [keyof DB, { rows?: readonly Rows[]; columns: Columns }][]
  await takeAwayCopies(platform, people)
  for (const [name, { rows = [], columns }] of tables) {
    // Who they were is needed to find what tells of them elsewhere, so that goes last of all.
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

/** Removes rows, where what they hold goes with them, or empties their columns. */
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

/** Copies of their data, before their rows go. One that is being made finds no row, and takes itself away. */
async function takeAwayCopies({ database: { db }, files }: Eraser, people: People): Promise<void> {
  const copies = await db
    .selectFrom('person_copies')
    .select('id')
    .where(sql<boolean>`person_id = any(${people})`)
    .execute()
  for (const { id } of copies) await files.remove(storedCopy(id))
}

const filesAtOnce = 100

/** The bytes of their files, and then the rows. A store that does not answer stops it: whoever asked comes again. */
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
