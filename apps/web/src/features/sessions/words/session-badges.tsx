import type { Session } from '@parley/contract/sessions.ts'
import type { SessionStatus } from '@parley/contract/rules/phases.ts'
import { statusColor, statusLabel } from '@parley/contract/rules/sessions.ts'
import { isAtLeast, type Privs } from '@parley/contract/rules/levels.ts'
import { BellRing, Check, Clock, UserX, X } from 'lucide-react'
import { Badge } from '#ui/display/badge.tsx'

const icons = { Scheduled: Clock, Completed: Check, Cancelled: X, NoShow: UserX }

export function StatusBadge({ status }: { status: SessionStatus }) {
  const Icon = icons[status]
  return (
    <Badge tone={statusColor(status)} icon={<Icon strokeWidth={2.25} />}>
      {statusLabel(status)}
    </Badge>
  )
}

/** Only Admin and above see that a session is not billed. */
export const showsNotBillable = (privs: Privs, { billable }: Pick<Session, 'billable'>): boolean =>
  !billable && isAtLeast(privs, 'Admin')

export const NotBillableBadge = () => <Badge tone="outlined">Not Billable</Badge>

/** The client is in the waiting room of the call. */
export const WaitingMark = () => (
  <span className="ml-1 inline-flex items-center gap-1 align-bottom text-label font-semibold whitespace-nowrap text-accent-ink">
    <BellRing className="size-3.5" strokeWidth={2} />
    Waiting
  </span>
)
