import { sql } from 'kysely'
import type { ChatMessage } from '@parley/contract/chat.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'

/** The person who reads, and the coach of the session. */
interface Reader {
  personId: string
  coachId: string
}

const messages = (db: Db) =>
  db
    .selectFrom('chat_messages as m')
    .innerJoin('people as p', 'p.id', 'm.author_id')
    .leftJoin('chat_files as f', 'f.id', 'm.file_id')
    .select(['m.sid', 'm.number', 'm.author_id', 'm.client_id', 'm.type', 'm.body', 'm.created_at'])
    .select(['p.first_name', 'p.last_name', 'p.username', 'f.filename', 'f.size_bytes'])

type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>

function presented(row: MessageRow, { personId, coachId }: Reader): ChatMessage {
  return {
    sid: row.sid,
    number: row.number,
    author: personName(row),
    author_id: row.author_id,
    isCoach: row.author_id === coachId,
    isOwn: row.author_id === personId,
    client_id: row.client_id,
    type: typeOf(row.type),
    body: row.body,
    media: row.filename === null ? null : { filename: row.filename, size: Number(row.size_bytes) },
    dateCreated: row.created_at.toISOString(),
  }
}

function typeOf(stored: string): ChatMessage['type'] {
  if (stored === 'text' || stored === 'media' || stored === 'erased') return stored
  throw new Error(`a message is stored as ${stored}`)
}

/** The messages after a number, in order. */
export async function messagesAfter(
  db: Db,
  sessionId: string,
  reader: Reader,
  after: number,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await messages(db)
    .where('m.session_id', '=', sessionId)
    .where('m.number', '>', after)
    .orderBy('m.number')
    .limit(limit)
    .execute()
  return rows.map((row) => presented(row, reader))
}

/** The message that its author sent under this client id, if it has arrived. */
export async function sentMessage(
  db: Db,
  sessionId: string,
  reader: Reader,
  clientId: string,
): Promise<ChatMessage | undefined> {
  const row = await messages(db)
    .where('m.session_id', '=', sessionId)
    .where('m.author_id', '=', reader.personId)
    .where('m.client_id', '=', clientId)
    .executeTakeFirst()
  return row && presented(row, reader)
}

interface NewMessage {
  sessionId: string
  author: Reader
  clientId: string
  now: number
  /** A message has either a text or a file. */
  body?: string
  fileId?: string
}

/**
 * Stores a message under the next number. The caller holds the lock of the chat (`lockChat`). Nothing can be written any
 * more once the session's client was made anonymous, even while the session's time still runs.
 */
export async function addMessage(
  tx: Db,
  { sessionId, author, clientId, now, body = '', fileId }: NewMessage,
): Promise<ChatMessage> {
  const counted = await tx
    .updateTable('chats')
    .set({ messages: sql<number>`messages + 1` })
    .where('session_id', '=', sessionId)
    .where(
      sql<boolean>`not exists (select from sessions s join people p on p.id = s.user_id
        where s.id = ${sessionId} and s.user_id <> s.coach_id and p.former_number is not null)`,
    )
    .returning('messages')
    .executeTakeFirst()
  if (!counted) throw problem('chat_closed')
  await tx
    .insertInto('chat_messages')
    .values({
      session_id: sessionId,
      number: counted.messages,
      author_id: author.personId,
      client_id: clientId,
      type: fileId === undefined ? 'text' : 'media',
      body,
      file_id: fileId ?? null,
      created_at: new Date(now),
    })
    .execute()
  const stored = await sentMessage(tx, sessionId, author, clientId)
  if (!stored) throw new Error('a message that was stored is not there')
  return stored
}

/** Whether files may be sent in sessions of this organization. */
export async function takesFiles(db: Db, organizationId: string): Promise<boolean> {
  const { chat_files } = await db
    .selectFrom('organizations')
    .select('chat_files')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return chat_files
}
