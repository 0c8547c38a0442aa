import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { statusColor, statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import { BellRing, Check, Clock, UserX, X } from 'lucide-react'
import { Avatar } from '#ui/display/avatar.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { clientOf } from './session-words.ts'

const icons = { Scheduled: Clock, Completed: Check, Cancelled: X, NoShow: UserX }

export function StatusBadge({ status }: { status: SessionStatus }) {
  const Icon = icons[status]
  return (
    <Badge tone={statusColor(status)} icon={<Icon strokeWidth={2.25} />}>
      {statusLabel(status)}
    </Badge>
  )
}

export const NotBillableBadge = () => <Badge tone="outlined">Not Billable</Badge>

/** The client is in the waiting room of the call. */
export const WaitingMark = () => (
  <span className="ml-1 inline-flex items-center gap-1 align-bottom text-label font-semibold whitespace-nowrap text-accent-ink">
    <BellRing className="size-3.5" strokeWidth={2} />
    Waiting
  </span>
)

/** The client's avatar, or those of the first two participants. */
export function SessionFaces({ session, size = 28 }: { session: Session; size?: 22 | 28 }) {
  const client = clientOf(session)
  if (client) return <Avatar person={client} size={size} />
  return (
    <span className="flex shrink-0 [&>*+*]:-ml-2 [&>*]:ring-2 [&>*]:ring-surface">
      {session.participants.slice(0, 2).map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
    </span>
  )
}
