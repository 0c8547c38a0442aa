import { createHmac, timingSafeEqual } from 'node:crypto'
import { linkKeysOf, type Config } from './config.ts'

/** To fetch, not to keep. */
const goodForMs = 60_000

/** What is fetched: a key of the one makes no address of the other. */
type Use = 'download' | 'copy'

/** An address for one thing, one person and one minute. */
export interface ShortAddress {
  thingId: string
  personId: string
  madeAt: number
}

const idBytes = 16
const timeBytes = 6
const parts = { thing: 0, person: idBytes, time: 2 * idBytes, end: 2 * idBytes + timeBytes }

/** It says what, for whom and since when, under a key of ours; no table holds it. */
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

/** The first word keeps what this key makes apart from what it makes elsewhere. */
const macOf = (key: Buffer, use: Use, said: Buffer): Buffer =>
  createHmac('sha256', key).update(`${use}\n`).update(said).digest()

/** What an address says, if it is ours and still good. */
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
