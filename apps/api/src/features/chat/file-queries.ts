import { sql } from 'kysely'
import { chatFilesBytesMax, chatFilesMax } from '@parley/contract/rules/calls/chat-files.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { Db } from '#platform/database/database.ts'
import type { ShortAddress } from '#platform/files/short-addresses.ts'

const columns = ['f.id', 'f.session_id', 'f.filename', 'f.size_bytes'] as const

/** The stored file of a message. */
export const fileOfMessage = (db: Db, sessionId: string, sid: string) =>
  db
    .selectFrom('chat_messages as m')
    .innerJoin('chat_files as f', 'f.id', 'm.file_id')
    .select(columns)
    .where('m.session_id', '=', sessionId)
    .where('m.sid', '=', sid)
    .where('f.stored_at', 'is not', null)
    .executeTakeFirst()

/**
 * The stored file of a download address, while the address's person has the place that they had when it was made. A client
 * must still hold the place into which they were let by then; revoking their link ends it. Anybody else must be one of the
 * session's people and not removed since. Both must belong to the session's organization.
 */
export const fileOfAddress = (db: Db, { thingId, personId, madeAt }: ShortAddress) =>
  db
    .selectFrom('chat_files as f')
    .innerJoin('sessions as s', 's.id', 'f.session_id')
    .innerJoin('people as p', (join) => join.on('p.id', '=', personId))
    .select(columns)
    .where('f.id', '=', thingId)
    .where('f.stored_at', 'is not', null)
    .where('p.deleted_at', 'is', null)
    .whereRef('p.organization_id', '=', 's.organization_id')
    .where(
      sql<boolean>`case when p.id = s.user_id and p.id <> s.coach_id
        then exists (select from admissions a where a.session_id = s.id and a.person_id = p.id
          and a.state = 'admitted' and a.decided_at <= ${new Date(madeAt)})
        else p.privs >= ${levels.Coach} and (p.id = s.coach_id
            or exists (select from session_participants m where m.session_id = s.id and m.person_id = p.id))
          and not exists (select from admissions a where a.session_id = s.id and a.person_id = p.id
            and a.state = 'removed' and a.decided_at >= ${new Date(madeAt)})
        end`,
    )
    .executeTakeFirst()

/**
 * Whether the chat stays within its limits with so many more bytes. Uploads in progress count as files, including the one
 * that asks. The caller holds the lock of the chat.
 */
export async function hasRoom(tx: Db, sessionId: string, bytes: number): Promise<boolean> {
  const { files, total } = await tx
    .selectFrom('chat_files as f')
    .select([sql<number>`count(*)::int`.as('files'), sql<string>`coalesce(sum(f.size_bytes), 0)`.as('total')])
    .where('f.session_id', '=', sessionId)
    .executeTakeFirstOrThrow()
  return files <= chatFilesMax && Number(total) + bytes <= chatFilesBytesMax
}

interface NewFile {
  sessionId: string
  authorId: string
  filename: string
  now: number
}

/** Adds the row of a file that is about to be uploaded. */
export const addFile = (tx: Db, { sessionId, authorId, filename, now }: NewFile) =>
  tx
    .insertInto('chat_files')
    .values({ session_id: sessionId, author_id: authorId, filename, begun_at: new Date(now) })
    .returning(['id', 'session_id'])
    .executeTakeFirstOrThrow()

/** Returns whether the upload was still pending. */
export async function markStored(tx: Db, id: string, bytes: number, now: number): Promise<boolean> {
  const marked = await tx
    .updateTable('chat_files')
    .set({ size_bytes: bytes, stored_at: new Date(now) })
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .where('dropped_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Returns whether the upload may be deleted: a stored file may not. */
export async function markDropped(db: Db, id: string, now: number): Promise<boolean> {
  const marked = await db
    .updateTable('chat_files')
    .set({ dropped_at: new Date(now) })
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

export const removeFile = (db: Db, id: string) =>
  db.deleteFrom('chat_files').where('id', '=', id).where('dropped_at', 'is not', null).execute()

/** Uploads that began so long ago that nobody can still be sending them. */
export const leftBehind = (db: Db, before: number, limit: number) =>
  db
    .selectFrom('chat_files as f')
    .select(['f.id', 'f.session_id'])
    .where('f.stored_at', 'is', null)
    .where('f.begun_at', '<', new Date(before))
    .orderBy('f.begun_at')
    .limit(limit)
    .execute()
