import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemsOf, type IdempotentRoute, type Parsed, type Route } from '@parley/contract/wire/route.ts'
import { answerAs, type AnswerOf } from './answers.ts'
import { CallerGone, readBody } from './bodies.ts'
import type { Context, Platform } from '#platform/process/context.ts'
import { apiHeaders } from './headers.ts'
import type { Once } from './idempotency.ts'
import { parseInput } from './inputs.ts'
import { takePoint } from '#platform/identity/limits.ts'
import { loggedPath } from '#platform/process/log.ts'
import {
  callerKey,
  principalOf,
  type Authenticators,
  type PrincipalFor,
} from '#platform/identity/principals.ts'
import { problem } from './problem.ts'
import { refuse } from './refusals.ts'
import type { KyselyPlugin } from 'kysely'
import type { Database } from '#platform/database/database.ts'

export interface Served {
  entry: Route
  handle: (ctx: Context, given: Parsed<Route>) => unknown
}

/** A route marked `idempotent` accepts only answers that went through `once`, which takes no other route. */
type Result<R extends Route> = R extends IdempotentRoute ? Once<AnswerOf<R>> : AnswerOf<R>

/** Binds a route of the contract to the function that serves it. */
export const serve = <R extends Route>(
  entry: R,
  handle: (ctx: Context<PrincipalFor<R['access']>>, given: Parsed<R>) => Result<R> | Promise<Result<R>>,
): Served => ({
  entry,
  // `registerRoute` hands over the principal that the entry's access asks for and input parsed by the entry's schemas.
  handle: handle as unknown as Served['handle'],
})

export function registerRoute(
  app: FastifyInstance,
  platform: Platform,
  authenticators: Authenticators,
  { entry, handle }: Served,
): void {
  const { config, metrics, log, clock, database } = platform
  const isChecked = config.env !== 'production'
  const limit = entry.limit ?? 'act'
  const isLimited = limit !== 'none'
  const db = isChecked && entry.effect === 'reads' ? withoutWrites(database.db, entry) : database.db

  /** Authenticates the caller and applies rate limits before anything of the body is read. */
  async function handled(request: FastifyRequest, reply: FastifyReply): Promise<{ result: unknown }> {
    const now = clock()
    const principal = await principalOf(entry.access, { platform, authenticators, request, now, isLimited })
    if (isLimited) {
      const retryAfterSeconds = await takePoint(platform.limits[limit], callerKey(principal, request.ip))
      if (retryAfterSeconds) throw problem('too_many', { retryAfterSeconds })
    }
    const given = parseInput(entry, request, await readBody(request.raw, entry, config.bodyIdleMs))
    return { result: await handle(contextOf({ request, reply, principal, now, db, platform }), given) }
  }

  /** An upload takes minutes without a database connection, so it takes no turn. A download is sent after its turn. */
  const isInTurn = entry.bytes === undefined && (isLimited || !('open' in entry.access))

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const work = () => handled(request, reply)
    const { result } = isInTurn ? await platform.turns.caller(turnOf(request), work) : await work()
    return answerAs(entry, request, reply, result, isChecked)
  }

  function noteAnswer(request: FastifyRequest, reply: FastifyReply, seconds: number): void {
    metrics.requests.observe({ method: entry.method, route: entry.path, status: reply.statusCode }, seconds)
    // Masking runs several regular expressions: worth it only for a line that gets written.
    if (!log.isLevelEnabled('debug')) return
    const path = loggedPath(request.url)
    const line = { requestId: request.id, method: entry.method, path, status: reply.statusCode, seconds }
    log.debug(line, 'request')
  }

  app.route({
    method: entry.method,
    url: `/api${entry.path}`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const started = performance.now()
      platform.drain.inFlight += 1
      reply.headers(apiHeaders).header('x-request-id', request.id)
      try {
        const body = await answer(request, reply)
        // Fastify counts an answer as sent even if its reader left halfway.
        if (!reply.sent && reply.raw.headersSent) throw new CallerGone('the caller left')
        if (!reply.sent) await reply.send(body)
      } catch (error) {
        await refuse(platform, request, reply, error, problemsOf(entry))
      } finally {
        platform.drain.inFlight -= 1
        noteAnswer(request, reply, (performance.now() - started) / 1000)
      }
      return reply
    },
  })
}

interface ContextParts extends Pick<Context, 'principal' | 'now' | 'db' | 'platform'> {
  request: FastifyRequest
  reply: FastifyReply
}

const contextOf = ({ request, reply, principal, now, db, platform }: ContextParts): Context => ({
  principal,
  now,
  db,
  requestId: request.id,
  address: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  cookies: {
    read: (name) => parseCookie(request.headers.cookie ?? '')[name],
    write: (name, value, maxAge, path) =>
      void reply.header(
        'set-cookie',
        stringifySetCookie({
          name,
          value,
          maxAge,
          httpOnly: true,
          sameSite: 'strict',
          path,
          secure: platform.config.origin.startsWith('https:'),
        }),
      ),
  },
  idempotencyKey: keyOf(request),
  readHeader: (name) => request.headers[name]?.toString(),
  headerLines: (name) => linesOf(request.raw.rawHeaders, name),
  setHeader: (name, value) => void reply.header(name, value),
  platform,
})

/** The key of a request's queue before the caller is looked up: its token or link, else its address. */
const turnOf = ({ headers, ip }: FastifyRequest): string => headers.authorization ?? ip

/** Node keeps only the first line of some headers. `rawHeaders` has them all, names and values alternating. */
const linesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)

/** A key that is too long is ignored. */
function keyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  return typeof key === 'string' && key.length > 0 && key.length <= 200 ? key : undefined
}

const writes = ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode']

/** The database for a route that declares itself read-only: a write through it is our own bug, and is reported as one. */
function withoutWrites(db: Database['db'], { method, path }: Route): Database['db'] {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (writes.includes(node.kind)) throw new Error(`${method} ${path} says that it reads, and writes`)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return db.withPlugin(plugin)
}
