import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileAnswer } from '#platform/answers.ts'
import { linkKeysOf, type Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'
import { chatMember, type ChatContext } from './membership.ts'
import { fileOfAddress, fileOfMessage, type FileAddress } from './file-queries.ts'
import { storedName } from './chat.ts'

/** To fetch, not to keep. */
const goodForMs = 60_000

const idBytes = 16
const timeBytes = 6

/**
 * An address for one file, one person and one minute. It says whose bytes, for whom and since when, under a key of ours; no
 * table holds it.
 */
export async function fileAddress(
  ctx: ChatContext,
  sessionId: string,
  sid: string,
): Promise<{ url: string; filename: string }> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.read) throw problem('chat_closed')
  const file = await fileOfMessage(ctx.db, sessionId, sid)
  if (!file) throw problem('file_not_found')
  const made = { fileId: file.id, personId: member.personId, madeAt: ctx.now }
  const token = tokenOf(ctx.platform.config, made)
  return { url: `${ctx.platform.config.origin}/api/chat/download/${token}`, filename: file.filename }
}

/** Hands out what an address is for: saved by the browser, never shown by it. */
export async function downloadFile(ctx: Context, token: string): Promise<FileAnswer> {
  const address = readToken(ctx.platform.config, token)
  const isGood = address && ctx.now <= address.madeAt + goodForMs
  const file = isGood && (await fileOfAddress(ctx.db, address))
  const content = file && (await ctx.platform.files.read(storedName(file)))
  if (!content) throw problem('download_dead')
  ctx.setHeader('content-length', file.size_bytes)
  return { filename: file.filename, type: 'application/octet-stream', content }
}

const parts = { file: 0, person: idBytes, time: 2 * idBytes, end: 2 * idBytes + timeBytes }

function tokenOf({ linkKey }: Pick<Config, 'linkKey'>, { fileId, personId, madeAt }: FileAddress): string {
  const said = Buffer.alloc(parts.end)
  said.write(fileId.replaceAll('-', ''), parts.file, 'hex')
  said.write(personId.replaceAll('-', ''), parts.person, 'hex')
  said.writeUIntBE(madeAt, parts.time, timeBytes)
  return Buffer.concat([said, macOf(linkKey, said)]).toString('base64url')
}

/** The first word keeps what this key makes apart from what it makes elsewhere. */
const macOf = (key: Buffer, said: Buffer): Buffer =>
  createHmac('sha256', key).update('download\n').update(said).digest()

/** What an address says, if it is ours. */
function readToken(
  config: Pick<Config, 'linkKey' | 'linkKeyPrevious'>,
  token: string,
): FileAddress | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [said, mac] = [bytes.subarray(0, parts.end), bytes.subarray(parts.end)]
  const isOurs = linkKeysOf(config).some(
    (key) => mac.length === macOf(key, said).length && timingSafeEqual(mac, macOf(key, said)),
  )
  if (!isOurs || bytes.toString('base64url') !== token) return undefined
  const idAt = (at: number) =>
    said.toString('hex', at, at + idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return {
    fileId: idAt(parts.file),
    personId: idAt(parts.person),
    madeAt: said.readUIntBE(parts.time, timeBytes),
  }
}
