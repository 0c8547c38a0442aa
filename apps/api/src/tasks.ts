import { parseCronItems, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { assessmentMails } from './features/assessment/report/report-letters.ts'
import { billingMails } from './features/billing/paper/paper.ts'
import { sendInvoice } from './features/billing/paper/send.ts'
import { sweepPaymentEvents } from './features/billing/payment/events.ts'
import { refundMails } from './features/billing/payment/refunds.ts'
import { runBilling } from './features/billing/run.ts'
import { markPastDue } from './features/billing/status.ts'
import { judgeCalls } from './features/calls/record/judging.ts'
import { callMails } from './features/calls/reports/report-letters.ts'
import { sweepReports } from './features/calls/reports/reports.ts'
import { openRoomWatch, roomQuietMs } from './features/calls/shut-out.ts'
import { sweepCalls, sweepMediaEvents } from './features/calls/sweep.ts'
import { sweepUploads } from './features/chat/files.ts'
import { identityMails, mailForgottenPassword, sweepIdentity } from './features/identity/identity.ts'
import { peopleMails } from './features/people/login-email.ts'
import { foldPeopleCounts } from './features/people/queries.ts'
import { foldSessionCounts } from './features/sessions/list/counts.ts'
import { foldSessionHours } from './features/sessions/list/figures.ts'
import { readImport } from './features/people/import/import-reading.ts'
import { resumeImports, sweepImports, writeImport } from './features/people/import/import-writing.ts'
import {
  cancelSessionsOfDeleted,
  remindPeople,
  rewriteSearch,
  sessionMails,
  sweepBusy,
  writeSessionMails,
} from './features/sessions/sessions.ts'
import { sweepCopies } from './features/privacy/copies/copies.ts'
import { makeCopy } from './features/privacy/copies/make-copy.ts'
import { eraseKept } from './features/privacy/erasures.ts'
import { runErasure, runErasureAgain } from './features/privacy/on-demand.ts'
import { sendControl } from './features/stream/control.ts'
import { shutOutOfStream } from './features/stream/shut-out.ts'
import { startRun } from './features/stream/start.ts'
import { sweepStreams } from './features/stream/sweep.ts'
import type { Platform } from './platform/process/context.ts'
import { enqueue, taskListOf } from './platform/jobs/jobs.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import { deliverMail, giveUpMails, sweepMails } from './platform/mail/mail.ts'
import { openSmtp } from './platform/mail/smtp.ts'

/** Every job of the product. Each may be killed at any line and run again; running twice does no harm. */
export function tasks(platform: Platform, quietMs = roomQuietMs): TaskList {
  const { config, database, clock } = platform
  const { db } = database
  const sendMessage = openSmtp(config)
  const rooms = openRoomWatch(platform, quietMs)
  const mails = {
    ...identityMails(platform),
    ...peopleMails(platform),
    ...sessionMails(platform),
    ...callMails(platform),
    ...assessmentMails(platform),
    ...billingMails(platform),
    'data-copied': () => ({}),
    ...refundMails(platform),
  }
  return {
    ...taskListOf({
      'mail.send': ({ mailId }, { job }) =>
        deliverMail(platform, sendMessage, mails, {
          mailId,
          isLastAttempt: job.attempts >= job.max_attempts,
        }),
      'people.read-import': ({ importId }) => readImport(platform, importId),
      'privacy.erase': (asked) => runErasure(platform, asked),
      'privacy.erase-again': (asked) => runErasureAgain(platform, asked),
      'privacy.copy': (asked, { job }) => makeCopy(platform, asked, job.attempts >= job.max_attempts),
      'people.import': ({ importId }) => writeImport(platform, importId),
      'sessions.tell': (change) => writeSessionMails(platform, change),
      'sessions.tell-cancelled': (change) => writeSessionMails(platform, change),
      'sessions.remind': (reminder) => remindPeople(platform, reminder),
      'sessions.cancel-of-deleted': (deleted) => cancelSessionsOfDeleted(platform, deleted),
      'sessions.rename': ({ personId }) => rewriteSearch(platform, [personId]),
      'billing.send': ({ invoiceId }) => sendInvoice(platform, invoiceId),
      'calls.sweep-again': () => sweepCalls(platform),
      'calls.shut-out': ({ sessionId }) => rooms.shutOut(sessionId),
      'stream.shut-out': ({ sessionId }) => shutOutOfStream(platform, sessionId),
      'stream.start': (run) => startRun(platform, run),
      'stream.control': (of) => sendControl(platform, of),
      'stream.stop': async ({ ref }) => platform.streams?.stop(ref),
      'identity.forgot-password': (payload, { job }) => mailForgottenPassword(platform, payload, job.id),
    }),
    'operations.give-up-mails': () => giveUpMails(db, clock()),
    'operations.sweep-mails': async () => void (await sweepMails(db, clock(), config.mailsKeptMs)),
    'operations.sweep-idempotency-keys': async () => void (await sweepIdempotencyKeys(db, clock())),
    'sessions.sweep-busy': async () => void (await sweepBusy(db, clock())),
    // The queue's clock counts in minutes, and every call is looked at twice a minute.
    'calls.sweep': async () => {
      const runAt = new Date(Date.now() + halfMinuteMs)
      await enqueue(db, 'calls.sweep-again', {}, { key: 'calls.sweep-again', runAt, queue: sweepQueue })
      await sweepCalls(platform)
    },
    'calls.judge': () => judgeCalls(platform),
    'stream.sweep': () => sweepStreams(platform),
    'calls.sweep-reports': async () => void (await sweepReports(db, clock(), config.mailsKeptMs)),
    'calls.sweep-events': async () => void (await sweepMediaEvents(db, clock())),
    'billing.sweep-events': async () => void (await sweepPaymentEvents(platform)),
    'chat.sweep-uploads': () => sweepUploads(platform),
    'people.fold-counts': () => foldPeopleCounts(db),
    'sessions.fold-counts': async () => {
      await foldSessionCounts(db)
      await foldSessionHours(db)
    },
    'billing.run': async () => {
      await runBilling(platform)
      await markPastDue(platform)
    },
    'privacy.erase-kept': () => eraseKept(platform),
    'privacy.sweep-copies': () => sweepCopies(platform),
    'people.resume-imports': () => resumeImports(platform),
    'people.sweep-imports': () => sweepImports(db, clock()),
    'identity.sweep': () => sweepIdentity(db, clock(), config.tokenAbsoluteMs),
    'operations.audit-months': async () => {
      await sql`select audit_log_make_months(current_date, 13)`.execute(db)
    },
  }
}

const day_ms = 86_400_000
const halfMinuteMs = 30_000
/** Only one sweep runs at a time, even if a silent media node slows it down; of those that wait, one is enough. */
const sweepQueue = 'calls.sweep'

/** The scheduled jobs. Those with a backfill period are made up for if they were missed while no worker ran. */
export const timetable = parseCronItems([
  { task: 'operations.give-up-mails', match: '47 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'operations.sweep-mails', match: '57 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'operations.sweep-idempotency-keys', match: '37 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'sessions.sweep-busy', match: '7 4 * * *', options: { backfillPeriod: day_ms } },
  { task: 'calls.sweep', match: '* * * * *', options: { queueName: sweepQueue, jobKey: 'calls.sweep' } },
  {
    task: 'calls.judge',
    match: '* * * * *',
    options: { queueName: 'calls.judge', jobKey: 'calls.judge' },
  },
  { task: 'stream.sweep', match: '* * * * *' },
  { task: 'calls.sweep-events', match: '7 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'calls.sweep-reports', match: '3 4 * * *', options: { backfillPeriod: day_ms } },
  { task: 'billing.sweep-events', match: '13 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'chat.sweep-uploads', match: '*/10 * * * *' },
  { task: 'people.fold-counts', match: '* * * * *' },
  { task: 'sessions.fold-counts', match: '* * * * *' },
  // At every hour and half hour a month may end in some time zone.
  { task: 'billing.run', match: '5,35 * * * *' },
  { task: 'people.resume-imports', match: '*/5 * * * *' },
  { task: 'people.sweep-imports', match: '27 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'privacy.erase-kept', match: '17 2 * * *', options: { backfillPeriod: day_ms } },
  { task: 'privacy.sweep-copies', match: '41 * * * *', options: { backfillPeriod: day_ms } },
  { task: 'identity.sweep', match: '17 3 * * *', options: { backfillPeriod: day_ms } },
  { task: 'operations.audit-months', match: '5 0 1 * *', options: { backfillPeriod: day_ms * 31 } },
])
