import { maySignIn } from '@parley/contract/rules/people/levels.ts'
import { isAbove, personAbilities } from '@parley/contract/rules/people/people.ts'
import type { Context, Person, Platform } from '#platform/process/context.ts'
import { lastMailAt, queueMail, type MailParts, type MailToSend, readerOf } from '#platform/mail/mail.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { queueLinkMail } from '#features/identity/identity.ts'
import { appointmentsOf } from '#features/sessions/sessions.ts'
import { auditPerson, personToChange } from './people.ts'
import { subjectOf, viewerOf } from './present.ts'

const pauseMs = 5 * 60_000

/**
 * Queues the email that tells a person how to sign in; mail, link and audit entry are committed together or not at all. The
 * person's row is locked, so that of two simultaneous requests only one sends.
 */
export async function sendLoginEmail(ctx: Context<Person>, personId: string): Promise<Record<string, never>> {
  const viewer = viewerOf(ctx)
  const { config } = ctx.platform
  return inTransaction(ctx.db, async (tx) => {
    const person = await personToChange(tx, viewer, personId)
    const subject = subjectOf(person)
    if (person.deleted_at) throw problem('person_not_found')
    if (!isAbove(viewer, subject) || !personAbilities(viewer, subject).sendLoginEmail)
      throw problem('not_below')
    const lastAt = await lastMailAt(tx, person.id, ['login', 'login-client'])
    const waitMs = lastAt === undefined ? 0 : lastAt + pauseMs - ctx.now
    if (waitMs > 0) throw problem('mailed_recently', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

    const mail = { personId, organizationId: person.organization_id, to: person.email }
    const mailId = maySignIn(subject.privs)
      ? await queueLinkMail(tx, config, { kind: 'login', ...mail }, { purpose: 'set-password' }, ctx.now)
      : await queueMail(tx, config, { kind: 'login-client', ...mail }, ctx.now)
    // Only a mail with a `dedupe` key can be skipped as a duplicate.
    if (!mailId) throw new Error(`no mail was made for person ${personId}`)
    await auditPerson(tx, ctx, 'people.login-email', person)
    return {}
  })
}

/**
 * The parts of a client's login email, filled in when it is sent: the next sessions with their personal links, if there are
 * any.
 */
export const peopleMails = (platform: Pick<Platform, 'config' | 'database' | 'clock'>) => ({
  'login-client': async (mail: MailToSend): Promise<MailParts> => {
    const appointments = await appointmentsOf(platform, readerOf(mail))
    return appointments.length ? { letter: 'login-client-sessions', appointments } : {}
  },
})
