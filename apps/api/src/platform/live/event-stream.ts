import type { FastifyReply } from 'fastify'
import type { LiveNotice } from '@parley/contract/wire/live.ts'
import { apiHeaders } from '#platform/http/headers.ts'

export interface EventSink {
  /** Writes an encoded event. A reader that is too far behind is disconnected; it reconnects and refetches. */
  send: (event: Buffer) => void
  close: () => void
}

/** The result of an event route's handler: starts a subscription and returns the function that stops it. */
export type Subscribe = (sink: EventSink) => () => void

/** Encodes a notice once, for all the browsers that get it. */
export const eventOf = (notice: LiveNotice | string): Buffer =>
  Buffer.from(`data: ${typeof notice === 'string' ? notice : JSON.stringify(notice)}\n\n`)

/** Keeps proxies from closing a quiet stream, and tells the browser that it is still open. */
const heartbeatMs = 15_000
const heartbeat = Buffer.from(': still here\n\n')

/** The most bytes queued for a reader, besides system buffers: some hundred notices. No live reader is that slow. */
const behindBytesMax = 64 * 1024

/** How long a closed stream may take to flush its last event. */
const lastEventMs = 2000

/** Takes over the reply and writes server-sent events until either side ends. */
export function streamEvents(reply: FastifyReply, subscribe: Subscribe): FastifyReply {
  reply.hijack()
  const { raw } = reply
  // The browser left while it was being authenticated; no later event would report that.
  if (raw.destroyed) return reply
  // The connection's end marks the end of the stream, so an event is one plain write without chunk framing.
  raw.useChunkedEncodingByDefault = false
  raw.writeHead(200, {
    ...apiHeaders,
    'x-request-id': reply.request.id,
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })

  let isOver = false
  let isQuiet = true
  let unsubscribe = () => {}
  /** Every stream ends here, whichever side ended it; nothing is written afterwards. */
  const finish = () => {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    unsubscribe()
  }
  const write = (bytes: Buffer) => {
    if (isOver) return
    if (raw.writableLength + bytes.length > behindBytesMax) {
      finish()
      raw.destroy()
      return
    }
    raw.write(bytes)
  }
  const send = (event: Buffer) => {
    isQuiet = false
    write(event)
  }
  const close = () => {
    if (isOver) return
    finish()
    raw.end()
    const late = setTimeout(() => raw.destroy(), lastEventMs)
    raw.once('close', () => clearTimeout(late))
  }
  const beat = setInterval(() => {
    if (isQuiet) write(heartbeat)
    isQuiet = true
  }, heartbeatMs)
  raw.on('close', finish)
  raw.on('error', finish)
  raw.write(': open\n\n')
  unsubscribe = subscribe({ send, close })
  if (isOver) unsubscribe()
  return reply
}
