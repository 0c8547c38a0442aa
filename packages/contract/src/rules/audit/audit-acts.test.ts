import { expect, test } from 'vitest'
import { actText, auditActs, kindText, subjectText, whoText } from './audit-acts.ts'

/** People read these words in the log and in its file, so a change has to be made here, too. */
test('every audited act has its text', () => {
  expect(auditActs).toEqual({
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
    'sessions.export': 'Exported sessions',
    'sessions.calendar-feed': 'Made a calendar address',
    'sessions.calendar-feed-end': 'Ended a calendar address',
    'calls.ask': 'Asked to be let in',
    'calls.admit': 'Let into the call',
    'calls.turn-away': 'Turned away from the call',
    'calls.remove': 'Took out of the call',
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
  })
  expect([actText('sessions.undo'), actText('a.newer-one')]).toEqual(['Took back', 'a.newer-one'])
})

test('the subject of an act is shown by its kind, and by its name if it has one', () => {
  expect(['person', 'organization', 'import', 'session', 'else'].map(kindText)).toEqual([
    'Person',
    'Organization',
    'Import',
    'Session',
    'else',
  ])
  expect(subjectText({ kind: 'person', id: 'a', name: 'Dana Whitfield' })).toBe('Dana Whitfield')
  expect(subjectText({ kind: 'person', id: null, name: null })).toBe('No such account')
  expect(subjectText({ kind: 'session', id: null, name: null })).toBe('')
  expect(subjectText({ kind: 'person', id: 'a', name: null })).toBe('')
})

test("the actor is shown by name, or as 'Somebody erased', 'System' or 'Unknown'", () => {
  const address = '203.0.113.7'
  expect(whoText({ by: { name: 'Dana Whitfield' }, address })).toBe('Dana Whitfield')
  expect(whoText({ by: { name: '' }, address })).toBe('Somebody erased')
  expect(whoText({ by: null, address: null })).toBe('System')
  expect(whoText({ by: null, address })).toBe('Unknown')
})
