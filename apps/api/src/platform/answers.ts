import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, PictureType, Route } from '@parley/contract/route.ts'
import { streamEvents, type Subscribe } from './event-stream.ts'

/** A file to be saved by whoever asked. */
export interface FileAnswer {
  filename: string
  type: string
  content: string | Uint8Array | NodeJS.ReadableStream
}

/** A picture to be shown. Its type is what its bytes say, never what somebody said of them. */
export interface PictureAnswer {
  type: PictureType
  bytes: Buffer
}

/** What a handler answers, by the kind of answer that its entry names. */
export type AnswerOf<R extends Route> = R['answer'] extends 'redirect' | 'calendar'
  ? string
  : R['answer'] extends 'events'
    ? Subscribe
    : R['answer'] extends 'file'
      ? FileAnswer
      : R['answer'] extends 'picture'
        ? PictureAnswer
        : Answered<R>

/** Puts a handler's result into its wire form; an answer that is sent already is the reply itself. */
export function answerAs(
  entry: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  result: unknown,
  isChecked: boolean,
): unknown {
  switch (entry.answer) {
    case 'redirect':
      return reply.redirect(String(result), 302)
    case 'events':
      // `serve` took a handler that answers a Subscribe; with 'file' and 'picture' below, what these answer.
      return streamEvents(reply, result as Subscribe)
    case 'calendar':
      return reply.type('text/calendar; charset=utf-8').send(String(result))
    case 'file':
      return sendFile(reply, result as FileAnswer)
    case 'picture':
      return sendPicture(reply, result as PictureAnswer)
    default: {
      const response = isChecked ? checkAnswer(entry, result) : result
      return entry.isKept ? sendKept(request, reply, response) : { response }
    }
  }
}

/** The texts of answers that are kept, each written out once for as long as it is the same object. */
const written = new WeakMap<object, { text: string; mark: string }>()

/** With a mark of what it is, so that whoever has it already is told just that. */
function sendKept(request: FastifyRequest, reply: FastifyReply, response: unknown): FastifyReply {
  const { text, mark } = writtenOut(response)
  // Asked each time, by each caller for themselves: who signs in or out is answered otherwise.
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'authorization', etag: mark })
  if (request.headers['if-none-match'] === mark) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(text)
}

function writtenOut(response: unknown): { text: string; mark: string } {
  const known = isObject(response) ? written.get(response) : undefined
  if (known) return known
  const text = JSON.stringify({ response })
  const mark = `"${createHash('sha256').update(text).digest('base64url')}"`
  if (isObject(response)) written.set(response, { text, mark })
  return { text, mark }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What was being sent broke off at its source, when its head had gone out already. */
export class SourceFailed extends Error {}

/** Saved, never shown: whatever it holds, it does not run in our origin. `apiHeaders` keep it from being stored. */
async function sendFile(reply: FastifyReply, { filename, type, content }: FileAnswer): Promise<void> {
  // RFC 6266: the plain name for old readers, the true one in UTF-8.
  const plain = filename.replaceAll(/[^\w. -]/g, '_')
  const name = encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')
  reply.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${name}`).type(type)
  let failure: unknown
  if (typeof content === 'object' && 'once' in content)
    content.once('error', (error) => {
      // A caller who leaves has the source ended as well: that is no failure of its own.
      if (!reply.raw.destroyed) failure = error
    })
  await reply.send(content)
  if (failure !== undefined) throw new SourceFailed('the answer broke off', { cause: failure })
}

/** The only bytes of others that are shown in our origin. By `apiHeaders` nothing in them runs, nor is read as another type. */
const sendPicture = (reply: FastifyReply, { type, bytes }: PictureAnswer): FastifyReply =>
  reply.header('cache-control', 'public, max-age=3600').type(type).send(bytes)

function checkAnswer(entry: Route, result: unknown): unknown {
  if (typeof entry.answer === 'string') return result
  const parsed = entry.answer.safeParse(result)
  if (parsed.success) return result
  throw new Error(
    `${entry.method} ${entry.path} answers against its schema: ${JSON.stringify(parsed.error.issues)}`,
  )
}
