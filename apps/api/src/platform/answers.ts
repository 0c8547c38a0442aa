import type { FastifyReply } from 'fastify'
import type { Answered, Route } from '@parley/contract/route.ts'
import { streamEvents, type Subscribe } from './event-stream.ts'

/** A file to be saved by whoever asked. */
export interface FileAnswer {
  filename: string
  type: string
  content: string | Uint8Array | NodeJS.ReadableStream
}

/** What a handler answers, by the kind of answer that its entry names. */
export type AnswerOf<R extends Route> = R['answer'] extends 'redirect' | 'calendar'
  ? string
  : R['answer'] extends 'events'
    ? Subscribe
    : R['answer'] extends 'file'
      ? FileAnswer
      : Answered<R>

/** Puts a handler's result into its wire form; an answer that is sent already is the reply itself. */
export function answerAs(entry: Route, reply: FastifyReply, result: unknown, isChecked: boolean): unknown {
  switch (entry.answer) {
    case 'redirect':
      return reply.redirect(String(result), 302)
    case 'events':
      // `serve` took a handler that answers a Subscribe; with 'file' below, a FileAnswer.
      return streamEvents(reply, result as Subscribe)
    case 'calendar':
      return reply.type('text/calendar; charset=utf-8').send(String(result))
    case 'file':
      return sendFile(reply, result as FileAnswer)
    default:
      return { response: isChecked ? checkAnswer(entry, result) : result }
  }
}

/** Saved, never shown: whatever it holds, it does not run in our origin. `apiHeaders` keep it from being stored. */
function sendFile(reply: FastifyReply, { filename, type, content }: FileAnswer): FastifyReply {
  // RFC 6266: the plain name for old readers, the true one in UTF-8.
  const plain = filename.replaceAll(/[^\w. -]/g, '_')
  const name = encodeURIComponent(filename.toWellFormed()).replaceAll("'", '%27')
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${name}`)
    .type(type)
    .send(content)
}

function checkAnswer(entry: Route, result: unknown): unknown {
  if (typeof entry.answer === 'string') return result
  const parsed = entry.answer.safeParse(result)
  if (parsed.success) return result
  throw new Error(
    `${entry.method} ${entry.path} answers against its schema: ${JSON.stringify(parsed.error.issues)}`,
  )
}
