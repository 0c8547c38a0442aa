import { invoiceDate } from './billing-periods.ts'
import { daysLater } from '#rules/time/clock-times.ts'
import { invoiceNumberText, paymentTerms, timeText } from './invoices.ts'
import { cityOf } from '#rules/time/zone-names.ts'
import { moneyText } from './billing.ts'

/** 'Oct 31, 2026' for the day '2026-10-31'. */
export const plainDayText = (day: string): string => format({ dateStyle: 'medium' }, day)

const format = (options: Intl.DateTimeFormatOptions, day: string): string =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))

interface Dated {
  start_date: string
  end_date: string
}

/** 'Oct 1 – 31, 2026': a period is a calendar month. */
export function periodText({ start_date, end_date }: Dated): string {
  const last = daysLater(end_date, -1)
  const month = format({ month: 'short' }, start_date)
  return `${month} 1 – ${Number(last.slice(8))}, ${last.slice(0, 4)}`
}

/** 'November 2026'. */
export const monthText = ({ start_date }: Pick<Dated, 'start_date'>): string =>
  format({ month: 'long', year: 'numeric' }, start_date)

interface Line {
  name: string
  coached_time: number
  billed_time: number
  unbilled_time: number
  subtotal: number
}

/** The data that an invoice's words are made from. */
export interface InvoicePaper extends Dated {
  invoice_num: number
  from: readonly string[]
  organization: { displayName: string; billingAddress: string; rate: number; time_zone: string }
  no_show_billed: boolean
  line_items: readonly Line[]
  billed_time: number
  unbilled_time: number
  amount: number
}

const lineWords = ({ name, coached_time, billed_time, unbilled_time, subtotal }: Line) => ({
  name,
  coached: timeText(coached_time),
  billed: timeText(billed_time),
  unbilled: timeText(unbilled_time),
  subtotal: moneyText(subtotal),
})

/** Every word and figure of an invoice. The page and the PDF use only these. */
export function invoiceWords(paper: InvoicePaper) {
  const { organization, billed_time, unbilled_time, amount } = paper
  const rate = moneyText(organization.rate)
  return {
    number: invoiceNumberText(paper.invoice_num),
    from: paper.from,
    billedTo: [organization.displayName, ...organization.billingAddress.split('\n')],
    facts: [
      { label: 'Invoice date', value: plainDayText(invoiceDate({ end: paper.end_date })) },
      { label: 'Period', value: periodText(paper) },
      { label: 'Payment terms', value: paymentTerms },
      { label: 'Hourly rate', value: rate },
    ],
    heads: {
      name: 'Coach',
      coached: 'Coached',
      billed: 'Billed',
      unbilled: 'Unbilled',
      subtotal: 'Subtotal',
    },
    lines: paper.line_items.map(lineWords),
    total: lineWords({
      name: 'Total',
      coached_time: billed_time + unbilled_time,
      billed_time,
      unbilled_time,
      subtotal: amount,
    }),
    amount: moneyText(amount),
    counted: countedText(paper),
  }
}

export type InvoiceWords = ReturnType<typeof invoiceWords>

const countedText = ({ no_show_billed, organization: { time_zone } }: InvoicePaper): string =>
  [
    'Completed sessions are billed by their scheduled time, in whole minutes.',
    no_show_billed
      ? 'A no-show is billed where the coach was in the call for 5 minutes or more after its start.'
      : 'No-shows are not billed.',
    'Sessions marked not billable count as unbilled, and cancelled ones do not count.',
    `The month is counted in ${cityOf(time_zone)} time.`,
  ].join(' ')
