import { randomFrom } from '../../../scripts/database/world.ts'
import { aboutPayment, sendNotice } from '../../support/engines/payment-notices.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'Whatever notices the payment service sends, ten times over, shuffled, at once, late and among forgeries, an invoice and its payments end as if each notice had come once and in order, and forged ones are refused.'

const rounds = { full: 100, short: 5 }
const times = { full: 10, short: 3 }
const cents = 15_000
const atOnceMax = 12

interface Notice {
  type: string
  object: object
  id: string
}

export async function prove({ size, seed, say }: ProofOptions) {
  const figures = openFigures(say)
  const chance = randomFrom(seed)
  await using stack = await startStack()
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => [chance(), one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one)

  let [wrong, refused, forgeries, sent, failed, met] = [0, 0, 0, 0, 0, 0]
  const ends = new Set<string>()
  for (let round = 0; round < rounds[size]; round += 1) {
    const { id: organizationId } = await stack.make.organization()
    const { id: invoiceId } = await stack.make.invoice(organizationId)
    const [one, other] = [aboutPayment(invoiceId), aboutPayment(invoiceId)]
    // A card payment that is declined, then succeeds and is mostly refunded in two steps; and a bank transfer that fails.
    const told = [
      one.failed('Declined.'),
      one.begun(cents),
      one.paid(cents),
      one.arrived(cents),
      one.refunded(5000),
      one.refunded(14_000),
      other.begun(cents),
      other.failed('Insufficient funds.'),
    ].map((notice, i): Notice => ({ ...notice, id: `evt_${round}_${i}` }))
    const all = shuffled(told.flatMap((notice) => Array.from({ length: times[size] }, () => notice)))
    const send = async (notice: Notice) => {
      const isForged = chance() < 0.1
      const status = await sendNotice(
        stack,
        isForged ? { ...aboutPayment(invoiceId).paid(cents), secret: 'whsec_forged' } : notice,
      )
      if (isForged) forgeries += 1
      if (isForged && status === 403) refused += 1
      if (!isForged) sent += 1
      if (!isForged && status !== 200) failed += 1
    }
    // Send some notices alone and some up to a dozen at once, so that equal and different notices of a payment race.
    for (let at = 0; at < all.length;) {
      const together = chance() < 0.3 ? 1 : 1 + Math.floor(chance() * atOnceMax)
      if (together > 1) met += together
      await Promise.all(all.slice(at, at + together).map(send))
      at += together
    }
    // Send every notice once more: some may have been replaced by forged ones above.
    for (const notice of shuffled(told)) await sendNotice(stack, notice)
    const end = await endOf(stack, invoiceId)
    ends.add(end)
    if (end !== expected) wrong += 1
  }
  say(`  ${sent} notices of ${rounds[size]} invoices`)
  figures.atLeast('notices that came beside others', met, sent / 2)
  figures.exactly('notices that were not taken', failed, 0)
  figures.exactly('forged notices that were taken', forgeries - refused, 0)
  figures.exactly('invoices that ended otherwise', wrong, 0)
  figures.exactly('ends', [...ends].join(' | '), expected)
  return figures.all
}

const expected = 'Paid; 15000 paid, 14000 refunded, counts; never paid'

async function endOf(stack: Stack, invoiceId: string): Promise<string> {
  const { status } = await stack.db
    .selectFrom('invoices')
    .select('status')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const payments = await stack.db
    .selectFrom('payments')
    .select(['amount_cents', 'refunded_cents', 'counts', 'paid_at'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('paid_at')
    .execute()
  const words = payments.map(({ amount_cents, refunded_cents, counts, paid_at }) =>
    paid_at ? `${amount_cents} paid, ${refunded_cents} refunded${counts ? ', counts' : ''}` : 'never paid',
  )
  return [status === 1 ? 'Paid' : `status ${status}`, ...words].join('; ')
}
