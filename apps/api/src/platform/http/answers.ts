import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answered, PictureType, Route } from '@parley/contract/wire/route.ts'
import { streamEvents, type Subscribe } from '#platform/live/event-stream.ts'

/** A file for the caller to save. */
export interface FileAnswer {
  filename: string
  type: string
  content: string | Uint8Array | NodeJS.ReadableStream
}

/** A picture to show. Its type comes from its bytes, never from what somebody claimed. */
export interface PictureAnswer {
  type: PictureType
  bytes: Buffer
}

/** The type that a handler returns for the kind of answer in its route entry. */
export type AnswerOf<R extends Route> = R['answer'] extends 'redirect' | 'calendar'
  ? string
  : R['answer'] extends 'events'
    ? Subscribe
    : R['answer'] extends 'file'
      ? FileAnswer
      : R['answer'] extends 'picture'
        ? PictureAnswer
        : Answered<R>

/** Sends a handler's result in its wire form, or returns the body that is still to be sent. */
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
      // Safe casts, here and for 'file' and 'picture' below: `serve` ties a handler's result to its entry.
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

/** The JSON text of kept answers, serialized once for as long as the handler returns the same object. */
const written = new WeakMap<object, { text: string; mark: string }>()

/** Sends an ETag with the answer, so that a browser that already has it gets a 304. */
function sendKept(request: FastifyRequest, reply: FastifyReply, response: unknown): FastifyReply {
  const { text, mark } = writtenOut(response)
  // Browsers revalidate each time, and separately for each caller: signing in or out changes the answer.
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

/** The source of an answer failed after the headers had already been sent. */
export class SourceFailed extends Error {}

/** Sent as an attachment, so that nothing in the file can run in our origin. `apiHeaders` prevent caching. */
async function sendFile(reply: FastifyReply, { filename, type, content }: FileAnswer): Promise<void> {
  // RFC 6266: the plain name for old readers, the true one in UTF-8.
  const plain = filename.replaceAll(/[^\w. -]/g, '_')
  const name = encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')
  reply.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${name}`).type(type)
  let failure: unknown
  if (typeof content === 'object' && 'once' in content)
    content.once('error', (error) => {
      // A caller who leaves also ends the source; that is not a failure of the source.
      if (!reply.raw.destroyed) failure = error
    })
  await reply.send(content)
  if (failure !== undefined) throw new SourceFailed('the answer broke off', { cause: failure })
}

/** The only foreign bytes shown in our origin. `apiHeaders` stop them from running and from being read as another type. */
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
