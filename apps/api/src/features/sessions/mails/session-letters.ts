import { sql } from 'kysely'
import {
  callName,
  googleCalendarUrl,
  otherSideName,
  outlookCalendarUrl,
} from '@parley/contract/rules/sessions/calendar-links.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Platform } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import {
  readerOf,
  senderName,
  type AddedParts,
  type MailParts,
  type MailToSend,
} from '#platform/mail/mail.ts'
import { guestUrl } from '#features/sessions/guests/guest-links.ts'
import { writeIcs } from '#features/sessions/calendar/ics.ts'
import { findSessionForJob, type SessionRow } from '#features/sessions/queries.ts'
import { isStillDue } from './reminders.ts'
import { aboutOf, type About } from './session-mails.ts'
import { clockText, panelOf, spanText, whenText, type Span } from './time-words.ts'

type Sending = Pick<Platform, 'config' | 'database' | 'clock'>

/** A mail about a session, with the current data that its text is made of. */
interface Letter {
  mail: MailToSend
  about: About
  session: SessionRow
  reader: Member
  others: Member[]
}

interface Member {
  id: string
  first_name: string
  last_name: string
  username: string
  zone: string
}

/** The parts of session mails, filled in when they are sent. A mail that a newer one has overtaken is not sent. */
export function sessionMails(platform: Sending) {
  const { config, database, clock } = platform
  const { db } = database
  const sent =
    (compose: (letter: Letter) => Promise<MailParts>) =>
    async (mail: MailToSend): Promise<MailParts> => {
      const letter = await readLetter(db, mail)
      return letter ? compose(letter) : { unwanted: 'The session or its people are gone.' }
    }
  /**
   * For mails that invite: only if the session is still to take place, the reader is in it, and no newer mail was written.
   */
  const inviting = (compose: (letter: Letter) => Promise<MailParts>) =>
    sent(async (letter) => {
      const { session, mail, about } = letter
      if (session.status !== 'Scheduled' || session.end_time.getTime() <= clock())
        return { unwanted: 'The session did not wait for it.' }
      if (!isIn(letter)) return left
      return (await isOvertaken(db, mail, about)) ? overtaken : compose(letter)
    })

  const invitation = async (letter: Letter): Promise<AddedParts | undefined> => {
    const parts = await entrance(db, config, letter)
    return (
      parts && {
        ...parts,
        links: calendarLinks(config, letter),
        calendar: { method: 'REQUEST', ics: icsOf(config, letter, 'REQUEST', clock()) },
      }
    )
  }

  return {
    'session-invitation': inviting(async (letter) => (await invitation(letter)) ?? left),
    'session-changed': inviting(async (letter) => {
      const before = await sentBefore(db, letter.mail, letter.about)
      const parts = await invitation(letter)
      if (!parts) return left
      // If the invitation never went out, for example because no mail was sent in between, this mail is the invitation.
      if (!before) return { ...parts, letter: 'session-invitation' }
      const [was, is] = [spanOf(before), spanOf(letter.about)]
      const isMoved = was.start !== is.start || was.end !== is.end
      return {
        ...parts,
        values: { ...parts.values, before: isMoved ? spanText(was, letter.reader.zone) : '' },
      }
    }),
    'session-cancelled': sent(async (letter) => {
      if (await isOvertaken(db, letter.mail, letter.about)) return overtaken
      if (letter.session.status === 'Scheduled' && isIn(letter)) return takenBack
      const { url: _, ...parts } = partsOf(letter, undefined)
      return {
        ...parts,
        calendar: { method: 'CANCEL', ics: icsOf(config, letter, 'CANCEL', clock()) },
      }
    }),
    'session-reminder': sent(async (letter) => {
      const { session, about } = letter
      if (!isIn(letter)) return left
      if (!about.before || !isStillDue(session, { start: about.start, before: about.before }, clock()))
        return { unwanted: 'The session was settled or moved, or has begun.' }
      return (await entrance(db, config, letter)) ?? left
    }),
  }
}

const overtaken: MailParts = { unwanted: 'A newer mail about the session took its place.' }
const takenBack: MailParts = { unwanted: 'The cancelling was taken back.' }
const left: MailParts = { unwanted: 'The person is not in the session any more.' }

/**
 * Checks the session as it is now: a mail that waited for its mail server is not sent to people who have left the session.
 */
const isIn = ({ session, reader }: Letter): boolean =>
  [session.coach_id, ...session.participants.map((person) => person.id)].includes(reader.id)

async function readLetter(db: Db, mail: MailToSend): Promise<Letter | undefined> {
  const session = mail.session_id ? await findSessionForJob(db, mail.session_id) : undefined
  if (!session) return undefined
  const about = aboutOf(mail.detail)
  const people = await readMembers(db, [readerOf(mail), ...about.others], session.organization_zone)
  const reader = people.find((person) => person.id === mail.person_id)
  if (!reader) return undefined
  return { mail, about, session, reader, others: people.filter((person) => about.others.includes(person.id)) }
}

/** People by name, with the zone that their mails use: their own, otherwise the organization's. */
async function readMembers(db: Db, ids: readonly string[], organizationZone: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'first_name', 'last_name', 'username', 'time_zone'])
    .where('id', 'in', [...ids])
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
  return rows.map(({ time_zone, ...person }) => ({ ...person, zone: zoneAmong(time_zone, organizationZone) }))
}

const sequence = sql<number>`(detail ->> 'sequence')::integer`

const mailsLike = (db: Db, mail: MailToSend) =>
  db
    .selectFrom('mails')
    .select('detail')
    .where('session_id', '=', mail.session_id)
    .where('person_id', '=', mail.person_id)
    .where('kind', '<>', 'session-reminder')

const isOvertaken = async (db: Db, mail: MailToSend, about: About): Promise<boolean> =>
  (await mailsLike(db, mail).where(sequence, '>', about.sequence).executeTakeFirst()) !== undefined

/** The content of the last mail that the person got about the session, if any. */
async function sentBefore(db: Db, mail: MailToSend, about: About): Promise<About | undefined> {
  const row = await mailsLike(db, mail)
    .where(sequence, '<', about.sequence)
    .where('state', '=', 'sent')
    .orderBy(sequence, 'desc')
    .executeTakeFirst()
  return row && aboutOf(row.detail)
}

const spanOf = ({ start, end }: About): Span => ({ start: Date.parse(start), end: Date.parse(end) })

/**
 * Clients join by their personal link, everybody else by the session page after signing in. Undefined if the reader has no
 * way in.
 */
async function entrance(db: Db, config: Platform['config'], letter: Letter): Promise<AddedParts | undefined> {
  const { about, session, reader } = letter
  const url = about.isGuest
    ? await guestUrl(db, config, session.id, reader.id)
    : previewUrl(config, session.id)
  return url === undefined ? undefined : partsOf(letter, url)
}

export const previewUrl = ({ origin }: Pick<Platform['config'], 'origin'>, sessionId: string): string =>
  `${origin}/session/${sessionId}/preview`

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' })

function partsOf({ about, session, reader, others }: Letter, url: string | undefined) {
  const span = spanOf(about)
  const people = listed.format(others.map(personName)) || 'somebody'
  const isCoach = reader.id === session.coach_id
  const opens = clockText(span.start - constants.joinWindowBeforeMs, reader.zone)
  const [only, ...more] = others
  const other = only && more.length === 0 ? { name: otherSideName([only]), zone: only.zone } : undefined
  return {
    ...(url === undefined ? {} : { url }),
    panel: panelOf(span, reader.zone, other),
    values: {
      call: callName(otherSideName(others)),
      when: whenText(span.start, reader.zone),
      people,
      host: isCoach ? '' : people,
      guests: isCoach ? people : '',
      opens: about.isGuest ? '' : opens,
      guest_opens: about.isGuest ? opens : '',
      before: '',
    },
  }
}

function calendarLinks(config: Platform['config'], { about, session, others }: Letter) {
  const entry = {
    firstName: otherSideName(others),
    ...spanOf(about),
    ...(about.isGuest ? {} : { url: previewUrl(config, session.id) }),
  }
  return [
    { label: 'Add to Google Calendar', url: googleCalendarUrl(entry) },
    { label: 'Add to Outlook', url: outlookCalendarUrl(entry) },
  ]
}

function icsOf(
  config: Platform['config'],
  { mail, about, session, reader, others }: Letter,
  method: 'REQUEST' | 'CANCEL',
  now: number,
): string {
  const event = {
    sessionId: session.id,
    sequence: about.sequence,
    start: new Date(about.start),
    end: new Date(about.end),
    firstName: otherSideName(others),
    isCancelled: method === 'CANCEL',
    ...(about.isGuest ? {} : { url: previewUrl(config, session.id) }),
    invitation: {
      from: { name: senderName(session.organization_name), address: config.mailFrom },
      to: { name: personName(reader), address: mail.to_address },
    },
  }
  return writeIcs({ method, zone: reader.zone, events: [event], now })
}
