import { sql, type NotNull } from 'kysely'
import * as z from 'zod/mini'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { enqueue, type SessionChange } from '#platform/jobs/jobs.ts'
import { queueMail } from '#platform/mail/mail.ts'
import { problem } from '#platform/http/problem.ts'
import type { MailKind } from '#platform/content/texts.ts'
import { inTransaction } from '#platform/database/transactions.ts'

/**
 * The facts that a mail about a session gave one person. They are stored with the mail, so that the next mail can say what
 * has changed.
 */
const about = z.strictObject({
  sequence: z.number(),
  start: z.string(),
  end: z.string(),
  /** The other side, as seen by this person. */
  others: z.array(z.string()),
  /** Whether this person is the client, who joins by the personal link. */
  isGuest: z.boolean(),
  /** Which reminder, if it is one. */
  before: z.optional(z.enum(['24h', '1h'])),
})
export type About = z.output<typeof about>

export const aboutOf = (detail: JsonValue | null): About => about.parse(detail)

type AnnouncedChange = Pick<SessionChange, 'sessionId' | 'kind' | 'sequence' | 'added' | 'removed'> & {
  now: number
  /** A cancellation can be undone until then, so its mails wait. */
  after?: Date | undefined
}

/**
 * After commit, mails everybody whom a change of a session concerns. It enqueues one job in the caller's transaction:
 * booking pays for one row, and the worker writes the mails. No mails are sent about sessions that are over.
 */
export async function tellPeople(tx: Db, { now, after, ...change }: AnnouncedChange): Promise<void> {
  if (change.kind === 'change') await limitChanges(tx, change.sessionId, now)
  const { rows } = await sql<{ start: Date; end: Date; coach: string; client: string; others: string[] }>`
    select s.start_time as start, s.end_time as end, s.coach_id as coach, s.user_id as client,
      array(select q.person_id from session_participants q where q.session_id = s.id order by 1) as others
    from sessions s where s.id = ${change.sessionId} and s.end_time > ${new Date(now)}`.execute(tx)
  const session = rows[0]
  if (!session) return
  const isOrg = session.coach === session.client
  const told = {
    ...change,
    start: session.start.toISOString(),
    end: session.end.toISOString(),
    coachId: session.coach,
    others: isOrg ? session.others : [session.client],
    clientId: isOrg ? null : session.client,
  }
  if (after) await enqueue(tx, 'sessions.tell-cancelled', told, { runAt: after })
  else await enqueue(tx, 'sessions.tell', told)
}

/** Each change of time or people mails everybody in the session. More changes than this in an hour are not planning. */
const changesMax = 20
const hourMs = 3_600_000

async function limitChanges(tx: Db, sessionId: string, now: number): Promise<void> {
  const { n } = await tx
    .selectFrom('session_history')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('session_id', '=', sessionId)
    .where('action', '=', 'updated')
    .where('at', '>', new Date(now - hourMs))
    .executeTakeFirstOrThrow()
  if (n >= changesMax)
    throw problem('too_many', {
      retryAfterSeconds: hourMs / 1000,
      text: 'This session was changed many times in the last hour, and each change sent emails. Please try again later.',
    })
}

interface Planned {
  personId: string
  kind: MailKind
  about: About
}

/**
 * Queues the mails of one change, all of them or none. A second run queues nothing again, because each mail has its own
 * dedupe key.
 */
export async function writeSessionMails(
  { config, database, clock }: Pick<Platform, 'config' | 'database' | 'clock'>,
  change: SessionChange,
): Promise<void> {
  const { sessionId, sequence } = change
  await inTransaction(database.db, async (tx) => {
    if (change.kind === 'cancel' && !(await isStillOff(tx, change))) return
    const planned = planMails(change, await lastTold(tx, sessionId))
    if (planned.length === 0) return
    const people = await tx
      .selectFrom('people as p')
      .innerJoin('sessions as s', (join) => join.on('s.id', '=', sessionId))
      .select(['p.id', 'p.email', 's.organization_id'])
      .where(
        'p.id',
        'in',
        planned.map((one) => one.personId),
      )
      .execute()
    for (const { personId, kind, about: detail } of planned) {
      const person = people.find((one) => one.id === personId)
      if (!person?.email) continue
      const dedupe = `session/${sessionId}/${personId}/${sequence}/${kind}`
      const mail = { kind, personId, organizationId: person.organization_id, to: person.email }
      await queueMail(tx, config, { ...mail, sessionId, detail, dedupe }, clock())
    }
  })
}

/** Whether this cancellation still holds. Since its mails were requested it may have been undone, and even made again. */
const isStillOff = async (tx: Db, { sessionId, sequence }: SessionChange): Promise<boolean> =>
  (await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('status', '=', 'Cancelled')
    .where('ics_sequence', '=', sequence)
    .executeTakeFirst()) !== undefined

/** The content of the last mail about a session to each person. */
async function lastTold(tx: Db, sessionId: string): Promise<Map<string, About>> {
  const rows = await tx
    .selectFrom('mails')
    .select(['person_id', 'detail'])
    .where('person_id', 'is not', null)
    .$narrowType<{ person_id: NotNull }>()
    .where('session_id', '=', sessionId)
    .where('kind', '<>', 'session-reminder')
    .execute()
  const told = rows.map((row) => [row.person_id, aboutOf(row.detail)] as const)
  return new Map(told.toSorted(([, a], [, b]) => a.sequence - b.sequence))
}

/** Decides who gets which mail: one each, and none for people for whom nothing has changed or whose last mail is newer. */
export function planMails(change: SessionChange, told: ReadonlyMap<string, About>): Planned[] {
  const plan = (personId: string, kind: MailKind, known?: About): Planned[] => {
    const last = told.get(personId)
    if (last && last.sequence >= change.sequence) return []
    return [{ personId, kind, about: known ?? aboutFor(change, personId) }]
  }
  const invited = change.added.flatMap((id) => plan(id, 'session-invitation'))
  const cancelled = change.removed.flatMap((id) => {
    const last = told.get(id)
    // A cancellation must name the time in the person's calendar, which is that of their last mail.
    return plan(id, 'session-cancelled', last && { ...last, sequence: change.sequence })
  })
  if (change.kind !== 'change') return [...invited, ...cancelled]
  const stayed = [change.coachId, ...change.others].filter((id) => !change.added.includes(id))
  const changed = stayed
    .filter((id) => !isKnown(told.get(id), aboutFor(change, id)))
    .flatMap((id) => plan(id, 'session-changed'))
  return [...invited, ...cancelled, ...changed]
}

export const aboutFor = (
  { sequence, start, end, coachId, others, clientId }: Omit<SessionChange, 'kind' | 'added' | 'removed'>,
  personId: string,
): About => ({
  sequence,
  start,
  end,
  others: personId === coachId ? [...others] : [coachId],
  isGuest: personId === clientId,
})

const isKnown = (told: About | undefined, now: About): boolean =>
  told !== undefined &&
  told.start === now.start &&
  told.end === now.end &&
  told.others.length === now.others.length &&
  told.others.every((id) => now.others.includes(id))
