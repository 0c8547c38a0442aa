import { clientLinkAbilities, hasClientLink } from '@parley/contract/rules/client-links.ts'
import { actorOf } from '#platform/audit.ts'
import type { Context, Person } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { queueMail } from '#platform/mail.ts'
import { problem } from '#platform/problem.ts'
import { inTransaction } from '#platform/transactions.ts'
import { shutOutOfCall } from '#features/sessions/booking/call-end.ts'
import { note } from '#features/sessions/booking/history.ts'
import { tellOf } from '#features/sessions/booking/tell.ts'
import { aboutFor } from '#features/sessions/mails/session-mails.ts'
import { factsOf } from '#features/sessions/present.ts'
import { lockSession, type SessionRow } from '#features/sessions/queries.ts'
import { guestUrl, revokeGuestLinks } from './guest-links.ts'

/** The client's link, for the session's coach to hand on where the mail did not come. That it was taken stands in history and audit. */
export async function copyClientLink(ctx: Context<Person>, sessionId: string): Promise<{ url: string }> {
  const { url, session } = await inTransaction(ctx.db, async (tx) => {
    const row = await lockLinked(tx, ctx, sessionId)
    if (!clientLinkAbilities(ctx.principal, factsOf(row, ctx.now), ctx.now).copy)
      throw problem('link_not_yours')
    const made = await guestUrl(tx, ctx.platform.config, sessionId, row.user_id)
    // The client was deleted.
    if (made === undefined) throw problem('no_client_link')
    await note(tx, row, { actor: actorOf(ctx), now: ctx.now }, 'link-copied')
    return { url: made, session: row }
  })
  await tellOf(ctx.platform, session)
  return { url }
}

/** Ends the client's link at once. The mail with the next one is written with it, so that the client is not left outside. */
export async function revokeClientLink(
  ctx: Context<Person>,
  sessionId: string,
): Promise<Record<string, never>> {
  const session = await inTransaction(ctx.db, async (tx) => {
    const row = await lockLinked(tx, ctx, sessionId)
    if (!clientLinkAbilities(ctx.principal, factsOf(row, ctx.now), ctx.now).revoke)
      throw problem('not_manager')
    await revokeGuestLinks(tx, sessionId, [row.user_id])
    await shutOutOfCall(tx, sessionId)
    await mailNext(tx, ctx, row)
    await note(tx, row, { actor: actorOf(ctx), now: ctx.now }, 'link-revoked')
    return row
  })
  await tellOf(ctx.platform, session)
  return {}
}

/** Kept from changing, so that a link is neither made for nor ended for somebody who is leaving the session just now. */
async function lockLinked(tx: Db, ctx: Context<Person>, sessionId: string): Promise<SessionRow> {
  const row = await lockSession(tx, ctx.principal, sessionId)
  if (!row) throw problem('session_not_found')
  if (!hasClientLink(factsOf(row, ctx.now), ctx.now)) throw problem('no_client_link')
  return row
}

/** The invitation once more, with the link that is good from now on; the entry in the calendar stays the same. */
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
  await queueMail(tx, config, { kind: 'session-invitation', ...mail, sessionId: row.id, detail }, ctx.now)
}
