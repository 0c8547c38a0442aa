import { issueToken } from '@parley/api/features/identity/sign-in/tokens.ts'
import { storeLink } from '@parley/api/features/identity/password/one-time-links.ts'
import { guestUrl } from '@parley/api/features/sessions/guests/guest-links.ts'
import { readTexts } from '@parley/api/platform/content/texts.ts'
import type { Db } from '@parley/api/platform/database/database.ts'
import { newSecret } from '@parley/api/platform/identity/secrets.ts'
import type { Config } from '@parley/api/platform/process/config.ts'

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const callMs = 45 * minuteMs

/** The people of the tour who sign in. */
export type SignedIn = 'coach' | 'orgAdmin' | 'admin'

/** The ids and links that the addresses of the tour need, and the sign-ins of its people. */
export interface TourWorld {
  tokens: Record<SignedIn, string>
  organization: string
  /** The client of Dana's whom the films draw. */
  client: string
  /** The client whom Dana has scored most often. */
  scoredClient: string
  /** A coach with whom Dana shares a session. */
  coach: string
  /** Dana's call with this client, which is about to begin. */
  nextSession: string
  /** Dana's latest call that was held and is still to be settled, or else her latest one. */
  pastSession: string
  invoice: string
  importId: string | undefined
  passwordLink: string
  emailLink: string
  guestLink: string
}

/** The demo's people as the tour meets them. Makes a call with the client begin within a quarter of an hour. */
export async function prepareTourWorld(
  db: Db,
  config: Pick<Config, 'linkKey' | 'origin'>,
  now: number,
): Promise<TourWorld> {
  const dana = await personNamed(db, 'coach')
  const organization = dana.organization_id
  if (organization === null) throw new Error("the demo's coach belongs to an organization")
  const client = await clientOf(db, dana.id)
  const nextSession = await beginSoon(db, dana.id, client, now)
  const link = await guestUrl(db, config, nextSession, client)
  if (link === undefined) throw new Error('the client has no link to the next session')
  const colleague = await colleagueOf(db, dana.id)
  return {
    tokens: {
      coach: await signIn(db, dana.id, now),
      orgAdmin: await signIn(db, (await personNamed(db, 'orgadmin')).id, now),
      admin: await signIn(db, (await personNamed(db, 'admin')).id, now),
    },
    organization,
    client,
    scoredClient: await mostScored(db, dana.id),
    coach: colleague,
    nextSession,
    pastSession: await lastHeld(db, dana.id, now),
    invoice: await latestInvoice(db, organization),
    importId: undefined,
    passwordLink: await linkFor(db, colleague, { purpose: 'set-password' }, now),
    emailLink: await linkFor(
      db,
      dana.id,
      { purpose: 'confirm-email', address: 'dana.whitfield@harbor-coaching.example.com' },
      now,
    ),
    guestLink: new URL(link).pathname,
  }
}

const personNamed = (db: Db, username: string) =>
  db
    .selectFrom('people')
    .select(['id', 'organization_id'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

/** Signs a person in, with the terms accepted. */
async function signIn(db: Db, id: string, now: number): Promise<string> {
  const { terms } = await readTexts()
  await db
    .insertInto('eula_acceptances')
    .values({ person_id: id, version: terms.version, accepted_at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return issueToken(db, id, { address: '192.0.2.17', agent }, now)
}

async function clientOf(db: Db, coachId: string): Promise<string> {
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('coach_id', '=', coachId)
    .where('first_name', '=', 'Wanda')
    .where('last_name', '=', 'Castellano')
    .executeTakeFirstOrThrow()
  return id
}

async function mostScored(db: Db, coachId: string): Promise<string> {
  const { person_id } = await db
    .selectFrom('assessments as a')
    .innerJoin('people as p', 'p.id', 'a.person_id')
    .select('a.person_id')
    .where('p.coach_id', '=', coachId)
    .groupBy('a.person_id')
    .orderBy((is) => is.fn.countAll(), 'desc')
    .orderBy('a.person_id')
    .executeTakeFirstOrThrow()
  return person_id
}

async function colleagueOf(db: Db, coachId: string): Promise<string> {
  const { coach_id } = await db
    .selectFrom('session_participants as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select('s.coach_id')
    .where('p.person_id', '=', coachId)
    .orderBy('s.start_time')
    .executeTakeFirstOrThrow()
  return coach_id
}

/** Gives the coach's next call to this client and lets it begin at the next quarter of an hour. Returns its id. */
async function beginSoon(db: Db, coachId: string, clientId: string, now: number): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('coach_id', '=', coachId)
    .whereRef('user_id', '<>', 'coach_id')
    .where('status', '=', 'Scheduled')
    .where('end_time', '>', new Date(now))
    .orderBy('start_time')
    .executeTakeFirstOrThrow()
  const start = Math.ceil(now / quarterMs) * quarterMs
  // Times that are kept free guard bookings alone.
  await db.deleteFrom('session_busy').where('session_id', '=', id).execute()
  await db
    .updateTable('sessions')
    .set({
      user_id: clientId,
      title: 'Saying it at home',
      start_time: new Date(start),
      end_time: new Date(start + callMs),
    })
    .where('id', '=', id)
    .execute()
  return id
}

async function lastHeld(db: Db, coachId: string, now: number): Promise<string> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('coach_id', '=', coachId)
    .whereRef('user_id', '<>', 'coach_id')
    .where('status', 'in', ['Completed', 'Scheduled'])
    .where('end_time', '<', new Date(now))
    .orderBy('start_time', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function latestInvoice(db: Db, organizationId: string): Promise<string> {
  const { id } = await db
    .selectFrom('invoices')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('start_date', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

async function linkFor(
  db: Db,
  personId: string,
  link: Parameters<typeof storeLink>[3],
  now: number,
): Promise<string> {
  const secret = newSecret()
  await storeLink(db, personId, secret, link, now)
  return `/${link.purpose}/${secret}`
}
