/** Every act that the audit records, in words for a reader. Code that audits an act without a name here does not compile. */
export const auditActs = {
  'identity.sign-in': 'Signed in',
  'identity.sign-in-refused': 'Sign-in refused',
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
  'people.erase': 'Made anonymous',
  'privacy.hold': 'Put under legal hold',
  'privacy.hold-end': 'Ended a legal hold',
  'privacy.copy': 'Had a copy made of the data',
  'privacy.copy-fetch': 'Fetched the copy of the data',
  'people.login-email': 'Sent login email',
  'people.reset-second-factor': 'Reset two-factor',
  'people.import-run': 'Started an import',
  'people.import-done': 'Imported clients',
  'people.import-stop': 'Stopped an import',
  'organizations.create': 'Added',
  'organizations.update': 'Changed',
  'sessions.create': 'Scheduled',
  'sessions.update': 'Changed',
  'sessions.reassign': 'Reassigned',
  'sessions.cancel': 'Cancelled',
  'sessions.no-show': 'Marked no-show',
  'sessions.complete': 'Completed',
  'sessions.correct': 'Corrected',
  'sessions.undo': 'Took back',
  'sessions.link-copied': "Copied the client's link",
  'sessions.link-revoked': "Revoked the client's link",
  'calls.ask': 'Asked to be let in',
  'calls.admit': 'Let into the call',
  'calls.turn-away': 'Turned away from the call',
  'calls.remove': 'Took out of the call',
  'sessions.export': 'Exported sessions',
  'sessions.calendar-feed': 'Made a calendar address',
  'sessions.calendar-feed-end': 'Ended a calendar address',
  'calls.report': 'Reported technical issues',
  'assessment.read': 'Read the assessment',
  'chat.read': 'Read the chat',
  'chat.file-read': 'Opened a file of the chat',
  'assessment.report': 'Sent a progress report',
  'billing.issue': 'Issued an invoice',
  'billing.reissue': 'Issued an invoice again',
  'billing.export': 'Exported invoices',
  'billing.pay': 'Opened the page to pay an invoice',
  'billing.paid': 'Paid an invoice',
  'billing.payment-failed': 'A payment failed',
  'billing.refunded': 'Refunded a payment',
  'billing.paid-beside': 'A payment came that is to be refunded',
  'billing.status': 'Changed the status of an invoice',
} as const

export type AuditAct = keyof typeof auditActs

/** The acts of reading what was written by or about a person. */
export const readingActs = [
  'assessment.read',
  'chat.read',
  'chat.file-read',
  'privacy.copy-fetch',
] as const satisfies AuditAct[]

export type ReadingAct = (typeof readingActs)[number]

const words: Readonly<Record<string, string>> = auditActs

/** An act that this version does not know is shown by its own name. */
export const actText = (action: string): string => words[action] ?? action

/** The kind of thing that an act was done to. */
export type AuditSubjectKind = 'person' | 'organization' | 'import' | 'session' | 'invoice'

const kinds: Readonly<Record<string, string>> = {
  person: 'Person',
  organization: 'Organization',
  import: 'Import',
  session: 'Session',
  invoice: 'Invoice',
} satisfies Record<AuditSubjectKind, string>

export const kindText = (kind: string): string => kinds[kind] ?? kind

interface Acted {
  by: { name: string } | null
  address: string | null
}

/** The log holds only ids, so a person who was erased has no name any more. */
export function whoText({ by, address }: Acted): string {
  if (by) return by.name || 'Somebody erased'
  return address === null ? 'System' : 'Unknown'
}

/** The subject of an entry. A refused sign-in may be to an account that does not exist; the typed name is not stored. */
export function subjectText({
  kind,
  id,
  name,
}: {
  kind: string
  id: string | null
  name: string | null
}): string {
  if (kind === 'person' && id === null) return 'No such account'
  return name ?? ''
}
