import type { Invoice, LineSession } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { InvoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { messageOf } from '#platform/server/api-problem.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'
import { Badge } from '#ui/display/badge.tsx'
import { Spinner } from '#ui/display/loading.tsx'
import { Link } from '#ui/button/link.tsx'
import { PlainButton } from '#ui/button/button.tsx'
import { NotBillableBadge, showsNotBillable, StatusBadge } from '#features/sessions/sessions.ts'
import { sessionsQuery } from '#features/billing/invoice-queries.ts'

interface InvoiceLineProps {
  invoice: Invoice
  me: OwnProfile
  line: InvoiceWords['lines'][number]
  coachId: string
  canOpen: boolean
}

/** A coach's line; pressing it shows the sessions behind it. */
export function InvoiceLine({ invoice, me, line, coachId, canOpen }: InvoiceLineProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const figure = 'py-2.5 pl-3 text-right font-figures whitespace-nowrap'
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
                className={`size-4 shrink-0 text-ink-3 ${isOpen ? 'rotate-90' : ''}`}
              />
              <CoachName line={line} />
            </PlainButton>
          ) : (
            <CoachName line={line} />
          )}
        </th>
        <td className={`${figure} text-ink-2 @max-xl:hidden`}>{line.coached}</td>
        <td className={`${figure} @max-xl:hidden`}>{line.billed}</td>
        <td className={`${figure} text-ink-2 @max-xl:hidden`}>{line.unbilled}</td>
        <td className={`${figure} font-medium`}>{line.subtotal}</td>
      </tr>
      {isOpen && (
        <tr id={id} className="border-b border-line">
          <td colSpan={5} className="pb-3">
            <Sessions {...{ invoice, me, coachId }} coach={line.name} />
          </td>
        </tr>
      )}
    </>
  )
}

/** If there is no room for the columns, the minutes are below the name. */
const CoachName = ({ line }: Pick<InvoiceLineProps, 'line'>) => (
  <span className="wrap-anywhere">
    {line.name}
    <span className="block text-label text-ink-2 @xl:hidden">
      {line.billed} billed, {line.unbilled} unbilled
    </span>
  </span>
)

interface SessionsProps extends Pick<InvoiceLineProps, 'invoice' | 'me' | 'coachId'> {
  coach: string
}

function Sessions({ invoice, me, coachId, coach }: SessionsProps) {
  const { data, error, isPending } = useQuery(sessionsQuery(invoice.id, coachId))
  if (isPending)
    return (
      <div className="flex items-center gap-2 p-4 text-ink-2">
        <Spinner label="Loading the sessions" />
      </div>
    )
  if (!data) return <p className="p-4 text-red-ink">{messageOf(error)}</p>
  return (
    <div className="rounded-control bg-sunken px-4 py-1">
      <table className="w-full border-collapse text-label">
        <caption className="sr-only">Sessions of {coach}</caption>
        <thead>
          <tr className="border-b border-line text-left text-ink-2 *:py-1.5 *:font-normal @max-xl:sr-only">
            <th scope="col">Date</th>
            <th scope="col">Session</th>
            <th scope="col">Status</th>
            <th scope="col" className="text-right">
              Scheduled
            </th>
            <th scope="col" className="pl-3 text-right">
              Present
            </th>
            <th scope="col" className="pl-3 text-right">
              Billed
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((session) => (
            <SessionRow key={session.id} session={session} zone={invoice.organization.time_zone} me={me} />
          ))}
        </tbody>
      </table>
      <p className="py-2 text-small text-ink-3">
        Present is the time when both were in the call. It doesn't change the amount.
      </p>
    </div>
  )
}

function SessionRow({ session, zone, me }: { session: LineSession; zone: string; me: OwnProfile }) {
  const at = Date.parse(session.start_time)
  const figure = 'py-2 text-right font-figures whitespace-nowrap @xl:pl-3 @max-xl:inline @max-xl:py-0'
  return (
    <tr className="border-b border-line align-top @max-xl:block @max-xl:py-2">
      <td className="py-2 pr-3 font-figures whitespace-nowrap text-ink-2 @max-xl:block @max-xl:py-0">
        {dayText(zone, at)}, {clockText(zone, at)}
      </td>
      <td className="py-2 pr-3 @max-xl:block @max-xl:py-0">
        <Link to="/session/$sessionId/preview" params={{ sessionId: session.id }}>
          {session.title}
        </Link>
        <span className="block wrap-anywhere text-ink-3">{session.client}</span>
      </td>
      <td className="py-2 @max-xl:block @max-xl:py-1">
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={session.status} />
          {showsNotBillable(me.privs, session) && <NotBillableBadge />}
          {session.isLate && <Badge tone="outlined">Settled late</Badge>}
        </span>
      </td>
      <td className={`${figure} text-ink-2`}>
        {session.scheduled} min<span className="@xl:hidden"> scheduled, </span>
      </td>
      <td className={`${figure} text-ink-2`}>
        {session.present === null ? (
          <abbr title="No record of a call" className="no-underline">
            –<span className="@xl:sr-only"> no record, </span>
          </abbr>
        ) : (
          <>
            {session.present} min<span className="@xl:hidden"> present, </span>
          </>
        )}
      </td>
      <td className={`${figure} font-medium`}>
        {session.billed} min<span className="@xl:hidden"> billed</span>
      </td>
    </tr>
  )
}
