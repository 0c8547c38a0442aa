import type { IncomingMessage } from 'node:http'
import type { Route } from '@parley/contract/wire/route.ts'
import { parsePlainJson } from '@parley/contract/rules/plain-json.ts'
import { problem } from './problem.ts'

/** Twice our largest JSON body, an error report from the web. */
const jsonBytesMax = 128 * 1024

/** The slowest allowed upload rate. A slower caller would hold a connection for nothing. */
const leastBytesPerMs = 64

/** The caller left before the body was complete, so nobody is there to answer. */
export class CallerGone extends Error {}

type BodyRoute = Pick<Route, 'method' | 'body' | 'bytes'>

export interface Body {
  body?: unknown
  bytes?: AsyncIterable<Uint8Array> | Uint8Array
}

/** Reads a request's body as its entry says. Called only after the caller has been identified and authorized. */
export async function readBody(raw: IncomingMessage, entry: BodyRoute, idleMs: number): Promise<Body> {
  if (entry.method === 'GET') return {}
  const { bytes } = entry
  const max = bytes?.max ?? jsonBytesMax
  if (Number(raw.headers['content-length'] ?? 0) > max) throw problem('body_too_large')
  const chunks = received(raw, max, idleMs)
  if (bytes) {
    checkType(raw, bytes.types)
    return { bytes: bytes.as === 'stream' ? chunks : await whole(chunks) }
  }
  const text = (await whole(chunks)).toString()
  // The web sends the JSON content type with every call, so an empty body is no fault.
  if (text === '') return {}
  checkType(raw, ['application/json'])
  const parsed = parsePlainJson(text)
  if (!parsed) throw problem('malformed')
  return { body: parsed.value }
}

function checkType({ headers }: IncomingMessage, types: readonly string[]): void {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const encoding = headers['content-encoding'] ?? 'identity'
  if (!types.includes(type) || encoding !== 'identity') throw problem('media_type_unknown')
}

async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all.length === 1 && all[0] ? all[0] : Buffer.concat(all)
}

/** Yields the body as it arrives, and refuses one that is too large or too late. */
async function* received(raw: IncomingMessage, max: number, idleMs: number): AsyncGenerator<Buffer> {
  const latestAt = performance.now() + 6 * idleMs + max / leastBytesPerMs
  // A refusal is still to be answered over this connection.
  const chunks = raw.iterator({ destroyOnReturn: false })
  let size = 0
  for (;;) {
    const next = await inTime(chunks.next(), Math.min(idleMs, latestAt - performance.now()))
    if (next.done) return
    // Without an encoding, a request's stream yields buffers.
    const chunk = next.value as Buffer
    size += chunk.length
    if (size > max) throw problem('body_too_large')
    yield chunk
  }
}

async function inTime<T>(next: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(problem('body_late')), ms)
  })
  const come = next.catch((error: unknown) => {
    throw new CallerGone('the caller left', { cause: error })
  })
  try {
    return await Promise.race([come, late])
  } finally {
    clearTimeout(timer)
  }
}

/** For an answer sent before its body has arrived: the rest is discarded, and after `idleMs` the connection is closed. */
export function leaveUnread(raw: IncomingMessage, idleMs: number): void {
  if (raw.complete) return
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, idleMs)
  timer.unref()
}
