import { sql } from 'kysely'
import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import type { Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'

interface ChatOf {
  id: string
  coach_id: string
  user_id: string
  participants: readonly { id: string }[]
}

/** The people who can read the chat after the call: its coach, and the participants of an Org session. */
const keepsChat = ({ id }: Person, session: ChatOf): boolean =>
  session.coach_id === id || (isOrgType(session) && session.participants.some((one) => one.id === id))

/**
 * When a session's chat was written in, by the minute. Everybody who sees the session may know that; only those who can
 * read the chat learn who wrote (docs/rules.md §5).
 */
export async function writtenIn(db: Db, viewer: Person, session: ChatOf): Promise<CallPresence['written']> {
  const namesAuthors = keepsChat(viewer, session)
  const { rows } = await sql<{ at: Date; by_id: string | null; messages: string; files: string }>`
    select date_trunc('minute', m.created_at) as at, ${namesAuthors ? sql`m.author_id` : sql`null::uuid`} as by_id,
      count(*) as messages, count(*) filter (where m.type = 'media') as files
    from chat_messages m where m.session_id = ${session.id}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ at, by_id, messages, files }) => ({
    at: at.toISOString(),
    by_id,
    messages: Number(messages),
    files: Number(files),
  }))
}
