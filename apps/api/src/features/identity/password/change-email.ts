import { seersOfPerson } from '#platform/live/audiences.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person, Visitor } from '#platform/process/context.ts'
import { limitMail, queueMail } from '#platform/mail/mail.ts'
import { problem } from '#platform/http/problem.ts'
import { hashOf } from '#platform/identity/secrets.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endLinks, queueLinkMail } from './one-time-links.ts'
import { confirmOwnPassword } from './password-checks.ts'
import { findEmailLink, isEmailTaken, lockEmailLink } from '#features/identity/queries.ts'

const taken = () =>
  problem('email_taken', {
    faults: [{ path: 'email', message: 'This email address belongs to somebody else' }],
  })

/** Mails a link to the new address. Nothing changes until it is confirmed on the link's page [AUTH-34]. */
export async function changeEmail(
  ctx: Context<Person>,
  { email, password }: { email: string; password: string },
): Promise<Record<string, never>> {
  const { principal, platform } = ctx
  await confirmOwnPassword(ctx, password)
  await inTransaction(ctx.db, async (tx) => {
    if (await isEmailTaken(tx, email, principal.id)) throw taken()
    const mail = { personId: principal.id, organizationId: principal.organizationId, to: email }
    const link = { purpose: 'confirm-email', address: email } as const
    await limitMail(platform, { kind: 'confirm-email', to: email })
    await queueLinkMail(tx, platform.config, { kind: 'confirm-email', ...mail }, link, ctx.now)
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'identity.change-email-asked',
      subjectKind: 'person',
      subjectId: principal.id,
      organizationId: principal.organizationId,
    })
  })
  return {}
}

/** Returns the address that a link confirms, and changes nothing. */
export async function openEmailLink(ctx: Context<Visitor>, token: string): Promise<{ email: string }> {
  const link = await findEmailLink(ctx.db, hashOf(token), ctx.now)
  if (!link?.detail) throw problem('link_dead')
  return { email: link.detail }
}

/** Activates the new address and mails the old one about it. Password links that were sent to the old address end. */
export async function confirmEmail(ctx: Context<Visitor>, token: string): Promise<{ email: string }> {
  const { live, config } = ctx.platform
  const { email, person } = await inTransaction(ctx.db, async (tx) => {
    const link = await lockEmailLink(tx, hashOf(token), ctx.now)
    if (!link?.detail) throw problem('link_dead')
    const changed = await tx
      .updateTable('people')
      .set({ email: link.detail })
      .where('id', '=', link.id)
      .returning(['id', 'coach_id', 'organization_id', 'deleted_at', 'version'])
      .executeTakeFirstOrThrow()
    await endLinks(tx, link.id, 'confirm-email')
    await endLinks(tx, link.id, 'set-password')
    const to = { personId: link.id, organizationId: link.organization_id, to: link.email }
    await queueMail(tx, config, { kind: 'email-changed', ...to }, ctx.now)
    await audit(tx, { ...actorOf(ctx), id: link.id }, ctx.now, {
      action: 'identity.change-email',
      subjectKind: 'person',
      subjectId: link.id,
      organizationId: link.organization_id,
    })
    return { email: link.detail, person: changed }
  }).catch((error: unknown) => {
    // Another person took the address after the link was sent. The database decides who was first.
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    throw constraint === 'people_email_sign_in' ? taken() : error
  })
  await live.publish([...seersOfPerson(person), 'slow:people'], {
    kind: 'person',
    id: person.id,
    version: person.version,
  })
  return { email }
}
