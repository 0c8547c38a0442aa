import { sql } from 'kysely'
import type { Config } from '#platform/process/config.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { isHeld } from '#platform/audit/legal-holds.ts'
import type { JsonValue } from '#platform/database/database-types.ts'
import { limitKey, takePoint } from '#platform/identity/limits.ts'
import { problem } from '#platform/http/problem.ts'
import { composeLetter, htmlPart, textPart, type LetterParts } from './letter.ts'
import type { Delivery, Message, SendMessage } from './smtp.ts'
import { sweepRows } from '#platform/database/sweep.ts'
import type { LetterName, MailKind } from '#platform/content/texts.ts'

/** With the queue's backoff, the last attempt is about a day after the first. */
const attemptsMax = 12

export interface NewMail {
  kind: MailKind
  /** Null for an address that belongs to no person: that of an organization's invoices. */
  personId: string | null
  organizationId: string | null
  to: string
  /** Deduplication key: a second mail under the same key is not created. */
  dedupe?: string
  sessionId?: string
  invoiceId?: string
  /** Earliest time to send it. */
  after?: Date
  /** Data that the feature needs when the mail is sent; never a secret. */
  detail?: Record<string, JsonValue>
}

/** Stores a mail and enqueues its job, in the caller's transaction. Returns its id, or undefined for a duplicate. */
export async function queueMail(
  tx: Db,
  { origin }: Pick<Config, 'origin'>,
  mail: NewMail,
  now: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into mails (id, message_id, dedupe, kind, person_id, organization_id, to_address, created_at, session_id,
      invoice_id, detail)
    select id, '<' || id || '@' || ${new URL(origin).hostname}::text || '>', ${mail.dedupe ?? null}, ${mail.kind},
      ${mail.personId}::uuid, ${mail.organizationId}::uuid, ${mail.to}, ${new Date(now)}::timestamptz,
      ${mail.sessionId ?? null}::uuid, ${mail.invoiceId ?? null}::uuid, ${mail.detail ? JSON.stringify(mail.detail) : null}::jsonb
    from (select uuidv7() as id) made
    on conflict (dedupe) do nothing
    returning id`.execute(tx)
  const id = rows[0]?.id
  if (id)
    await enqueue(tx, 'mail.send', { mailId: id }, { attemptsMax, ...(mail.after && { runAt: mail.after }) })
  return id
}

/**
 * Counts a mail that a user action causes and could repeat: one address gets at most five of a kind per hour, no matter who
 * acts. A limit per caller would let a few people together flood an inbox. Returns the seconds until another is allowed.
 */
export const takeMail = (
  { limits }: Pick<Platform, 'limits'>,
  { kind, to }: Pick<NewMail, 'kind' | 'to'>,
): Promise<number | undefined> => takePoint(limits.receiver, limitKey(kind, to.toLowerCase()))

/** The same, but throws when the limit is exceeded. */
export async function limitMail(
  platform: Pick<Platform, 'limits'>,
  mail: Pick<NewMail, 'kind' | 'to'>,
): Promise<void> {
  const retryAfterSeconds = await takeMail(platform, mail)
  if (retryAfterSeconds)
    throw problem('too_many', {
      retryAfterSeconds,
      text: 'This address got several of these emails in the last hour. Please try again later.',
    })
}

/** When the newest mail of these kinds to a person was created; failed mails don't count. */
export async function lastMailAt(
  db: Db,
  personId: string,
  kinds: readonly MailKind[],
): Promise<number | undefined> {
  const last = await db
    .selectFrom('mails')
    .select('created_at')
    .where('person_id', '=', personId)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'failed')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return last?.created_at.getTime()
}

/** A mail to send, with its recipient's current data. */
export interface MailToSend {
  id: string
  kind: MailKind
  person_id: string | null
  to_address: string
  organization_id: string | null
  session_id: string | null
  invoice_id: string | null
  detail: JsonValue | null
}

/** The person that a mail is for; only invoice mails have none. */
export function readerOf({ id, person_id }: MailToSend): string {
  if (person_id === null) throw new Error(`mail ${id} is for nobody`)
  return person_id
}

/** The parts that a feature adds to its mail when it is sent. */
export interface AddedParts extends LetterParts {
  /** Use the words of this letter instead of the one named after the kind. */
  letter?: LetterName
  values?: Readonly<Record<string, string>>
  /** The recipient's name, if the mail is about somebody else. */
  recipient?: string
  calendar?: Message['calendar']
  attachment?: Message['attachment']
}
/** Those parts, or why the mail is no longer wanted. */
export type MailParts = AddedParts | { unwanted: string }
export type PartsOf = (mail: MailToSend) => MailParts | Promise<MailParts>

/** Deleted people still get these: the session is in their calendar. */
const toDeletedToo: readonly MailKind[] = ['session-cancelled']

type Sending = Pick<Platform, 'database' | 'texts' | 'clock'>

/**
 * Sends one mail. The job records the attempt, asks the server, then records its answer. If it is killed between any two of
 * these, it runs again. Only a kill after the server accepted makes a second mail, with the same Message-ID and link, and
 * the log then shows an attempt without an end.
 */
export async function deliverMail(
  { database: { db }, texts, clock }: Sending,
  sendMessage: SendMessage,
  parts: Readonly<Record<MailKind, PartsOf>>,
  { mailId, isLastAttempt }: { mailId: string; isLastAttempt: boolean },
): Promise<void> {
  const mail = await beginAttempt(db, mailId, clock())
  if (!mail) return
  const end = (delivery: Delivery) => endAttempt(db, mailId, delivery, isLastAttempt, clock())
  const isGone = mail.deleted_at !== null && !toDeletedToo.includes(mail.kind)
  const added: MailParts = isGone
    ? { unwanted: 'The person was deleted before it was sent.' }
    : await parts[mail.kind](mail)
  if ('unwanted' in added) return end({ event: 'refused', answer: added.unwanted })

  const values = {
    first_name: mail.first_name || mail.username || '',
    username: mail.username ?? '',
    address: mail.to_address,
    organization: mail.organization ?? '',
    contact: mail.contact ?? '',
    ...added.values,
  }
  const letter = composeLetter(texts.mails.letters[added.letter ?? mail.kind], values, added)
  const delivery = await sendMessage({
    messageId: mail.message_id,
    date: mail.created_at,
    fromName: senderName(mail.organization),
    to: {
      name: added.recipient ?? `${mail.first_name ?? ''} ${mail.last_name ?? ''}`.trim(),
      address: mail.to_address,
    },
    subject: letter.subject,
    text: textPart(letter),
    html: htmlPart(texts.mails.page, letter),
    calendar: added.calendar,
    attachment: added.attachment,
  })
  await end(delivery)
  // Throwing makes the queue retry with backoff. It stores the message, so that must not contain an address.
  if (delivery.event === 'failed' && !isLastAttempt) throw new Error(`mail ${mailId} was not taken`)
}

/** The sender's name: the organization's, with ours as the carrier. */
export const senderName = (organization: string | null): string =>
  organization ? `${organization} via Parley` : 'Parley'

const entry = (now: number, event: Delivery['event'] | 'begun', answer?: string) =>
  sql`log || jsonb_build_array(${JSON.stringify({ at: new Date(now).toISOString(), event, answer })}::jsonb)`

async function beginAttempt(db: Db, mailId: string, now: number) {
  const { rows } = await sql<
    MailToSend & {
      message_id: string
      created_at: Date
      first_name: string | null
      last_name: string | null
      username: string | null
      deleted_at: Date | null
      organization: string | null
      contact: string | null
    }
  >`
    with begun as (
      update mails set attempts = attempts + 1, log = ${entry(now, 'begun')}
      where id = ${mailId} and state = 'waiting'
      returning id, kind, person_id, organization_id, to_address, message_id, created_at, session_id,
        invoice_id, detail
    )
    select m.*, p.first_name, p.last_name, p.username, p.deleted_at, o.display_name as organization, o.contact
    from begun m left join people p on p.id = m.person_id left join organizations o on o.id = m.organization_id`.execute(
    db,
  )
  return rows[0]
}

async function endAttempt(
  db: Db,
  mailId: string,
  { event, answer }: Delivery,
  isLastAttempt: boolean,
  now: number,
): Promise<void> {
  const state = event === 'accepted' ? 'sent' : event === 'refused' || isLastAttempt ? 'failed' : 'waiting'
  await sql`
    update mails set state = ${state}, log = ${entry(now, event, answer)},
      sent_at = ${state === 'sent' ? new Date(now) : null}::timestamptz,
      last_error = ${state === 'sent' ? null : answer}
    where id = ${mailId} and state = 'waiting'`.execute(db)
}

/** Cancels waiting mails to a person's previous address. What the mail server has already accepted can't be recalled. */
export async function cancelMailsTo(tx: Db, personId: string, now: number): Promise<void> {
  const answer = 'The address was changed before it was sent.'
  await sql`
    update mails set state = 'failed', last_error = ${answer}, log = ${entry(now, 'refused', answer)}
    where person_id = ${personId} and state = 'waiting'`.execute(tx)
}

const givenUpAfterMs = 2 * 24 * 3_600_000
const batchMax = 1000

/** Fails mails whose job was killed during its last attempt. All others have finished long before. */
export async function giveUpMails(db: Db, now: number): Promise<void> {
  const before = new Date(now - givenUpAfterMs)
  for (;;) {
    const done = await sql`
      update mails set state = 'failed', last_error = 'No mail server took it within two days.'
      where id = any(array(select id from mails where state = 'waiting' and created_at < ${before} limit ${batchMax}))
        and state = 'waiting'`.execute(db)
    if (Number(done.numAffectedRows ?? 0) < batchMax) return
  }
}

/**
 * Deletes mails that the delivery log has kept long enough (docs/rules.md §2). Mails about a session stay until it is over:
 * the next one says what has changed since.
 */
export const sweepMails = (db: Db, now: number, keptMs: number): Promise<number> =>
  sweepRows(
    db,
    'mails',
    sql`created_at < ${new Date(now - keptMs)} and state <> 'waiting' and not exists (
      select from sessions s where s.id = mails.session_id and s.end_time > ${new Date(now)})
      and not ${isHeld(sql`mails.person_id`, now)}`,
  )
