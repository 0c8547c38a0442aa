import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue, type JobPayloads } from '#platform/jobs/jobs.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { findSessionForJob } from '#features/sessions/queries.ts'
import { aboutFor } from './session-mails.ts'

type Reminder = JobPayloads['sessions.remind']

const hour_ms = 3_600_000
export const leadMs: Record<Reminder['before'], number> = { '24h': 24 * hour_ms, '1h': hour_ms }

/** A reminder is not sent when it is so late that the next one is due or the session has begun. */
const uselessMs: Record<Reminder['before'], number> = { '24h': hour_ms, '1h': 0 }

/**
 * Schedules the reminders of a session that was created or moved; they replace those for its old time. A reminder whose time
 * has already passed is not scheduled (docs/rules.md §4).
 */
export async function scheduleReminders(
  tx: Db,
  session: { id: string; start: Date },
  now: number,
): Promise<void> {
  for (const before of ['24h', '1h'] as const) {
    const runAt = new Date(session.start.getTime() - leadMs[before])
    if (runAt.getTime() <= now) continue
    const payload = { sessionId: session.id, start: session.start.toISOString(), before }
    await enqueue(tx, 'sessions.remind', payload, { key: `session/${session.id}/reminder-${before}`, runAt })
  }
}

/**
 * Queues the reminders for the people who are in the session now, if it still takes place at that time. Each goes out once.
 */
export async function remindPeople(
  { config, database, clock }: Pick<Platform, 'config' | 'database' | 'clock'>,
  { sessionId, start, before }: Reminder,
): Promise<void> {
  await inTransaction(database.db, async (tx) => {
    const session = await findSessionForJob(tx, sessionId)
    if (!session || !isStillDue(session, { start, before }, clock())) return
    const isOrg = session.coach_id === session.user_id
    const facts = {
      sessionId,
      sequence: session.ics_sequence,
      start,
      end: session.end_time.toISOString(),
      coachId: session.coach_id,
      others: session.participants.map((person) => person.id),
      clientId: isOrg ? null : session.user_id,
    }
    const coach = { id: session.coach_id, email: session.coach_email }
    for (const { id, email } of [coach, ...session.participants]) {
      if (!email) continue
      const mail = { personId: id, organizationId: session.organization_id, to: email, sessionId }
      const dedupe = `session/${sessionId}/${id}/reminder-${before}/${start}`
      const detail = { ...aboutFor(facts, id), before }
      await queueMail(tx, config, { kind: 'session-reminder', ...mail, detail, dedupe }, clock())
    }
  })
}

/** Whether a reminder is still correct and useful. Checked when the mails are queued, and again when each is sent. */
export function isStillDue(
  session: { status: string; start_time: Date },
  { start, before }: Pick<Reminder, 'start' | 'before'>,
  now: number,
): boolean {
  const startsAt = session.start_time.getTime()
  return (
    session.status === 'Scheduled' && startsAt === Date.parse(start) && now < startsAt - uselessMs[before]
  )
}
