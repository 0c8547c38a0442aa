import { sql } from 'kysely'
import { withTerms, type TermsInTime } from '@parley/contract/rules/billing/billing-periods.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import type { Db } from '#platform/database/database.ts'

interface TermsColumns {
  rate_cents: number
  no_show_billed: boolean
  former: { until: string; rate_cents: number; no_show_billed: boolean }[]
}

/** The terms that counted before the present ones of organization `o`. */
export const formerTerms = sql<TermsColumns['former']>`(
  select coalesce(json_agg(json_build_object('until', f.until, 'rate_cents', f.rate_cents,
    'no_show_billed', f.no_show_billed)), '[]')
  from former_terms f where f.organization_id = o.id)`

export const termsInTimeOf = ({ rate_cents, no_show_billed, former }: TermsColumns): TermsInTime => ({
  terms: { rate: rate_cents, noShowBilled: no_show_billed },
  former: former.map((one) => ({
    until: one.until,
    terms: { rate: one.rate_cents, noShowBilled: one.no_show_billed },
  })),
})

interface TermsChange {
  rate?: number
  no_show_billed?: boolean
  time_zone?: string
}

/** Keeps the terms that count until the end of this month, by the organization's clock. */
export async function keepTerms(
  tx: Db,
  before: TermsColumns & { id: string; time_zone: string },
  {
    rate = before.rate_cents,
    no_show_billed = before.no_show_billed,
    time_zone = before.time_zone,
  }: TermsChange,
  now: number,
): Promise<void> {
  if (rate === before.rate_cents && no_show_billed === before.no_show_billed) return
  const changed = withTerms(
    termsInTimeOf(before),
    { rate, noShowBilled: no_show_billed },
    dayIn(now, time_zone),
  )
  await tx.deleteFrom('former_terms').where('organization_id', '=', before.id).execute()
  if (changed.former.length === 0) return
  await tx
    .insertInto('former_terms')
    .values(
      changed.former.map(({ until, terms }) => ({
        organization_id: before.id,
        until,
        rate_cents: terms.rate,
        no_show_billed: terms.noShowBilled,
      })),
    )
    .execute()
}
