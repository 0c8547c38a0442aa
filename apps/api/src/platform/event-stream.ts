import type { FastifyReply } from 'fastify'
import type { LiveNotice } from '@parley/contract/live.ts'
import { apiHeaders } from './headers.ts'

export interface EventSink {
  /** Writes a prepared event. A reader that is too far behind is let go instead, and comes back to ask what it missed. */
  send: (event: Buffer) => void
  close: () => void
}

/** What a handler of an event route answers: how to begin, which answers how to stop. */
export type Subscribe = (sink: EventSink) => () => void

/** The bytes of a notice on the wire. Made once, however many browsers it goes to. */
export const eventOf = (notice: LiveNotice | string): Buffer =>
  Buffer.from(`data: ${typeof notice === 'string' ? notice : JSON.stringify(notice)}\n\n`)

/** Keeps proxies from closing a quiet stream, and tells the browser that it still stands. */
const heartbeatMs = 15_000
const heartbeat = Buffer.from(': still here\n\n')

/** How much may wait for a reader, beside what the system holds for it. Some hundred notices: nobody reads that slowly. */
const behindBytesMax = 64 * 1024

/** A stream that was closed has so long to take its last event. */
const lastEventMs = 2000

/** Takes the reply over and writes server-sent events until one side ends. */
export function streamEvents(reply: FastifyReply, subscribe: Subscribe): FastifyReply {
  reply.hijack()
  const { raw } = reply
  // The browser left while it was asked who it is: nobody would tell us again.
  if (raw.destroyed) return reply
  // The end of the connection ends the stream, so that an event is one plain write and needs no frame of its own.
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
  /** The one place where a stream ends, whoever ended it: nothing is written afterwards. */
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
