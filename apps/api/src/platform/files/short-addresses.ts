import { createHmac, timingSafeEqual } from 'node:crypto'
import { linkKeysOf, type Config } from '#platform/process/config.ts'

/** Long enough to start a download, too short to keep. */
const goodForMs = 60_000

/** The kind of thing fetched. It is part of the MAC, so that an address for one kind is not valid for the other. */
type Use = 'download' | 'copy'

/** An address for one thing and one person, valid for a minute. */
export interface ShortAddress {
  thingId: string
  personId: string
  madeAt: number
}

const idBytes = 16
const timeBytes = 6
const parts = { thing: 0, person: idBytes, time: 2 * idBytes, end: 2 * idBytes + timeBytes }

/** Encodes what, for whom and when, signed with our key, so no table has to store it. */
export function writeAddress(
  { linkKey }: Pick<Config, 'linkKey'>,
  use: Use,
  { thingId, personId, madeAt }: ShortAddress,
): string {
  const said = Buffer.alloc(parts.end)
  said.write(thingId.replaceAll('-', ''), parts.thing, 'hex')
  said.write(personId.replaceAll('-', ''), parts.person, 'hex')
  said.writeUIntBE(madeAt, parts.time, timeBytes)
  return Buffer.concat([said, macOf(linkKey, use, said)]).toString('base64url')
}

/** The use comes first and separates this MAC from others made with the same key. */
const macOf = (key: Buffer, use: Use, said: Buffer): Buffer =>
  createHmac('sha256', key).update(`${use}\n`).update(said).digest()

/** The content of an address, if it is ours and has not expired. */
export function readAddress(
  config: Pick<Config, 'linkKey' | 'linkKeyPrevious'>,
  use: Use,
  token: string,
  now: number,
): ShortAddress | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [said, mac] = [bytes.subarray(0, parts.end), bytes.subarray(parts.end)]
  const isOurs = linkKeysOf(config).some((key) => {
    const right = macOf(key, use, said)
    return mac.length === right.length && timingSafeEqual(mac, right)
  })
  if (!isOurs || bytes.toString('base64url') !== token) return undefined
  const madeAt = said.readUIntBE(parts.time, timeBytes)
  if (now > madeAt + goodForMs) return undefined
  const idAt = (at: number) =>
    said.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { thingId: idAt(parts.thing), personId: idAt(parts.person), madeAt }
}
