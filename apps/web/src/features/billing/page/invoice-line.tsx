import type { Invoice, LineSession } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { InvoiceWords } from '@parley/contract/rules/invoice-words.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Spinner } from '#ui/display/spinner.tsx'
import { Link } from '#ui/button/link.tsx'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { NotBillableBadge, showsNotBillable, StatusBadge } from '#features/sessions/sessions.ts'
import { sessionsQuery } from '#features/billing/invoice-queries.ts'

interface InvoiceLineProps {
  invoice: Invoice
  me: OwnProfile
  line: InvoiceWords['lines'][number]
  coachId: string
}

/** The line of a coach; pressed, it shows the sessions behind it. */
export function InvoiceLine({ invoice, me, line, coachId }: InvoiceLineProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const figure = 'py-2.5 pl-3 text-right font-figures whitespace-nowrap'
  const canOpen = invoice.reissued_as === null
  return (
    <>
      <tr className="border-b border-line">
        <th scope="row" className="py-1 text-left font-normal">
          {canOpen ? (
            <PlainButton
              aria-expanded={isOpen}
              aria-controls={id}
              onPress={() => setOpen(!isOpen)}
              className="-ml-1.5 flex min-h-8 items-center gap-1.5 rounded-control px-1.5 text-left hover:bg-hover"
            >
              <ChevronRight
                aria-hidden="true"
                strokeWidth={1.75}
                className={`size-4 shrink-0 text-ink-3 print:hidden ${isOpen ? 'rotate-90' : ''}`}
              />
              <span className="wrap-anywhere">{line.name}</span>
            </PlainButton>
          ) : (
            <span className="wrap-anywhere">{line.name}</span>
          )}
        </th>
        <td className={`${figure} text-ink-2 @max-xl:hidden`}>{line.coached}</td>
        <td className={figure}>{line.billed}</td>
        <td className={`${figure} text-ink-2 @max-xl:hidden`}>{line.unbilled}</td>
        <td className={`${figure} font-medium`}>{line.subtotal}</td>
      </tr>
      {isOpen && (
        <tr id={id} className="border-b border-line print:hidden">
          <td colSpan={5} className="pb-3">
            <Sessions {...{ invoice, me, coachId }} coach={line.name} />
          </td>
        </tr>
      )}
    </>
  )
}

interface SessionsProps extends Pick<InvoiceLineProps, 'invoice' | 'me' | 'coachId'> {
  coach: string
}

function Sessions({ invoice, me, coachId, coach }: SessionsProps) {
  const { data, error, isPending } = useQuery(sessionsQuery(invoice.id, coachId))
  if (isPending)
    return (
      <p className="flex items-center gap-2 p-4 text-ink-2">
        <Spinner label="Loading the sessions" />
      </p>
    )
  if (!data) return <p className="p-4 text-red-ink">{messageOf(error)}</p>
  return (
    <div className="rounded-control bg-sunken px-4 py-1">
      <ul aria-label={`Sessions of ${coach}`}>
        {data.map((session) => (
          <SessionRow key={session.id} session={session} zone={invoice.organization.time_zone} me={me} />
        ))}
      </ul>
      <p className="py-2 text-small text-ink-3">
        Present is the time in which both were in the call. It changes no amount.
      </p>
    </div>
  )
}

function SessionRow({ session, zone, me }: { session: LineSession; zone: string; me: OwnProfile }) {
  const at = Date.parse(session.start_time)
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b border-line py-2 text-label @xl:grid-cols-[9.5rem_minmax(0,1fr)_auto]">
      <span className="font-figures text-ink-2">
        {dayText(zone, at)}, {clockText(zone, at)}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Link to="/session/$sessionId/preview" params={{ sessionId: session.id }}>
          {session.title}
        </Link>
        <span className="text-ink-3">{session.client}</span>
        <StatusBadge status={session.status} />
        {showsNotBillable(me.privs, session) && <NotBillableBadge />}
        {session.isLate && <Badge tone="outlined">Settled late</Badge>}
      </span>
      <span className="font-figures whitespace-nowrap">
        <span className="text-ink-2">
          {session.scheduled} min scheduled, {session.present} present,{' '}
        </span>
        <span className="font-medium">{session.billed} min billed</span>
      </span>
    </li>
  )
}
