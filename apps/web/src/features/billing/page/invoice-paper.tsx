import type { Invoice } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { invoiceWords, type InvoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { Fragment } from 'react'
import { Mark } from '#ui/display/mark.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { InvoiceLine } from './invoice-line.tsx'

interface InvoicePaperProps {
  invoice: Invoice
  me: OwnProfile
  /** Printed lines do not open: the sessions behind them, and their clients, are for the screen only. */
  isPrinted?: boolean
}

/** The invoice with the same words as its PDF; on the screen each line opens to its sessions. */
export function InvoicePaper({ invoice, me, isPrinted = false }: InvoicePaperProps) {
  const words = invoiceWords(invoice)
  return (
    <article className="@container rounded-panel border border-line-2 p-9 max-sm:p-4.5 print:border-0 print:p-0">
      <header className="flex items-start justify-between gap-6">
        <div>
          <p className="flex items-center gap-2 text-large font-semibold">
            <Mark />
            Parley
          </p>
          <address className="mt-3 text-label text-ink-2 not-italic">
            {words.from.map((line) => (
              <span key={line} className="block wrap-anywhere">
                {line}
              </span>
            ))}
          </address>
        </div>
        <div className="shrink-0 text-right">
          <p className="text-label text-ink-2">Invoice</p>
          {isPrinted ? (
            <p className="text-page font-semibold">{words.number}</p>
          ) : (
            <PageHeading title={`Invoice ${words.number}`}>{words.number}</PageHeading>
          )}
        </div>
      </header>
      <Parties words={words} />
      <Lines {...{ invoice, words, me, isPrinted }} />
      <p className="mt-2 flex items-baseline justify-end gap-8 border-t border-line-2 pt-4">
        <span className="font-semibold">{invoice.abilities.pay ? 'Amount due' : 'Amount'}</span>
        <span className="font-figures text-[1.375rem]/8 font-semibold tracking-[-0.012em]">
          {words.amount}
        </span>
      </p>
      <section className="mt-8 max-w-[60ch] border-t border-line pt-4 text-label text-ink-2">
        <h2 className="text-ink-3">How this was calculated</h2>
        <p className="mt-1">{words.counted}</p>
      </section>
    </article>
  )
}

const Parties = ({ words: { billedTo, facts } }: { words: InvoiceWords }) => (
  <div className="mt-7 grid gap-x-8 gap-y-5 @xl:grid-cols-[minmax(0,1fr)_auto]">
    <div className="min-w-0">
      <p className="text-label text-ink-2">Billed to</p>
      <address className="not-italic">
        {billedTo.map((line, i) => (
          <span
            // An address may repeat a line.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            className={`block wrap-anywhere ${i === 0 ? 'font-semibold' : 'text-ink-2'}`}
          >
            {line}
          </span>
        ))}
      </address>
    </div>
    <dl className="grid grid-cols-2 gap-x-10 gap-y-3">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-label text-ink-2">{label}</dt>
          <dd className="font-figures">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)

interface LinesProps extends Required<InvoicePaperProps> {
  words: InvoiceWords
}

const figures = ['coached', 'billed', 'unbilled', 'subtotal'] as const

function Lines({ invoice, words, me, isPrinted }: LinesProps) {
  return (
    <table className="mt-7 w-full border-collapse">
      <thead>
        <tr className="border-b border-ink-2 text-label text-ink-2 *:py-2 *:font-normal">
          <th scope="col" className="text-left">
            {words.heads.name}
          </th>
          {figures.map((name) => (
            <th
              key={name}
              scope="col"
              className={`pl-3 text-right ${name === 'subtotal' ? '' : '@max-xl:hidden'}`}
            >
              {words.heads[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {invoice.line_items.map((item, i) => {
          const line = words.lines[i]
          return (
            <Fragment key={item.coach_id}>
              {line && (
                <InvoiceLine
                  {...{ invoice, me, line }}
                  coachId={item.coach_id}
                  canOpen={!isPrinted && invoice.reissued_as === null}
                />
              )}
            </Fragment>
          )
        })}
      </tbody>
      <tfoot>
        <tr className="font-semibold *:py-3">
          <th scope="row" className="text-left font-semibold">
            {words.total.name}
          </th>
          {figures.map((name) => (
            <td
              key={name}
              className={`pl-3 text-right font-figures whitespace-nowrap ${name === 'subtotal' ? '' : '@max-xl:hidden'}`}
            >
              {words.total[name]}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  )
}
