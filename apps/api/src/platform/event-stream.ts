import type { FastifyReply } from 'fastify'
import type { LiveNotice } from '@parley/contract/operations.ts'
import { apiHeaders } from './headers.ts'

export interface EventSink {
  send: (notice: LiveNotice) => void
  close: () => void
}

/** What a handler of an event route answers: how to begin, which answers how to stop. */
export type Subscribe = (sink: EventSink) => () => void

/** Keeps proxies from closing a quiet stream, and tells the browser that it still stands. */
const heartbeatMs = 15_000

/** Takes the reply over and writes server-sent events until one side ends. */
export function streamEvents(reply: FastifyReply, subscribe: Subscribe): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...apiHeaders,
    'x-request-id': reply.request.id,
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  raw.write(': open\n\n')
  const sink: EventSink = {
    send: (notice) => raw.write(`data: ${JSON.stringify(notice)}\n\n`),
    close: () => raw.end(),
  }
  const stop = subscribe(sink)
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs)
  raw.on('close', () => {
    clearInterval(heartbeat)
    stop()
  })
  return reply
}
