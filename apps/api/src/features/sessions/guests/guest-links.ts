import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { linkKeysOf, type Config } from '#platform/config.ts'
import type { AdmissionState } from '@parley/contract/rules/admissions.ts'
import type { Guest } from '#platform/context.ts'
import type { Db } from '#platform/database.ts'

/**
 * The personal link of one client to one session. Its secret follows from session, person and a number, so that every
 * mail carries the same link and no table holds it; a higher number ends it (docs/rules.md §5).
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

/** The first word keeps what this key makes apart from what it makes elsewhere. */
const macOf = (linkKey: Buffer, ids: Buffer, number: number): Buffer =>
  createHmac('sha256', linkKey).update('guest\n').update(ids).update(`\n${number}`).digest()

/** Whose link a token says it is, and its secret; undefined for what is no token. Nothing is proved by it yet. */
export function readGuestToken(
  token: string,
): { sessionId: string; personId: string; mac: Buffer } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // Of several spellings that decode alike, one is the link.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString('base64url') !== token) return undefined
  return {
    sessionId: idOf(bytes.subarray(0, idBytes)),
    personId: idOf(bytes.subarray(idBytes, 2 * idBytes)),
    mac: bytes.subarray(2 * idBytes),
  }
}

/**
 * Whose link a token is, in one look: its number is the present one, the person is still the session's client and is not
 * deleted. What the session's status and times then allow is the holder's own matter to learn (`guestStateOf`), so a
 * cancelled one is found too; whatever acts asks for its state.
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
  // A link that nobody was given has no number; 0 is none either, and is compared all the same.
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
 * Of `s` and `p`: the person is the client of the session, in its organization, and not deleted. Coming back they have their
 * link again.
 */
const isClientOf = sql<boolean>`s.user_id = p.id and s.coach_id <> p.id and p.deleted_at is null
  and p.organization_id = s.organization_id`

/**
 * The address of a client's link, made on first use; every mail about the session gives the same. Undefined for whoever
 * is not its client any more and for a session that does not take place: no mail may carry a way into these.
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
    // Changes nothing, and answers the number that is there.
    .onConflict((conflict) =>
      conflict.columns(['session_id', 'person_id']).doUpdateSet({ session_id: sessionId }),
    )
    .returning('number')
    .executeTakeFirst()
  return link && `${config.origin}/join/${guestToken(config, sessionId, personId, link.number)}`
}

/** What the media server calls somebody who was admitted, as `writeIdentity` in calls/media-identity.ts writes it. */
export const placeName = sql`person_id || case browser when '' then '' else '.' || browser end`

/** A link lets in so many browsers at most; of a link that ends again and again the last ones are enough. */
const lostPlacesMax = 100

/** Ends the links of people to a session, and what was granted by them. Whoever comes back to it is given another. */
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
  // The client may still be in the room, under a name that only the admission tells.
  await sql`
    with ended as (
      delete from admissions where session_id = ${sessionId} and person_id = any(${[...personIds]}::uuid[])
      returning ${placeName} as place)
    update calls set lost_places = (array(select place from ended) || lost_places)[1:${sql.lit(lostPlacesMax)}]
      where session_id = ${sessionId} and exists (select from ended)`.execute(tx)
}
