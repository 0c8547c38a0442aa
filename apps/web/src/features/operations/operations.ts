import type { AuditEntry } from '@parley/contract/operations.ts'
import { levels } from '@parley/contract/rules/levels.ts'
import { moneyText } from '#platform/money.ts'

/** What the audit log calls an act, in words for a reader. */
export const actWords: Readonly<Record<string, string>> = {
  'identity.sign-in': 'Signed in',
  'identity.sign-out': 'Signed out',
  'identity.end-sign-in': 'Signed a device out',
  'identity.forgot-password': 'Asked for a password link',
  'identity.password-link': 'Made a password link',
  'identity.set-password': 'Set a password by link',
  'identity.change-password': 'Changed the password',
  'identity.change-email-asked': 'Asked to change the email',
  'identity.change-email': 'Changed the email',
  'identity.second-factor-on': 'Turned two-factor on',
  'identity.second-factor-off': 'Turned two-factor off',
  'identity.recovery-codes': 'Made new recovery codes',
  'people.create': 'Added',
  'people.update': 'Changed',
  'people.delete': 'Deleted',
  'people.restore': 'Restored',
  'people.login-email': 'Sent login email',
  'people.reset-second-factor': 'Reset two-factor',
  'people.import-run': 'Started an import',
  'people.import-done': 'Imported clients',
  'people.import-stop': 'Stopped an import',
  'organizations.create': 'Added',
  'organizations.update': 'Changed',
  'sessions.calendar-feed': 'Made a calendar address',
  'sessions.calendar-feed-end': 'Ended a calendar address',
}

/** An act that this page does not know yet is shown by its own name. */
export const actText = (action: string): string => actWords[action] ?? action

/** One thing that an act changed: with both values where the log has them, else only that it did. */
export interface Change {
  words: string
  from?: string
  to?: string
}

const fieldWords: Readonly<Record<string, string>> = {
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
  retention_days: 'Retention',
}

/** What an entry's detail tells a reader. Ids are left out: they say nothing to one. */
export function changesOf({ detail }: Pick<AuditEntry, 'detail'>): Change[] {
  const told = Object.entries(detail).flatMap(([field, value]) => changeOf(field, value))
  const untold = Array.isArray(detail.fields)
    ? detail.fields.filter(
        (field): field is string =>
          typeof field === 'string' && !isPair(detail[field]) && !toldWithValues.has(field),
      )
    : []
  return [...told, ...untold.map((field) => ({ words: fieldWords[field] ?? field }))]
}

/** The log has both values of these whenever they differ: without them the field was sent and stayed as it was. */
const toldWithValues: ReadonlySet<string> = new Set([
  'rate',
  'no_show_billed',
  'waiting_room',
  'chat_files',
  'streamed_app',
  'two_factor_required',
  'retention_days',
  'privs',
  'organization_id',
  'coach_id',
  'is_assessor',
])

function changeOf(field: string, value: unknown): Change[] {
  if (isPair(value)) {
    const words = fieldWords[field] ?? field
    return isId(value.from) || isId(value.to)
      ? [{ words }]
      : [{ words, from: valueText(field, value.from), to: valueText(field, value.to) }]
  }
  if (field === 'privs') return [{ words: valueText(field, value) }]
  if (field === 'rate') return [{ words: `Rate ${valueText(field, value)}` }]
  if (field === 'second_factor') return [{ words: value === 'app' ? 'with a code' : 'with a recovery code' }]
  const count = countWords[field]
  return count && typeof value === 'number' && value > 0
    ? [{ words: `${value.toLocaleString('en-US')} ${count}` }]
    : []
}

const countWords: Readonly<Record<string, string>> = {
  good: 'good',
  written: 'written',
  errors: 'with errors',
  clients_released: 'clients without a coach now',
}

interface Pair {
  from: unknown
  to: unknown
}

const isPair = (value: unknown): value is Pair =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value

const isId = (value: unknown): boolean =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'number') return typeof value === 'string' ? value.replaceAll('_', ' ') : '…'
  if (field === 'privs') return levelText(value)
  if (field === 'rate') return moneyText(value)
  return field === 'retention_days' ? `${value} days` : value.toLocaleString('en-US')
}

/** 'OrgAdmin' for 2. */
export const levelText = (privs: number): string =>
  Object.entries(levels).find(([, level]) => level === privs)?.[0] ?? String(privs)
