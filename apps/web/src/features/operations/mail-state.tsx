import type { mailEntry } from '@parley/contract/operations.ts'
import { Check, Hourglass, X } from 'lucide-react'
import type * as z from 'zod/mini'
import { Badge } from '#ui/display/badge.tsx'

export type MailEntry = z.output<typeof mailEntry>
type State = MailEntry['state']

export const stateWords: Record<
  State,
  { word: string; tone: 'green' | 'red' | 'yellow'; Icon: typeof Check }
> = {
  waiting: { word: 'Waiting', tone: 'yellow', Icon: Hourglass },
  sent: { word: 'Sent', tone: 'green', Icon: Check },
  failed: { word: 'Failed', tone: 'red', Icon: X },
}

const kindWords: Readonly<Record<string, string>> = {
  login: 'Login email',
  'login-client': 'Next sessions of a client',
  'forgot-password': 'Link for a forgotten password',
  'confirm-email': 'Link to a new address',
  'email-changed': 'Address was changed',
  'data-copied': 'Copy of the data was made',
  'session-invitation': 'Invitation',
  'session-changed': 'Change of a session',
  'session-cancelled': 'Cancellation',
  'session-reminder': 'Reminder',
  'call-report': 'Report of technical issues',
  'assessment-report': 'Progress report',
  invoice: 'Invoice',
  'refund-due': 'Payment to refund',
}

export const mailText = (kind: string): string => kindWords[kind] ?? kind

export function MailState({ state }: { state: State }) {
  const { word, tone, Icon } = stateWords[state]
  return (
    <Badge tone={tone} icon={<Icon strokeWidth={2} />}>
      {word}
    </Badge>
  )
}
