import { foldUsername, looksLikeEmail } from '@parley/contract/rules/people/sign-in.ts'
import { audit, system } from '#platform/audit/audit.ts'
import type { Context, Platform, Visitor } from '#platform/process/context.ts'
import { enqueue, type JobPayloads } from '#platform/jobs/jobs.ts'
import { lastMailAt } from '#platform/mail/mail.ts'
import { limitKey } from '#platform/identity/limits.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { queueLinkMail } from './one-time-links.ts'
import { lockStaffByName } from '#features/identity/queries.ts'

/** At most one such mail per person in this time. A further request is ignored without saying so. */
const pauseMs = 5 * 60_000

/**
 * Takes the name without looking it up; the worker does that, so that neither answer nor timing tells known names from
 * unknown ones [AUTH-25]. However often a name is sent, only one job waits for it.
 */
export async function forgotPassword(ctx: Context<Visitor>, name: string): Promise<Record<string, never>> {
  const key = `identity.forgot-password:${limitKey(name.toLowerCase())}`
  await enqueue(ctx.db, 'identity.forgot-password', { name }, { key, attemptsMax: 5 })
  return {}
}

/** The part that runs in the worker: mails a link if the name belongs to a person who may sign in. */
export async function mailForgottenPassword(
  { database, config, clock }: Pick<Platform, 'database' | 'config' | 'clock'>,
  { name }: JobPayloads['identity.forgot-password'],
  jobId: string,
): Promise<void> {
  const now = clock()
  await inTransaction(database.db, async (tx) => {
    const by = looksLikeEmail(name) ? { email: name.toLowerCase() } : { username: foldUsername(name) }
    const person = await lockStaffByName(tx, by)
    if (!person) return
    const lastAt = await lastMailAt(tx, person.id, ['forgot-password'])
    if (lastAt !== undefined && now < lastAt + pauseMs) return
    const mail = {
      kind: 'forgot-password',
      personId: person.id,
      organizationId: person.organization_id,
      to: person.email,
      // A job that was killed after this transaction runs again.
      dedupe: `forgot-password:${jobId}`,
    } as const
    const mailId = await queueLinkMail(tx, config, mail, { purpose: 'set-password' }, now)
    if (!mailId) return
    await audit(tx, system, now, {
      action: 'identity.forgot-password',
      subjectKind: 'person',
      subjectId: person.id,
      organizationId: person.organization_id,
    })
  })
}
