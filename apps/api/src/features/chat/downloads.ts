import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FileAnswer } from '#platform/answers.ts'
import { linkKeysOf, type Config } from '#platform/config.ts'
import type { Context } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'
import { chatMember, type ChatContext } from './membership.ts'
import { fileOfMessage, storedFile } from './file-queries.ts'
import { storedName } from './file-places.ts'

/** To fetch, not to keep. */
const goodForMs = 60_000

const idBytes = 16
const timeBytes = 6

/** An address for one file and one minute. It says whose bytes and until when, under a key of ours; no table holds it. */
export async function fileAddress(
  ctx: ChatContext,
  sessionId: string,
  sid: string,
): Promise<{ url: string; filename: string }> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.read) throw problem('chat_closed')
  const file = await fileOfMessage(ctx.db, sessionId, sid)
  if (!file) throw problem('file_not_found')
  const token = tokenOf(ctx.platform.config, file.id, ctx.now + goodForMs)
  return { url: `${ctx.platform.config.origin}/api/chat/download/${token}`, filename: file.filename }
}

/** Hands out what an address is for: saved by the browser, never shown by it. */
export async function downloadFile(ctx: Context, token: string): Promise<FileAnswer> {
  const id = readToken(ctx.platform.config, token, ctx.now)
  const file = id === undefined ? undefined : await storedFile(ctx.db, id)
  const content = file && (await ctx.platform.files.read(storedName(file)))
  if (!content) throw problem('download_dead')
  ctx.setHeader('content-length', file.size_bytes)
  return { filename: file.filename, type: 'application/octet-stream', content }
}

function tokenOf({ linkKey }: Pick<Config, 'linkKey'>, fileId: string, until: number): string {
  const said = Buffer.alloc(idBytes + timeBytes)
  said.write(fileId.replaceAll('-', ''), 'hex')
  said.writeUIntBE(until, idBytes, timeBytes)
  return Buffer.concat([said, macOf(linkKey, said)]).toString('base64url')
}

/** The first word keeps what this key makes apart from what it makes elsewhere. */
const macOf = (key: Buffer, said: Buffer): Buffer =>
  createHmac('sha256', key).update('download\n').update(said).digest()

/** The file of an address that is ours and not too old. */
function readToken(
  config: Pick<Config, 'linkKey' | 'linkKeyPrevious'>,
  token: string,
  now: number,
): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  const [said, mac] = [bytes.subarray(0, idBytes + timeBytes), bytes.subarray(idBytes + timeBytes)]
  const isOurs = linkKeysOf(config).some(
    (key) => mac.length === macOf(key, said).length && timingSafeEqual(mac, macOf(key, said)),
  )
  if (!isOurs || bytes.toString('base64url') !== token) return undefined
  if (said.readUIntBE(idBytes, timeBytes) < now) return undefined
  return said.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
