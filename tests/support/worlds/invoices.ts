import { runBilling } from '@parley/api/features/billing/run.ts'
import type { Database, Db } from '@parley/api/platform/database/database.ts'
import { instantsOf, periodOf, type Period } from '@parley/contract/rules/billing/billing-periods.ts'
import { dayIn, daysLater } from '@parley/contract/rules/time/clock-times.ts'
import { makers, type Makers } from '../make.ts'

const zone = 'America/New_York'
const dayMs = 86_400_000

/** An organization with two coaches and invoices for the last two months. The current month has a session as well. */
export async function makeInvoices(database: Database) {
  const now = Date.now()
  const month = periodOf(dayIn(now, zone))
  const last = periodOf(daysLater(month.start, -1))
  // One transaction: a billing run that somebody else starts in parallel sees all of it or nothing.
  const organization = await database.db.transaction().execute((tx) => makeHeld(tx, { now, month, last }))
  await runBilling({
    database,
    config: { invoiceFrom: ['Parley'] },
    clock: () => Math.max(now, instantsOf(last, zone)[1] + dayMs / 4),
  })
  const invoices = await database.db
    .selectFrom('invoices')
    .select(['id', 'invoice_num'])
    .where('organization_id', '=', organization.id)
    .orderBy('start_date')
    .execute()
  return { organization, invoices, last }
}

/** The organization and its sessions of this month and the two before. */
async function makeHeld(tx: Db, { now, month, last }: { now: number; month: Period; last: Period }) {
  const make = makers(tx, () => now)
  const before = periodOf(daysLater(last.start, -1))
  const organization = await make.organization({
    display_name: 'Northlight Leadership Partners',
    time_zone: zone,
  })
  const organization_id = organization.id
  const [dana, beatrix] = [
    await make.person({ level: 'Coach', organization_id, first_name: 'Dana', last_name: 'Whitfield' }),
    await make.person({
      level: 'Coach',
      organization_id,
      first_name: 'Beatrix',
      last_name: 'van den Heuvel',
    }),
  ]
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: dana.id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  const held = (period: Period, days: number, given: Partial<Parameters<Makers['session']>[0]> = {}) => {
    const start = instantsOf(period, zone)[0] + days * dayMs + 14 * 3_600_000
    return make.session({
      coach: dana,
      client,
      status: 'Completed',
      start: new Date(start).toISOString(),
      ...given,
    })
  }
  for (const days of [1, 8]) await held(before, days, { title: 'First conversation' })
  for (const days of [2, 5, 12]) await held(last, days, { title: 'Rehearsing a hard talk' })
  await held(last, 6, { coach: beatrix, title: 'Boundaries at work' })
  await held(last, 13, { status: 'NoShow', title: 'Setting boundaries' })
  // In this month and in the past, even on its first day.
  await make.session({
    coach: dana,
    client,
    status: 'Completed',
    start: new Date(Math.max(instantsOf(month, zone)[0], now - 3 * 3_600_000)).toISOString(),
    title: 'Looking ahead',
  })
  await tx
    .updateTable('organizations')
    .set({
      created_at: new Date(instantsOf(before, zone)[0] + dayMs),
      billing_address: '41 Harbor Street, Suite 9\nPortland, ME 04101',
    })
    .where('id', '=', organization.id)
    .execute()
  return organization
}
