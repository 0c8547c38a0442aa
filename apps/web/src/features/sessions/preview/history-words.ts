import type { HistoryEntry } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast, type Privs } from '@parley/contract/rules/people/levels.ts'
import { statusLabel } from '@parley/contract/rules/sessions/sessions.ts'
import type { SessionStatus } from '@parley/contract/rules/sessions/phases.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'

/** One thing that changed, from and to. */
export interface HistoryChange {
  label: string
  from: string
  to: string
}

export interface HistoryWords {
  /** The event: 'Scheduled', 'Start moved', 'Cancelled'. */
  what: string
  changes: HistoryChange[]
  /** The reason, in the words of the person who acted. */
  reason?: string
  /** An email that the system sent because of something that somebody did. */
  isMail?: true
}

interface Turn {
  from: unknown
  to: unknown
}

const isTurn = (value: unknown): value is Turn =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

const plain: Record<string, string> = {
  created: 'Scheduled',
  cancelled: 'Cancelled',
  'no-show': 'Marked as No Show',
  completed: 'Completed',
  'link-copied': "Client's link copied",
  'link-revoked': "Client's link revoked",
}

const mails: Record<string, string> = {
  invited: 'Invitation',
  'told-changed': 'Change',
  'told-cancelled': 'Cancellation',
  reminded: 'Reminder',
}

interface HistoryViewer {
  zone: string
  privs: Privs
}

/** An entry of the history in words, as far as the viewer may see it. */
export function historyWords(
  { action, changes }: HistoryEntry,
  { zone, privs }: HistoryViewer,
): HistoryWords {
  const known = plain[action]
  if (known !== undefined) return { what: known, changes: evidenceOf(changes) }
  const mail = mails[action]
  if (mail !== undefined)
    return { what: `${mail} sent to ${peopleText(changes.people)}`, changes: [], isMail: true }
  if (action === 'corrected' || action === 'undone') return statusWords(action, changes)
  const lines = Object.entries(changes).flatMap(([field, turn]) => {
    const describe = fields[field]
    if (!describe || !isTurn(turn)) return []
    // Only Admin and above see whether a session is billed.
    if (field === 'billable' && !isAtLeast(privs, 'Admin')) return []
    // An end that moved along with the start says nothing new.
    if (field === 'end_time' && isTurn(changes.start_time)) return []
    return [describe(turn, zone)]
  })
  const [only] = lines
  return { what: lines.length === 1 && only ? only.label : 'Changed', changes: lines }
}

/** Why the system completed it. */
const evidenceOf = ({ both_minutes: minutes }: HistoryEntry['changes']): HistoryChange[] =>
  typeof minutes === 'number' ? [{ label: 'Both in the call', from: '', to: `${minutes} min` }] : []

function statusWords(action: 'corrected' | 'undone', changes: HistoryEntry['changes']): HistoryWords {
  const { status, reason } = changes
  const words = (value: unknown) =>
    // The server writes this, and knows only these values.
    typeof value === 'string' ? statusLabel(value as SessionStatus) : ''
  return {
    what: action === 'corrected' ? 'Corrected' : 'Undone',
    changes: isTurn(status) ? [{ label: 'Status', from: words(status.from), to: words(status.to) }] : [],
    ...(typeof reason === 'string' && { reason }),
  }
}

const peopleText = (count: unknown): string => (count === 1 ? '1 person' : `${text(count)} people`)

type Describe = (turn: Turn, zone: string) => HistoryChange

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const moved =
  (label: string): Describe =>
  ({ from, to }, zone) => {
    const [before, after] = [Date.parse(text(from)), Date.parse(text(to))]
    const isSameDay = dayIn(before, zone) === dayIn(after, zone)
    const words = (at: number) =>
      `${isSameDay ? '' : `${dayText(zone, at).split(', ')[0]}, `}${clockText(zone, at)}`
    return { label, from: words(before), to: words(after) }
  }

const renamed =
  (label: string): Describe =>
  ({ from, to }) => ({ label, from: text(from), to: text(to) })

const switched =
  (label: string, on: string, off: string): Describe =>
  ({ from, to }) => ({ label, from: from === true ? on : off, to: to === true ? on : off })

const listed =
  (label: string): Describe =>
  ({ from, to }) => {
    const names = (value: unknown) => (Array.isArray(value) ? value.map(text).join(', ') : '')
    return { label, from: names(from), to: names(to) }
  }

const fields: Record<string, Describe> = {
  start_time: moved('Start moved'),
  end_time: moved('End moved'),
  title: renamed('Title changed'),
  coach_id: renamed('Coach changed'),
  user_id: renamed('Client changed'),
  participants: listed('Participants changed'),
  instance_count: renamed('Instances changed'),
  use_server: switched('Server changed', 'on', 'off'),
  billable: switched('Billing changed', 'billable', 'not billable'),
}
