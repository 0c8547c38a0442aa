import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { contentRoutes } from './features/content/routes.ts'
import { authenticate } from './features/identity/identity.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { organizationsRoutes } from './features/organizations/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { sessionsRoutes } from './features/sessions/routes.ts'
import type { Platform } from './platform/context.ts'
import { refuse, registerRoute, type Served } from './platform/http.ts'
import { servePages, serveReference } from './platform/pages.ts'
import { problem } from './platform/problem.ts'

/** Every route that this product serves; the tests hold it against the contract's table. */
export const served: readonly Served[] = [
  ...identityRoutes,
  ...peopleRoutes,
  ...organizationsRoutes,
  ...sessionsRoutes,
  ...contentRoutes,
  ...operationsRoutes,
]

/** Builds the HTTP server over an opened platform. Does not listen. */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    // The specification writes POST /profiles/ with its slash.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  await app.register(cookie)
  readJson(app)
  app.setErrorHandler((error, request, reply) => refuse(platform, request, reply, error))
  for (const one of served) registerRoute(app, platform, authenticate, one)
  await serveReference(app, config)
  await servePages(app, config)
  app.addHook('preClose', () => finishRequests(app, platform))
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && request.url !== '/api'
    if (isPage && app.hasReplyDecorator('sendFile')) return reply.sendFile('index.html')
    return refuse(platform, request, reply, problem('not_found'))
  })
  return app
}

const finishDeadlineMs = 20_000

/**
 * Lets running requests finish, then ends every connection. Waiting for the connections themselves would take minutes:
 * browsers keep some open on which they never ask anything.
 */
async function finishRequests(app: FastifyInstance, { drain, live }: Platform): Promise<void> {
  live.drain()
  const deadline = performance.now() + finishDeadlineMs
  while (drain.inFlight > 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
  app.server.closeAllConnections()
}

/** The web sends the JSON content type with every call, so an empty body is no fault. */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined)
    // PostgreSQL's text holds no NUL, so no text of ours does.
    if (String(text).includes('\\u0000')) return done(problem('malformed'), undefined)
    try {
      done(null, JSON.parse(String(text)))
    } catch {
      done(problem('malformed'), undefined)
    }
  })
}
