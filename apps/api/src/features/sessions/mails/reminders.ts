import type { Platform } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'
import { enqueue, type JobPayloads } from '#platform/jobs.ts'
import { queueMail } from '#platform/mail.ts'
import { inTransaction } from '#platform/transactions.ts'
import { findSessionForJob } from '#features/sessions/queries.ts'
import { aboutFor } from './session-mails.ts'

type Reminder = JobPayloads['sessions.remind']

const hour_ms = 3_600_000
export const leadMs: Record<Reminder['before'], number> = { '24h': 24 * hour_ms, '1h': hour_ms }

/** A reminder that is so late that the next one, or the session, has come is not sent. */
const uselessMs: Record<Reminder['before'], number> = { '24h': hour_ms, '1h': 0 }

/**
 * Plans the reminders of a session that was made or moved; those of its older time give way. One whose time has passed
 * already is not planned (docs/rules.md §4).
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

/** Writes the reminders to those who are in the session now, if it still takes place then. Each goes out once. */
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

/** Whether a reminder is still true and of use: asked when the mails are written and again when each is sent. */
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
