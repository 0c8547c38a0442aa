import { sql } from 'kysely'
import type { Config } from './config.ts'
import type { Platform } from './context.ts'
import type { Db } from './database.ts'
import { enqueue } from './jobs.ts'
import { isHeld } from './legal-holds.ts'
import type { JsonValue } from './database-types.ts'
import { limitKey, takePoint } from './limits.ts'
import { problem } from './problem.ts'
import { composeLetter, htmlPart, textPart, type LetterParts } from './letter.ts'
import type { Delivery, Message, SendMessage } from './smtp.ts'
import { sweepRows } from './sweep.ts'
import type { LetterName, MailKind } from './texts.ts'

/** With the queue's pauses between them the last one comes about a day after the first. */
const attemptsMax = 12

export interface NewMail {
  kind: MailKind
  /** Null where it goes to an address that is nobody's: that of an organization's invoices. */
  personId: string | null
  organizationId: string | null
  to: string
  /** Where the same may not be told twice: the second mail under this name is not made. */
  dedupe?: string
  sessionId?: string
  invoiceId?: string
  /** Not sent before then. */
  after?: Date
  /** What its feature needs to know again when it is sent; never a secret. */
  detail?: Record<string, JsonValue>
}

/** Writes a mail down and hands it to the worker, in the caller's transaction. Answers its id, or undefined for a repeated one. */
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
 * Counts a mail that a press causes and may cause again: one address gets five of a kind in an hour, whoever presses. A limit
 * per caller would let a few people fill somebody's inbox together. Answers the seconds after which there may be another.
 */
export const takeMail = (
  { limits }: Pick<Platform, 'limits'>,
  { kind, to }: Pick<NewMail, 'kind' | 'to'>,
): Promise<number | undefined> => takePoint(limits.receiver, limitKey(kind, to.toLowerCase()))

/** The same, refusing what is one too many. */
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

/** When the newest mail of these kinds to a person was made; one that nobody got does not count. */
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

/** A mail on its way, with whom it is for as they are now. */
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

/** Whom it is for; every mail but that of an invoice is for somebody. */
export function readerOf({ id, person_id }: MailToSend): string {
  if (person_id === null) throw new Error(`mail ${id} is for nobody`)
  return person_id
}

/** What a feature adds to the words of its mail when it is sent. */
export interface AddedParts extends LetterParts {
  /** Words of another letter than the one that bears the kind's name. */
  letter?: LetterName
  values?: Readonly<Record<string, string>>
  /** Who it is for by name, where that is not the person whom it is about. */
  recipient?: string
  calendar?: Message['calendar']
  attachment?: Message['attachment']
}
/** These, or why nobody wants the mail any more. */
export type MailParts = AddedParts | { unwanted: string }
export type PartsOf = (mail: MailToSend) => MailParts | Promise<MailParts>

/** Whoever was deleted is told of this all the same: it stands in their calendar. */
const toDeletedToo: readonly MailKind[] = ['session-cancelled']

type Sending = Pick<Platform, 'database' | 'texts' | 'clock'>

/**
 * Sends one mail. The attempt is written down, then the server is asked, then its answer is written down: killed between
 * any two, the job runs again. Only a kill after the server's yes makes a second mail, with the same Message-ID and link,
 * and the log then shows an attempt without an end.
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
  // The queue tries again what throws, each time after a longer pause. It writes down why, so that names nobody's address.
  if (delivery.event === 'failed' && !isLastAttempt) throw new Error(`mail ${mailId} was not taken`)
}

/** Whose mail it is: an organization's, sent by us. */
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

/** Nothing that waits goes to the address that somebody had until now. What the mail server has been given is gone. */
export async function cancelMailsTo(tx: Db, personId: string, now: number): Promise<void> {
  const answer = 'The address was changed before it was sent.'
  await sql`
    update mails set state = 'failed', last_error = ${answer}, log = ${entry(now, 'refused', answer)}
    where person_id = ${personId} and state = 'waiting'`.execute(tx)
}

const givenUpAfterMs = 2 * 24 * 3_600_000
const batchMax = 1000

/** Closes mails whose job was cut off at its last attempt. Every other mail has its end long before. */
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
 * Removes what the delivery log has kept long enough (docs/rules.md §2). What was told of a session stays until that is over:
 * the next mail about it says what has changed since.
 */
export const sweepMails = (db: Db, now: number, keptMs: number): Promise<number> =>
  sweepRows(
    db,
    'mails',
    sql`created_at < ${new Date(now - keptMs)} and state <> 'waiting' and not exists (
      select from sessions s where s.id = mails.session_id and s.end_time > ${new Date(now)})
      and not ${isHeld(sql`mails.person_id`, now)}`,
  )
