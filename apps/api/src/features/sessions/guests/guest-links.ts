import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { linkKeysOf, type Config } from '#platform/process/config.ts'
import type { AdmissionState } from '@parley/contract/rules/calls/admissions.ts'
import type { Guest } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'

/**
 * The personal link of one client to one session. Its secret is derived from session, person and a number, so that every
 * mail carries the same link and no table stores it. A higher number invalidates it (docs/rules.md §5).
 */
export function guestToken(
  { linkKey }: Pick<Config, 'linkKey'>,
  sessionId: string,
  personId: string,
  number: number,
): string {
  const ids = Buffer.concat([bytesOf(sessionId), bytesOf(personId)])
  return Buffer.concat([ids, macOf(linkKey, ids, number)]).toString('base64url')
}

const idBytes = 16
const macBytes = 32

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The first word separates these MACs from others made with the same key. */
const macOf = (linkKey: Buffer, ids: Buffer, number: number): Buffer =>
  createHmac('sha256', linkKey).update('guest\n').update(ids).update(`\n${number}`).digest()

/**
 * Splits a token into the session and person that it claims and its secret; undefined if it is malformed. This proves
 * nothing yet.
 */
export function readGuestToken(
  token: string,
): { sessionId: string; personId: string; mac: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Several base64url spellings decode to the same bytes. Only the canonical one is accepted.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString('base64url') !== token) return undefined
  return {
    sessionId: idOf(bytes.subarray(0, idBytes)),
    personId: idOf(bytes.subarray(idBytes, 2 * idBytes)),
    mac: bytes.subarray(2 * idBytes),
  }
}

/**
 * Finds the guest of a token with one query. The token must carry the current number, and the person must still be the
 * session's client and not deleted. The session's status and times are not checked here, so a cancelled session is found
 * too: its client may learn that (`guestStateOf`). Every act checks the state itself.
 */
export async function findGuest(
  db: Db,
  config: Pick<Config, 'linkKey' | 'linkKeyPrevious'>,
  token: string,
  device?: string,
): Promise<Guest | undefined> {
  const read = readGuestToken(token)
  if (!read) return undefined
  const { sessionId, personId, mac } = read
  const found = await db
    .selectFrom('guest_links as l')
    .innerJoin('sessions as s', 's.id', 'l.session_id')
    .innerJoin('people as p', 'p.id', 'l.person_id')
    .innerJoin('people as c', 'c.id', 's.coach_id')
    .innerJoin('organizations as o', 'o.id', 's.organization_id')
    .select(['l.number', 's.organization_id', 's.status', 's.start_time', 's.end_time', 's.ics_sequence'])
    .select(['p.first_name', 'p.time_zone', 'c.first_name as coach_first_name'])
    .leftJoin('admissions as a', (join) =>
      join
        .onRef('a.session_id', '=', 's.id')
        .onRef('a.person_id', '=', 'p.id')
        .on('a.browser', '=', device ?? ''),
    )
    .select(['o.display_name', 'o.contact', 'o.time_zone as organization_zone', 'o.waiting_room'])
    .select('a.state as admission')
    .where('l.session_id', '=', sessionId)
    .where('l.person_id', '=', personId)
    .where(isClientOf)
    .executeTakeFirst()
  const ids = Buffer.concat([bytesOf(sessionId), bytesOf(personId)])
  // A link that was never created has no number. 0 is never valid either, but the MAC is compared anyway.
  const number = found?.number ?? 0
  const isRight = linkKeysOf(config).some((key) => timingSafeEqual(mac, macOf(key, ids, number)))
  if (!isRight || !found) return undefined
  return {
    kind: 'guest',
    sessionId,
    personId,
    organizationId: found.organization_id,
    firstName: found.first_name,
    zone: found.time_zone,
    coachName: found.coach_first_name.trim(),
    organization: {
      name: found.display_name,
      contact: found.contact,
      zone: found.organization_zone,
      hasWaitingRoom: found.waiting_room,
    },
    device,
    admission: (found.admission as AdmissionState | null) ?? undefined,
    session: {
      status: found.status,
      start_time: found.start_time.toISOString(),
      end_time: found.end_time.toISOString(),
      sequence: found.ics_sequence,
    },
  }
}

/**
 * Condition on `s` and `p`: the person is the client of the session, in its organization, and not deleted. After a restore
 * their link works again.
 */
const isClientOf = sql<boolean>`s.user_id = p.id and s.coach_id <> p.id and p.deleted_at is null
  and p.organization_id = s.organization_id`

/**
 * Returns the URL of a client's link and creates the link on first use; every mail about the session carries the same one.
 * Undefined for a person who is no longer the client and for a session that is not Scheduled: no mail may carry a way into
 * these.
 */
export async function guestUrl(
  db: Db,
  config: Pick<Config, 'linkKey' | 'origin'>,
  sessionId: string,
  personId: string,
): Promise<string | undefined> {
  const link = await db
    .insertInto('guest_links')
    .columns(['session_id', 'person_id'])
    .expression(
      db
        .selectFrom('sessions as s')
        .innerJoin('people as p', 'p.id', 's.user_id')
        .select(['s.id', 'p.id as person_id'])
        .where('s.id', '=', sessionId)
        .where('p.id', '=', personId)
        .where('s.status', '=', 'Scheduled')
        .where(isClientOf),
    )
    // The update changes nothing but makes `returning` answer the existing number.
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'person_id']).doUpdateSet({ session_id: sessionId }),
    )
    .returning('number')
    .executeTakeFirst()
  return link && `${config.origin}/join/${guestToken(config, sessionId, personId, link.number)}`
}

/** The identity of an admitted person on the media server, as `writeIdentity` in calls/media-identity.ts writes it. */
export const placeName = sql`person_id || case browser when '' then '' else '.' || browser end`

/** A link admits at most this many browsers. If a link is ended again and again, the most recent places are enough. */
const lostPlacesMax = 100

/** Ends people's links to a session and deletes their admissions. If they rejoin the session, they get a new link. */
export async function revokeGuestLinks(
  tx: Db,
  sessionId: string,
  personIds: readonly string[],
): Promise<void> {
  if (personIds.length === 0) return
  await tx
    .updateTable('guest_links')
    .set((eb) => ({ number: eb('number', '+', 1) }))
    .where('session_id', '=', sessionId)
    .where('person_id', 'in', [...personIds])
    .execute()
  // The client may still be in the room, under a name that only the deleted admission tells, so the name is kept in
  // `lost_places`.
  await sql`
    with ended as (
      delete from admissions where session_id = ${sessionId} and person_id = any(${[...personIds]}::uuid[])
      returning ${placeName} as place)
    update calls set lost_places = (array(select place from ended) || lost_places)[1:${sql.lit(lostPlacesMax)}]
      where session_id = ${sessionId} and exists (select from ended)`.execute(tx)
}
