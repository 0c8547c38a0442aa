import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '@parley/contract/chat.ts'
import { harmlessName } from '@parley/contract/rules/calls/chat-files.ts'
import type { Platform } from '#platform/process/context.ts'
import { fileOfForm } from '#platform/files/form-file.ts'
import { lockChat } from '#platform/database/locks.ts'
import { Problem, problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { fileJudge } from './file-judge.ts'
import { storedName } from './chat.ts'
import { addFile, hasRoom, leftBehind, markDropped, markStored, removeFile } from './file-queries.ts'
import { chatWriter, type ChatContext } from './membership.ts'
import { announce } from './messages.ts'
import { addMessage, sentMessage, takesFiles } from './queries.ts'

interface Place {
  id: string
  session_id: string
}

/**
 * Receives a file as a stream: it is judged, scanned and stored on the way and never whole in memory. It becomes a message
 * once it has arrived completely. Nobody sees it until then, and if anything goes wrong, nothing of it is kept.
 */
export async function takeFile(
  ctx: ChatContext,
  sessionId: string,
  bytes: AsyncIterable<Uint8Array>,
  clientId: string = randomUUID(),
): Promise<ChatMessage> {
  const { platform, db } = ctx
  const author = await chatWriter(ctx, sessionId)
  if (!(await takesFiles(db, author.organizationId))) throw problem('files_off')
  const sent = await sentMessage(db, sessionId, author, clientId)
  if (sent) return sent
  const form = await fileOfForm(bytes, ctx.readHeader('content-type'), 'userfile')
  const filename = harmlessName(form.filename)
  const place = await inTransaction(db, async (tx) => {
    await lockChat(tx, sessionId)
    const made = await addFile(tx, { sessionId, authorId: author.personId, filename, now: ctx.now })
    if (!(await hasRoom(tx, sessionId, 0))) throw problem('files_full')
    return made
  })
  try {
    const judge = fileJudge(filename)
    await platform.files.put(storedName(place), platform.virusScan.watched(judge.watched(form.content)))
    const { message, isNew } = await finish(ctx, { sessionId, clientId, place, size: judge.size() })
    if (!isNew) await drop(platform, place)
    announce(platform, sessionId, author, message)
    return message
  } catch (error) {
    // The file may be stored despite the error: a commit can succeed and its answer get lost. `drop` leaves such a file
    // alone.
    const dropped = drop(platform, place)
    // If the storage is down, waiting for `drop` would delay the refusal by as long again.
    if (!(error instanceof Problem && error.code === 'engine_away')) await dropped
    throw error
  }
}

interface Received {
  sessionId: string
  clientId: string
  place: Place
  size: number
}

/**
 * An upload takes minutes, so whether the sender may still write and whether the file still fits is checked again at its
 * end.
 */
async function finish(ctx: ChatContext, { sessionId, clientId, place, size }: Received) {
  const now = ctx.platform.clock()
  const author = await chatWriter({ ...ctx, now }, sessionId)
  return inTransaction(ctx.db, async (tx) => {
    await lockChat(tx, sessionId)
    const sent = await sentMessage(tx, sessionId, author, clientId)
    if (sent) return { message: sent, isNew: false }
    if (!(await hasRoom(tx, sessionId, size))) throw problem('files_full')
    if (!(await markStored(tx, place.id, size, now))) throw problem('body_late')
    const message = await addMessage(tx, { sessionId, author, clientId, fileId: place.id, now })
    return { message, isNew: true }
  })
}

/**
 * Deletes an upload unless it has become a message. The row is marked first: from then on no message can come of it, and
 * only then are the bytes deleted. If the storage does not answer, the row stays and the sweep tries again.
 */
async function drop({ files, database: { db }, clock, log }: Platform, place: Place): Promise<void> {
  try {
    if (!(await markDropped(db, place.id, clock()))) return
    await files.remove(storedName(place))
    await removeFile(db, place.id)
  } catch (error) {
    log.warn({ err: error, fileId: place.id }, 'an upload could not be taken away yet')
  }
}

/** Longer than the slowest upload that is taken (platform/http/bodies.ts). */
const longestUploadMs = 3_600_000
const sweptAtOnce = 100

/** Deletes the uploads of processes that were killed in the middle of one. */
export async function sweepUploads(platform: Platform): Promise<void> {
  const { database, clock } = platform
  for (const place of await leftBehind(database.db, clock() - longestUploadMs, sweptAtOnce))
    await drop(platform, place)
}
