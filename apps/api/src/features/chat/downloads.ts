import type { FileAnswer } from '#platform/http/answers.ts'
import type { Context } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { readAddress, writeAddress } from '#platform/files/short-addresses.ts'
import { chatMember, noteReading, type ChatContext } from './membership.ts'
import { fileOfAddress, fileOfMessage } from './file-queries.ts'
import { storedName } from './chat.ts'

/** A download address for one file and one person, valid for one minute. */
export async function fileAddress(
  ctx: ChatContext,
  sessionId: string,
  sid: string,
): Promise<{ url: string; filename: string }> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.read) throw problem('chat_closed')
  const file = await fileOfMessage(ctx.db, sessionId, sid)
  if (!file) throw problem('file_not_found')
  await noteReading(ctx, sessionId, member, file.id)
  const made = { thingId: file.id, personId: member.personId, madeAt: ctx.now }
  const token = writeAddress(ctx.platform.config, 'download', made)
  return { url: `${ctx.platform.config.origin}/api/chat/download/${token}`, filename: file.filename }
}

/** Streams the file of an address. The browser saves it and never displays it. */
export async function downloadFile(ctx: Context, token: string): Promise<FileAnswer> {
  const address = readAddress(ctx.platform.config, 'download', token, ctx.now)
  const file = address && (await fileOfAddress(ctx.db, address))
  const content = file && (await ctx.platform.files.read(storedName(file)))
  if (!content) throw problem('download_dead')
  ctx.setHeader('content-length', file.size_bytes)
  return { filename: file.filename, type: 'application/octet-stream', content }
}
