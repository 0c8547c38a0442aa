import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonProblems, type ProblemCode } from '@parley/contract/problems.ts'
import { SourceFailed } from './answers.ts'
import { CallerGone } from './bodies.ts'
import type { Platform } from './context.ts'
import { isDatabaseAway } from './database.ts'
import { apiHeaders } from './headers.ts'
import { loggedPath } from './log.ts'
import { Problem, problem } from './problem.ts'

/** Turns whatever was thrown into the wire's refusal. */
export async function refuse(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  allowed: readonly ProblemCode[] = commonProblems,
): Promise<void> {
  const line = { requestId: request.id, method: request.method, path: loggedPath(request.url), err: error }
  if (error instanceof SourceFailed) {
    platform.log.error({ ...line, err: error.cause }, error.message)
    return endUnanswered(reply, 502)
  }
  if (error instanceof CallerGone) {
    platform.log.debug(line, 'the caller left')
    return endUnanswered(reply, 499)
  }
  const refusal = problemOf(error)
  const isDeclared = allowed.includes(refusal.code)
  if (!isDeclared) platform.log.error(line, `the contract's entry does not list ${refusal.code}`)
  else if (refusal.code === 'internal') platform.log.error(line, 'request failed')
  else if (refusal.code === 'engine_away') platform.log.warn(line, 'an engine is away')
  const told = isDeclared || platform.config.env === 'production' ? refusal : problem('internal')
  if (told.retryAfterSeconds) reply.header('retry-after', told.retryAfterSeconds)
  // A body that stopped coming leaves a connection on which nothing can follow.
  if (told.code === 'body_late') reply.header('connection', 'close')
  await reply
    .headers(apiHeaders)
    .header('x-request-id', request.id)
    .code(told.status)
    .send(bodyOf(told, request.id))
}

/** The status is for the metrics alone; nobody is there to read it. */
function endUnanswered(reply: FastifyReply, status: number): void {
  reply.code(status).hijack()
  reply.raw.destroy()
}

const bodyOf = (told: Problem, requestId: string) => ({
  response: told.message,
  code: told.code,
  ...(told.faults.length ? { errors: told.faults } : {}),
  ...(told.present === undefined ? {} : { present: told.present }),
  requestId,
})

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error)) return problem('engine_away')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // A way out of the folder of files is one that leads nowhere.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return problem('not_found')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('media_type_unknown')
  return problem(unreadable.includes(code) ? 'malformed' : 'internal')
}

/** The framework's own words for an address that cannot be read; bodies it reads none. */
const unreadable = ['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']

const codeOfParser: Readonly<Record<string, ProblemCode>> = { HPE_HEADER_OVERFLOW: 'headers_too_large' }

/** Answers what is no HTTP that could be read, in our shape, by hand: no request has come of it. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // Whoever left, or never wrote their headers to the end, is not answered; nor is what has its answer already.
  const isSilent = error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (isSilent || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy()
    return
  }
  const told = problem(codeOfParser[error.code ?? ''] ?? 'malformed')
  const requestId = randomUUID()
  const body = JSON.stringify(bodyOf(told, requestId))
  const headers = {
    ...apiHeaders,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${told.status} ${STATUS_CODES[told.status] ?? ''}`, ...lines]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
