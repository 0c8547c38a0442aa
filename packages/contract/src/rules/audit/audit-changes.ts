import { levelText } from '#rules/people/levels.ts'
import type { SessionStatus } from '#rules/sessions/phases.ts'
import { statusLabel } from '#rules/sessions/sessions.ts'
import { weekdays } from '#rules/time/working-hours.ts'
import { moneyText } from '#rules/billing/billing.ts'

/** One field that an act changed, with both values if the log has them. */
export interface Change {
  words: string
  from?: string
  to?: string
}

/** In the order in which they are shown, because the database keeps no order. */
const fieldWords: Readonly<Record<string, string>> = {
  status: 'Status',
  first_name: 'First name',
  last_name: 'Last name',
  username: 'Username',
  email: 'Email',
  time_zone: 'Time zone',
  working_hours: 'Working hours',
  coach_id: 'Coach',
  organization_id: 'Organization',
  privs: 'Priv level',
  is_assessor: 'Assessor',
  name: 'Name',
  displayName: 'Organization Name',
  billingAddress: 'Billing Address',
  rate: 'Rate',
  contact: 'Contact',
  billingEmail: 'Billing email',
  no_show_billed: 'No-show calls billed',
  waiting_room: 'Waiting room',
  chat_files: 'Chat files',
  streamed_app: 'Streamed application',
  two_factor_required: 'Two-factor required',
  copies_told: 'Tells people of copies',
  retention_days: 'Retention',
  title: 'Title',
  start_time: 'Start',
  end_time: 'End',
  user_id: 'Client',
  participants: 'Participants',
  instance_count: 'Instances',
  use_server: 'Server',
  billable: 'Billable',
}

const places = Object.keys(fieldWords)
const placeOf = (field: string): number => (places.includes(field) ? places.indexOf(field) : places.length)

/** Why a sign-in was refused, by the code of the refusal. */
const refusalWords: Readonly<Record<string, string>> = {
  wrong_credentials: 'wrong name or password',
  code_wrong: 'wrong code',
  too_many: 'too many wrong codes',
  use_link: 'too many wrong tries on this account',
  address_blocked: 'too many wrong tries from this address',
  no_sign_in_right: 'right password, no right to sign in',
}

const countWords: Readonly<Record<string, string>> = {
  good: 'good',
  written: 'written',
  errors: 'with errors',
  both_minutes: 'min with both in the call',
  clients_released: 'clients without a coach now',
}

/** Formats an instant: the page in its reader's zone, the file unchanged. */
type TimeText = (instant: string) => string

/** The changes in an entry's detail. Names and addresses come without values, because the log does not hold them. */
export function changesOf(detail: Readonly<Record<string, unknown>>, timeText: TimeText): Change[] {
  const told = Object.entries(detail)
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .flatMap(([field, value]) => changeOf(field, value, timeText))
  const untold = Array.isArray(detail.fields)
    ? detail.fields.filter((field): field is string => typeof field === 'string' && !isPair(detail[field]))
    : []
  return [...told, ...untold.map((field) => ({ words: fieldWords[field] ?? field }))]
}

/** One change on one line. */
export const changeText = ({ words, from, to }: Change): string =>
  to === undefined ? words : `${words}: ${from} → ${to}`

function changeOf(field: string, value: unknown, timeText: TimeText): Change[] {
  if (isPair(value)) {
    const words = fieldWords[field] ?? field
    // Somebody erased, or an organization that the reader does not see, has no name to show.
    if (value.from === '' || value.to === '') return [{ words }]
    const text = (one: unknown) => valueText(field, one, timeText)
    return [{ words, from: text(value.from), to: text(value.to) }]
  }
  if (field === 'privs' || field === 'rate') {
    const text = valueText(field, value, timeText)
    return [{ words: field === 'rate' ? `Rate ${text}` : text }]
  }
  if (field === 'reason') return [{ words: `Reason: ${String(value)}` }]
  if (field === 'refused') return [{ words: refusalWords[String(value)] ?? String(value) }]
  if (field === 'more') return [{ words: 'and many more at this time, not listed one by one' }]
  if (field === 'second_factor') return [{ words: value === 'app' ? 'with a code' : 'with a recovery code' }]
  const count = countWords[field]
  return count && typeof value === 'number' && value > 0
    ? [{ words: `${value.toLocaleString('en-US')} ${count}` }]
    : []
}

interface Pair {
  from: unknown
  to: unknown
}

const isPair = (value: unknown): value is Pair =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

function valueText(field: string, value: unknown, timeText: TimeText): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return numberText(field, value)
  if (typeof value === 'string') return lineText(field, value, timeText)
  if (Array.isArray(value)) return value.length === 0 ? 'nobody' : value.join(', ')
  return field === 'working_hours' ? hoursText(value) : '…'
}

function numberText(field: string, value: number): string {
  if (field === 'privs') return levelText(value)
  if (field === 'rate') return moneyText(value)
  return field === 'retention_days' ? `${value} days` : value.toLocaleString('en-US')
}

function lineText(field: string, value: string, timeText: TimeText): string {
  if (field === 'start_time' || field === 'end_time') return timeText(value)
  if (field === 'time_zone') return value.replaceAll('_', ' ')
  // Only the status of a session is written under this field.
  return field === 'status' ? statusLabel(value as SessionStatus) : value
}

/** 'Mon–Fri 09:00–17:00, Sat 10:00–12:00': consecutive days with the same hours are joined. */
function hoursText(value: object): string {
  // Only a person's validated hours are written here.
  const hours = value as Readonly<Record<string, readonly (readonly string[])[] | undefined>>
  const runs: { first: string; last: string; spans: string }[] = []
  let isRunning = false
  for (const day of weekdays) {
    const spans = (hours[day] ?? []).map((span) => span.join('–')).join(' and ')
    const name = day.charAt(0).toUpperCase() + day.slice(1)
    const run = runs.at(-1)
    if (isRunning && run && run.spans === spans) run.last = name
    else if (spans !== '') runs.push({ first: name, last: name, spans })
    isRunning = spans !== ''
  }
  if (runs.length === 0) return 'none'
  return runs
    .map(({ first, last, spans }) => `${first === last ? first : `${first}–${last}`} ${spans}`)
    .join(', ')
}
