import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import {
  controlInstance,
  dropViewer,
  signalInstance,
  signatureGoodMs,
  signedText,
  startInstance,
} from '@parley/contract/stream/stream-host.ts'
import { askGateway, unlessNone } from './ask-gateway.ts'
import type { Instances } from './instances.ts'
import type { Settings } from './settings.ts'

interface Answer {
  status: number
  body: unknown
}
const answer = (status: number, body: unknown = {}): Answer => ({ status, body })
const bodyBytesMax = 64 * 1024

/** Rejects replays: a signature is remembered for as long as it is valid. */
function openSeen() {
  const until = new Map<string, number>()
  return (signature: string, now: number): boolean => {
    for (const [one, end] of until) if (end < now) until.delete(one)
    if (until.has(signature)) return false
    until.set(signature, now + 2 * signatureGoodMs)
    return true
  }
}

interface DoorDeps {
  settings: Settings
  instances: Instances
  isDraining: () => boolean
  log: Logger
  clock: () => number
}

/** The host's only HTTP server, for the API, which signs each request. */
export function openDoor({ settings, instances, isDraining, log, clock }: DoorDeps) {
  const isNew = openSeen()

  async function act(method: string, path: string, body: unknown): Promise<Answer> {
    if (method === 'POST' && path === '/instances') return startOne(body)
    const [, id = '', what = ''] = /^\/instances\/([\w-]{1,64})(?:\/(\w+))?$/.exec(path) ?? []
    const instance = instances.find(id)
    if (!instance) return answer(404)
    switch (`${method} ${what}`) {
      case 'GET ':
        return answer(200, await instances.stateOf(id))
      case 'DELETE ':
        await instances.stop(id)
        return answer(200)
      case 'POST control':
        await instances.setHolder(instance, controlInstance.parse(body).holder)
        return answer(200)
      case 'POST drop':
        await askGateway(settings, id, 'POST', '/drop', dropViewer.parse(body)).catch(unlessNone)
        return answer(200)
      case 'POST signal':
        if (instance.status !== 'ACTIVE') return answer(409, { status: instance.status })
        return answer(200, await askGateway(settings, id, 'POST', '/signal', signalInstance.parse(body)))
      default:
        return answer(404)
    }
  }

  function startOne(body: unknown): Answer {
    const asked = startInstance.parse(body)
    if (isDraining() && !instances.find(asked.instance)) return answer(409, { refused: 'draining' })
    const begun = instances.begin(asked)
    return begun === 'begun' ? answer(202) : answer(409, { refused: begun })
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    try {
      const { method, path, bytes } = await read(request)
      const isOurs = isSigned(request, bytes, settings.key, clock())
      if (!isOurs || !isNew(String(request.headers['x-parley-signature']), clock())) return answer(401)
      return await act(
        method,
        path,
        bytes.length === 0 ? undefined : (JSON.parse(bytes.toString()) as unknown),
      )
    } catch (error) {
      log.warn({ err: error, path: request.url }, 'a request could not be done')
      return answer(error instanceof SyntaxError || isParseError(error) ? 400 : 503)
    }
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body } = await answerTo(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  }
  return createServer((request, response) => void serve(request, response))
}

const isParseError = (error: unknown): boolean => error instanceof Error && error.name.endsWith('ZodError')

async function read(request: IncomingMessage) {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw new SyntaxError('too large')
  let size = 0
  request.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > bodyBytesMax) request.destroy()
  })
  const bytes = await buffer(request)
  return { method: request.method ?? '', path: request.url ?? '', bytes }
}

function signatureOf(key: string, method: string, path: string, time: number, body: Buffer | string): string {
  const hash = createHash('sha256').update(body).digest('hex')
  return createHmac('sha256', key)
    .update(signedText(method, path, time, hash))
    .digest('hex')
}

function isSigned(request: IncomingMessage, body: Buffer, key: string, now: number): boolean {
  const time = Number(request.headers['x-parley-time'])
  const given = Buffer.from(String(request.headers['x-parley-signature'] ?? ''))
  const wanted = Buffer.from(signatureOf(key, request.method ?? '', request.url ?? '', time, body))
  if (!Number.isInteger(time) || Math.abs(now - time) > signatureGoodMs) return false
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
