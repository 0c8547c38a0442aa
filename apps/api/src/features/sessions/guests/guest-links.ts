import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '#platform/config.ts'
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

/** The session and person of a link that is still good, by its number. When it opens and closes is the session's matter. */
export async function findGuestLink(
  db: Db,
  { linkKey }: Pick<Config, 'linkKey'>,
  token: string,
): Promise<{ sessionId: string; personId: string } | undefined> {
  const read = readGuestToken(token)
  if (!read) return undefined
  const { sessionId, personId, mac } = read
  const link = await db
    .selectFrom('guest_links')
    .select('number')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  const ids = Buffer.concat([bytesOf(sessionId), bytesOf(personId)])
  // A link that nobody was given has no number; 0 is none either, and is compared all the same.
  const isRight = timingSafeEqual(mac, macOf(linkKey, ids, link?.number ?? 0))
  return isRight && link ? { sessionId, personId } : undefined
}

/** The address of a client's link, made on first use; every mail about the session gives the same. */
export async function guestUrl(
  db: Db,
  config: Pick<Config, 'linkKey' | 'origin'>,
  sessionId: string,
  personId: string,
): Promise<string> {
  await db
    .insertInto('guest_links')
    .values({ session_id: sessionId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { number } = await db
    .selectFrom('guest_links')
    .select('number')
    .where('session_id', '=', sessionId)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return `${config.origin}/join/${guestToken(config, sessionId, personId, number)}`
}

/** Ends the links of people to a session. Whoever comes back to it is given another. */
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
}
