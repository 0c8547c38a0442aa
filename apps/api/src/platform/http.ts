import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { commonProblems, type ProblemCode } from '@parley/contract/problems.ts'
import type { Answered, Parsed, Route } from '@parley/contract/route.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Context, Person, Platform, Visitor } from './context.ts'
import { isDatabaseAway } from './database.ts'
import { streamEvents, type Subscribe } from './event-stream.ts'
import { apiHeaders } from './headers.ts'
import { addressKey, limitKey, takePoint, type Limits } from './limits.ts'
import { maskSecrets } from './log.ts'
import { Problem, problem, type FieldFault } from './problem.ts'

z.config(z.locales.en())

type ContextFor<R extends Route> = Context<R['access'] extends { open: true } ? Visitor : Person>
type AnswerOf<R extends Route> = R['answer'] extends 'redirect' | 'calendar'
  ? string
  : R['answer'] extends 'events'
    ? Subscribe
    : Answered<R>

export interface Served {
  entry: Route
  handle: (ctx: Context, given: Parsed<Route>) => unknown
}

/** Binds a route of the contract to the function that serves it. */
export const serve = <R extends Route>(
  entry: R,
  handle: (ctx: ContextFor<R>, given: Parsed<R>) => AnswerOf<R> | Promise<AnswerOf<R>>,
): Served => ({
  entry,
  // `registerRoute` hands over the principal that the entry's access asks for and input parsed by the entry's schemas.
  handle: handle as unknown as Served['handle'],
})

/** Finds who a token belongs to, or throws the refusal. The identity feature gives it. */
export type Authenticate = (
  platform: Platform,
  token: string,
  now: number,
  isBackground: boolean,
) => Promise<Person>

const visitor: Visitor = { kind: 'visitor' }

export function registerRoute(
  app: FastifyInstance,
  platform: Platform,
  authenticate: Authenticate,
  { entry, handle }: Served,
): void {
  const { config, metrics, log, clock } = platform
  const isChecked = config.env !== 'production'
  const limit = entry.limit ?? 'act'
  // What only reads can be looked up while Redis counts; it is the answer that is held back.
  const isRead = entry.method === 'GET' && typeof entry.answer !== 'string' && limit === 'act'

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const now = clock()
    const principal = 'open' in entry.access ? visitor : await authenticatePerson(request, now)
    if (principal.kind === 'person') checkAccess(principal)
    const checkLimits = () =>
      limit === 'none' ? undefined : checkLimit(platform.limits[limit], request.ip, principal)
    if (!isRead) await checkLimits()
    const given = parse(request)
    const ctx: Context = {
      principal,
      now,
      db: platform.database.db,
      requestId: request.id,
      address: request.ip,
      agent: (request.headers['user-agent'] ?? '').slice(0, 300),
      cookies: {
        read: (name) => request.cookies[name],
        write: (name, value, maxAge) =>
          void reply.setCookie(name, value, {
            maxAge,
            httpOnly: true,
            sameSite: 'strict',
            path: '/api/auth',
            secure: config.origin.startsWith('https:'),
          }),
      },
      idempotencyKey: keyOf(request),
      setHeader: (name, value) => void reply.header(name, value),
      platform,
    }
    const [result] = await Promise.all([handle(ctx, given), isRead ? checkLimits() : undefined])
    if (entry.answer === 'redirect') return reply.redirect(String(result), 302)
    // The entry's answer is 'events', so `serve` took a handler that answers a Subscribe.
    if (entry.answer === 'events') return streamEvents(reply, result as Subscribe)
    if (entry.answer === 'calendar') return reply.type('text/calendar; charset=utf-8').send(String(result))
    return { response: isChecked ? checkAnswer(entry, result) : result }
  }

  function authenticatePerson(request: FastifyRequest, now: number): Promise<Person> {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) throw problem('not_signed_in')
    return authenticate(platform, token, now, request.headers['x-background'] === '1')
  }

  function checkAccess({ privs, isSecondFactorMissing }: Person): void {
    if (!('level' in entry.access)) return
    // Asked first: until it is set up, nothing else of the product answers, not even with what one may do.
    if (isSecondFactorMissing && !entry.access.beforeSecondFactor) throw problem('second_factor_needed')
    if (!isAtLeast(privs, entry.access.level)) throw problem('level_too_low')
  }

  async function checkLimit(
    limiter: Limits['act'],
    address: string,
    principal: Person | Visitor,
  ): Promise<void> {
    const key =
      principal.kind === 'person'
        ? limitKey('person', principal.id)
        : limitKey('address', addressKey(address))
    const retryAfterSeconds = await takePoint(limiter, key)
    if (retryAfterSeconds) throw problem('too_many', { retryAfterSeconds })
  }

  function parse(request: FastifyRequest): Parsed<Route> {
    const faults: FieldFault[] = []
    const part = (schema: z.ZodMiniType | undefined, value: unknown): undefined => {
      if (!schema && isEmpty(value)) return undefined
      const parsed = (schema ?? nothing).safeParse(value)
      if (!parsed.success) faults.push(...parsed.error.issues.flatMap(faultsOf))
      // Typed as undefined for routes in general; `serve` gives each handler its entry's own types.
      return parsed.data as undefined
    }
    const given = {
      params: part(entry.params, request.params),
      query: part(entry.query, request.query),
      body: part(entry.body, request.body),
    }
    if (faults.length) throw problem('malformed', { faults })
    return given
  }

  app.route({
    method: entry.method,
    url: `/api${entry.path}`,
    exposeHeadRoute: false,
    ...(entry.bodyBytesMax ? { bodyLimit: entry.bodyBytesMax } : {}),
    handler: async (request, reply) => {
      const started = performance.now()
      platform.drain.inFlight += 1
      reply.headers(apiHeaders).header('x-request-id', request.id)
      try {
        const body = await answer(request, reply)
        if (!reply.sent) await reply.send(body)
      } catch (error) {
        await refuse(platform, request, reply, error, [...entry.errors, ...commonProblems])
      }
      platform.drain.inFlight -= 1
      const seconds = (performance.now() - started) / 1000
      metrics.requests.observe({ method: entry.method, route: entry.path, status: reply.statusCode }, seconds)
      // Masking is a row of regular expressions: worth it only for a line that is written.
      if (log.isLevelEnabled('debug'))
        log.debug(
          {
            requestId: request.id,
            method: entry.method,
            url: maskSecrets(request.url),
            status: reply.statusCode,
            seconds,
          },
          'request',
        )
      return reply
    },
  })
}

/** A key that is too long to be one is no key. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? key : undefined
}

const nothing = z.strictObject({})

/** Most parts of most requests are empty and need no schema to say so. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || Array.isArray(value)) return value === undefined
  for (const _ in value) return false
  return true
}

/** An unknown key is named as the path, so that a form can mark the field. */
function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }]
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: `Unknown: ${key}` }))
}

function checkAnswer(entry: Route, result: unknown): unknown {
  if (typeof entry.answer === 'string') return result
  const parsed = entry.answer.safeParse(result)
  if (parsed.success) return result
  throw new Error(
    `${entry.method} ${entry.path} answers against its schema: ${JSON.stringify(parsed.error.issues)}`,
  )
}

/** Turns whatever was thrown into the wire's refusal. */
export async function refuse(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  allowed: readonly ProblemCode[] = commonProblems,
): Promise<void> {
  const refusal = problemOf(error)
  const isDeclared = allowed.includes(refusal.code)
  const line = { requestId: request.id, method: request.method, url: maskSecrets(request.url), err: error }
  if (!isDeclared) platform.log.error(line, `the contract's entry does not list ${refusal.code}`)
  else if (refusal.code === 'internal') platform.log.error(line, 'request failed')
  else if (refusal.code === 'engine_away') platform.log.warn(line, 'an engine is away')
  const told = isDeclared || platform.config.env === 'production' ? refusal : problem('internal')
  if (told.retryAfterSeconds) reply.header('retry-after', told.retryAfterSeconds)
  await reply
    .headers(apiHeaders)
    .header('x-request-id', request.id)
    .code(told.status)
    .send({
      response: told.message,
      code: told.code,
      ...(told.faults.length ? { errors: told.faults } : {}),
      ...(told.present === undefined ? {} : { present: told.present }),
      requestId: request.id,
    })
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isDatabaseAway(error)) return problem('engine_away')
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('media_type_unknown')
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return problem('malformed')
  if (error instanceof SyntaxError && 'statusCode' in error) return problem('malformed')
  return problem('internal')
}
