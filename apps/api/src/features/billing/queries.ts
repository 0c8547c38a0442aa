import { sql, type Expression, type SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { LineItem, listInvoices as listEntry } from '@parley/contract/billing.ts'
import type { Window } from '@parley/contract/wire/lists.ts'
import type { InvoiceStatus } from '@parley/contract/rules/billing/invoices.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import type { Db } from '#platform/database/database.ts'
import { exactly, type Count } from '#platform/lists/lists.ts'
import { paymentsOf } from './payment/payments.ts'

/**
 * An OrgAdmin sees the invoices of their own organization, Admin and above see all, and nobody else sees any. Every read of
 * an invoice goes through here.
 */
function visibleTo(viewer: Viewer): Expression<SqlBool> {
  if (isAtLeast(viewer.privs, 'Admin')) return sql<boolean>`true`
  return isAtLeast(viewer.privs, 'OrgAdmin')
    ? sql<boolean>`i.organization_id = ${viewer.organizationId}`
    : sql<boolean>`false`
}

/** The name of person `p` on a line: `personName` in SQL, so that the preview reads as the invoice will. */
export const lineName = sql<string>`coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.username)`

const lines = sql<LineItem[]>`(
  select coalesce(json_agg(json_build_object('coach_id', l.coach_id, 'name', l.name,
    'coached_time', l.billed_minutes + l.unbilled_minutes, 'billed_time', l.billed_minutes,
    'unbilled_time', l.unbilled_minutes, 'subtotal', l.subtotal_cents)
    order by l.name collate "und-x-icu", l.coach_id), '[]')
  from invoice_lines l where l.invoice_id = i.id)`

interface Numbered {
  id: string
  invoice_num: number
}
const numbered = sql`json_build_object('id', o.id, 'invoice_num', o.invoice_num)`
const reissuedAs = sql<Numbered | null>`(select ${numbered} from invoices o where o.id = i.reissued_as)`
const reissueOf = sql<Numbered | null>`(select ${numbered} from invoices o where o.reissued_as = i.id)`

const invoices = (db: Db) =>
  db
    .selectFrom('invoices as i')
    .innerJoin('organizations as g', 'g.id', 'i.organization_id')
    .select([
      'i.id',
      'i.run_id',
      'i.organization_id',
      'i.status_at',
      'i.issued_at',
      'i.rate_cents',
      'i.no_show_billed',
    ])
    .select(['i.issued_by', 'i.billed_name', 'i.billed_address', 'i.version', 'i.time_zone', 'g.name'])
    .select([
      sql<InvoiceStatus>`i.status`.as('status'),
      sql<string>`i.invoice_num`.as('invoice_num'),
      sql<string>`i.amount_cents`.as('amount_cents'),
      sql<string>`i.start_date::text`.as('start_date'),
      sql<string>`i.end_date::text`.as('end_date'),
      sql<string>`i.due::text`.as('due'),
      lines.as('lines'),
      reissuedAs.as('reissued_as'),
      reissueOf.as('reissue_of'),
      paymentsOf.as('payments'),
    ])

export const findInvoice = (db: Db, viewer: Viewer, invoiceId: string) =>
  invoices(db).where('i.id', '=', invoiceId).where(visibleTo(viewer)).executeTakeFirst()

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof findInvoice>>>

type InvoiceQuery = z.output<typeof listEntry.query>

/** The invoices of an organization that match a status, digits of the number, or the name of a month. */
function matching(organizationId: string, { filters, search }: InvoiceQuery): Expression<SqlBool> {
  const words = (search ?? '').trim().toLowerCase()
  const isFound = words
    ? sql<boolean>`(strpos(lpad(i.invoice_num::text, greatest(5, length(i.invoice_num::text)), '0'), ${words}) > 0
        or strpos(lower(to_char(i.start_date, 'FMMonth YYYY')), ${words}) > 0
        or strpos(lower(to_char(i.start_date, 'Mon YYYY')), ${words}) > 0)`
    : sql<boolean>`true`
  const isAsked = filters?.status
    ? sql<boolean>`i.status = any(${filters.status}::smallint[])`
    : sql<boolean>`true`
  return sql<boolean>`i.organization_id = ${organizationId} and ${isAsked} and ${isFound}`
}

const columns = {
  invoice_num: 'i.invoice_num',
  start_date: 'i.start_date',
  amount: 'i.amount_cents',
  status: 'i.status',
} as const

export function listInvoices(
  db: Db,
  viewer: Viewer,
  organizationId: string,
  asked: InvoiceQuery,
  window: Window,
) {
  const [column, direction] = asked.order ?? ['invoice_num', 'DESC']
  const turn = direction === 'ASC' ? 'asc' : 'desc'
  return invoices(db)
    .where(matching(organizationId, asked))
    .where(visibleTo(viewer))
    .orderBy(columns[column], turn)
    .orderBy('i.invoice_num', turn)
    .limit(window.limit)
    .offset(window.offset)
    .execute()
}

/** An organization has a few dozen invoices, so they are simply counted. */
export async function countInvoices(
  db: Db,
  viewer: Viewer,
  organizationId: string,
  asked: InvoiceQuery,
): Promise<Count> {
  const { n } = await db
    .selectFrom('invoices as i')
    .select(sql<string>`count(*)`.as('n'))
    .where(matching(organizationId, asked))
    .where(visibleTo(viewer))
    .executeTakeFirstOrThrow()
  return exactly(Number(n))
}
