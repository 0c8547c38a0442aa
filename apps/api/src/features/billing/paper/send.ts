import { levels } from '@parley/contract/rules/people/levels.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { publishInvoices } from '#features/billing/status.ts'

/**
 * Queues the mails of an invoice, to the organization's address for invoices or else to each of its admins, once each. Then
 * tells everybody who looks at the list that there is one more.
 */
export async function sendInvoice(
  { database: { db }, config, clock, live }: Pick<Platform, 'database' | 'config' | 'clock' | 'live'>,
  invoiceId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { personId, to, organizationId } of await recipientsOf(tx, invoiceId))
      await queueMail(
        tx,
        config,
        { kind: 'invoice', personId, organizationId, to, invoiceId, dedupe: `invoice ${invoiceId} ${to}` },
        clock(),
      )
  })
  await publishInvoices({ live }, await issued(db, invoiceId))
}

const issued = (db: Db, invoiceId: string) =>
  db.selectFrom('invoices').select(['id', 'organization_id', 'version']).where('id', '=', invoiceId).execute()

async function recipientsOf(tx: Db, invoiceId: string) {
  const { organization_id: organizationId, billing_email } = await tx
    .selectFrom('invoices as i')
    .innerJoin('organizations as o', 'o.id', 'i.organization_id')
    .select(['i.organization_id', 'o.billing_email'])
    .where('i.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  if (billing_email !== null) return [{ personId: null, to: billing_email, organizationId }]
  const admins = await tx
    .selectFrom('people')
    .select(['id', 'email'])
    .where('organization_id', '=', organizationId)
    .where('privs', '=', levels.OrgAdmin)
    .where('deleted_at', 'is', null)
    .execute()
  return admins.map(({ id, email }) => ({ personId: id, to: email, organizationId }))
}
