import { constants } from '@parley/contract/rules/constants.ts'
import { clientLinkAbilities, hasClientLink } from '@parley/contract/rules/sessions/client-links.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockSessions } from '#platform/database/locks.ts'
import { cancelMailsTo, queueMail, takeMail } from '#platform/mail/mail.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { shutOutOfCall } from '#features/sessions/booking/call-end.ts'
import { note } from '#features/sessions/booking/history.ts'
import { aboutFor } from '#features/sessions/mails/session-mails.ts'
import { factsOf, publishSession } from '#features/sessions/present.ts'
import { lockSession, sessionsForJob, type SessionRow } from '#features/sessions/queries.ts'
import { guestUrl, revokeGuestLinks } from './guest-links.ts'

/**
 * Returns the client's link to the session's coach, who can pass it on when the mail did not arrive. History and audit
 * record the copy.
 */
export async function copyClientLink(ctx: Context<Person>, sessionId: string): Promise<{ url: string }> {
  const { url, session } = await inTransaction(ctx.db, async (tx) => {
    const row = await lockLinked(tx, ctx, sessionId)
    if (!clientLinkAbilities(ctx.principal, factsOf(row, ctx.now), ctx.now).copy)
      throw problem('link_not_yours')
    const made = await guestUrl(tx, ctx.platform.config, sessionId, row.user_id)
    // The client is deleted.
    if (made === undefined) throw problem('no_client_link')
    await note(tx, row, { actor: actorOf(ctx), now: ctx.now }, 'link-copied')
    return { url: made, session: row }
  })
  await publishSession(ctx.platform, session)
  return { url }
}

/**
 * Ends the client's link at once. The mail with the new link is written in the same transaction, so that the client is not
 * locked out.
 */
export async function revokeClientLink(
  ctx: Context<Person>,
  sessionId: string,
): Promise<Record<string, never>> {
  const session = await inTransaction(ctx.db, async (tx) => {
    const row = await lockLinked(tx, ctx, sessionId)
    if (!clientLinkAbilities(ctx.principal, factsOf(row, ctx.now), ctx.now).revoke)
      throw problem('not_manager')
    await replaceLink(tx, ctx, row)
    return row
  })
  await publishSession(ctx.platform, session)
  return {}
}

/**
 * Replaces the links after a client's email address changed: links sent to the old address stop working, mails still queued
 * for it are cancelled, and invitations to coming sessions go to the new address. The caller holds the lock on the client's
 * row. Returns the sessions, for notices after commit.
 */
export async function sendLinksAnew(tx: Db, ctx: Context<Person>, clientId: string): Promise<SessionRow[]> {
  await cancelMailsTo(tx, clientId, ctx.now)
  const ids = await linkedIds(tx, clientId, ctx.now)
  await lockSessions(tx, ids)
  const rows = await sessionsForJob(tx, ids)
  const linked = rows.filter((row) => hasClientLink(factsOf(row, ctx.now), ctx.now))
  for (const row of linked) await replaceLink(tx, ctx, row)
  return linked
}

async function replaceLink(tx: Db, ctx: Context<Person>, row: SessionRow): Promise<void> {
  await revokeGuestLinks(tx, row.id, [row.user_id])
  await shutOutOfCall(tx, row.id)
  await mailNext(tx, ctx, row)
  await note(tx, row, { actor: actorOf(ctx), now: ctx.now }, 'link-revoked')
}

/** The sessions whose link may still admit the client. */
async function linkedIds(tx: Db, clientId: string, now: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', clientId)
    .where('status', '=', 'Scheduled')
    .where('end_time', '>=', new Date(now - constants.joinWindowAfterMs))
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks the session, so that no link is made or ended for a client who is leaving the session at that moment. */
async function lockLinked(tx: Db, ctx: Context<Person>, sessionId: string): Promise<SessionRow> {
  const row = await lockSession(tx, ctx.principal, sessionId)
  if (!row) throw problem('session_not_found')
  if (!hasClientLink(factsOf(row, ctx.now), ctx.now)) throw problem('no_client_link')
  return row
}

const hourMs = 3_600_000

/** Sends the invitation again with the new link. The calendar entry stays the same. */
async function mailNext(tx: Db, ctx: Context<Person>, row: SessionRow): Promise<void> {
  const client = row.participants.find(({ id }) => id === row.user_id)
  if (!client?.email) return
  const facts = {
    sessionId: row.id,
    sequence: row.ics_sequence,
    start: row.start_time.toISOString(),
    end: row.end_time.toISOString(),
    coachId: row.coach_id,
    others: [client.id],
    clientId: client.id,
  }
  const mail = { personId: client.id, organizationId: row.organization_id, to: client.email }
  const detail = aboutFor(facts, client.id)
  const { config } = ctx.platform
  const invitation = { kind: 'session-invitation', ...mail, sessionId: row.id, detail } as const
  // Ending a link is never refused. A mail above the rate limit is delayed instead, and carries the link that is valid when
  // it is sent.
  const waitSeconds = await takeMail(ctx.platform, invitation)
  const later = waitSeconds && {
    dedupe: `link/${row.id}/${Math.floor(ctx.now / hourMs)}`,
    after: new Date(ctx.now + waitSeconds * 1000),
  }
  await queueMail(tx, config, { ...invitation, ...later }, ctx.now)
}
