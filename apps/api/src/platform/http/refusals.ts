import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { commonProblems, type ProblemCode } from '@parley/contract/wire/problems.ts'
import { SourceFailed } from './answers.ts'
import { CallerGone } from './bodies.ts'
import type { Platform } from '#platform/process/context.ts'
import { isDatabaseAway } from '#platform/database/database.ts'
import { apiHeaders } from './headers.ts'
import { loggedPath } from '#platform/process/log.ts'
import { Problem, problem } from './problem.ts'

/** Turns anything thrown into a refusal on the wire. */
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
  // A body that stalls leaves a connection that cannot carry another request.
  if (told.code === 'body_late') reply.header('connection', 'close')
  await reply
    .headers(apiHeaders)
    .header('x-request-id', request.id)
    .code(told.status)
    .send(bodyOf(told, request.id))
}

/** The status is only for the metrics; nobody is there to read it. */
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
  // A path out of the static folder is treated as one that does not exist.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return problem('not_found')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('media_type_unknown')
  return problem(unreadable.includes(code) ? 'malformed' : 'internal')
}

/** Fastify's codes for a URL that it cannot read. It reads no bodies. */
const unreadable = ['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH']

const codeOfParser: Readonly<Record<string, ProblemCode>> = { HPE_HEADER_OVERFLOW: 'headers_too_large' }

/** Answers bytes that could not be parsed as HTTP. There is no request, so the refusal is written by hand in our shape. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  // A caller who left or never finished the headers gets no answer, nor does a connection that already had one.
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
