import type { SessionDetails } from '@parley/contract/sessions/session-details.ts'
import { clientLinkAbilities } from '@parley/contract/rules/sessions/client-links.ts'
import { isOrgType } from '@parley/contract/rules/sessions/sessions.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { mailsSent, type SentMail } from './mails/mails-sent.ts'
import { leadMs } from './mails/reminders.ts'
import { factsOf } from './present.ts'
import { findSession, visibleTo, type SessionRow } from './queries.ts'

/**
 * The details of a session's page beside the session itself: the client's link, the reminders, the last session before it,
 * the number of messages.
 */
export async function sessionDetails(ctx: Context<Person>, sessionId: string): Promise<SessionDetails> {
  const row = await findSession(ctx.db, ctx.principal, sessionId)
  if (!row) throw problem('session_not_found')
  const mails = await mailsSent(ctx.db, sessionId)
  return {
    link: await linkOf(ctx, row, mails),
    reminders: remindersOf(row, mails, ctx.now),
    lastTime: await lastTimeOf(ctx, row),
    messages: await messagesOf(ctx.db, sessionId),
  }
}

async function messagesOf(db: Db, sessionId: string): Promise<number> {
  const chat = await db
    .selectFrom('chats')
    .select('messages')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return chat?.messages ?? 0
}

async function linkOf(
  ctx: Context<Person>,
  row: SessionRow,
  mails: readonly SentMail[],
): Promise<SessionDetails['link']> {
  const abilities = clientLinkAbilities(ctx.principal, factsOf(row, ctx.now), ctx.now)
  if (!abilities.revoke) return null
  const revokedAt = await lastRevoked(ctx.db, row.id)
  const sent = mails
    .filter(({ personId, about }) => personId === row.user_id && about.isGuest)
    // Mails written before the last revocation carried a link that no longer works.
    .filter(({ kind, writtenAt }) => kind !== 'session-cancelled' && writtenAt >= revokedAt)
    .map(({ sentAt }) => sentAt)
  return { sentAt: sent.length > 0 ? new Date(Math.max(...sent)).toISOString() : null, abilities }
}

async function lastRevoked(db: Db, sessionId: string): Promise<number> {
  const last = await db
    .selectFrom('session_history')
    .select('at')
    .where('session_id', '=', sessionId)
    .where('action', '=', 'link-revoked')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last?.at.getTime() ?? 0
}

/** The reminders sent for the session's current time, and those still to be sent. */
function remindersOf(row: SessionRow, mails: readonly SentMail[], now: number): SessionDetails['reminders'] {
  const start = row.start_time.toISOString()
  return (['24h', '1h'] as const).flatMap((before) => {
    const sent = mails.filter(
      ({ kind, about }) =>
        kind === 'session-reminder' &&
        about.before === before &&
        Date.parse(about.start) === Date.parse(start),
    )
    if (sent.length > 0)
      return {
        at: new Date(Math.max(...sent.map(({ sentAt }) => sentAt))).toISOString(),
        sentTo: new Set(sent.map(({ personId }) => personId)).size,
      }
    const dueAt = row.start_time.getTime() - leadMs[before]
    return row.status === 'Scheduled' && dueAt > now ? { at: new Date(dueAt).toISOString(), sentTo: 0 } : []
  })
}

async function lastTimeOf(ctx: Context<Person>, row: SessionRow): Promise<SessionDetails['lastTime']> {
  if (isOrgType(factsOf(row, ctx.now))) return null
  const last = await ctx.db
    .selectFrom('sessions as s')
    .select(['s.id', 's.title', 's.start_time'])
    .where('s.user_id', '=', row.user_id)
    .where('s.status', '=', 'Completed')
    .where('s.start_time', '<', row.start_time)
    // Leaves out Org sessions that a former coach held: there they were not the client.
    .whereRef('s.coach_id', '<>', 's.user_id')
    .where(visibleTo(ctx.principal))
    .orderBy('s.start_time', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? { ...last, start_time: last.start_time.toISOString() } : null
}
