import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance } from 'fastify'
import { assessmentRoutes } from './features/assessment/routes.ts'
import { billingRoutes } from './features/billing/routes.ts'
import { callsRoutes } from './features/calls/routes.ts'
import { chatRoutes } from './features/chat/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { authenticate } from './features/identity/identity.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { operationsRoutes } from './features/operations/routes.ts'
import { organizationsRoutes } from './features/organizations/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { sessionsRoutes } from './features/sessions/routes.ts'
import { findGuest } from './features/sessions/sessions.ts'
import { streamRoutes } from './features/stream/routes.ts'
import type { Platform } from './platform/process/context.ts'
import { leaveUnread } from './platform/http/bodies.ts'
import { registerRoute, type Served } from './platform/http/http.ts'
import { pageFor, servePages, serveReference } from './platform/http/pages.ts'
import { problem } from './platform/http/problem.ts'
import { refuse, refuseConnection } from './platform/http/refusals.ts'

/** Every route that this product serves. The tests compare it with the contract's table. */
export const served: readonly Served[] = [
  ...identityRoutes,
  ...peopleRoutes,
  ...organizationsRoutes,
  ...privacyRoutes,
  ...sessionsRoutes,
  ...callsRoutes,
  ...chatRoutes,
  ...streamRoutes,
  ...assessmentRoutes,
  ...billingRoutes,
  ...contentRoutes,
  ...operationsRoutes,
]

/** Builds the HTTP server over an opened platform. Does not listen. */
export async function buildApp(platform: Platform): Promise<FastifyInstance> {
  const { config } = platform
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void refuse(platform, request, reply, error),
    clientErrorHandler: refuseConnection,
    // The specification writes POST /profiles/ with a trailing slash.
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  })
  leaveBodies(app, config.bodyIdleMs)
  app.setErrorHandler((error, request, reply) => refuse(platform, request, reply, error))
  for (const one of served) registerRoute(app, platform, { person: authenticate, guest: findGuest }, one)
  await serveReference(app, config)
  await servePages(app, config)
  app.addHook('preClose', () => finishRequests(app, platform))
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && request.url !== '/api'
    if (isPage && app.hasReplyDecorator('sendFile')) return reply.sendFile(pageFor(request.url))
    return refuse(platform, request, reply, problem('not_found'))
  })
  return app
}

const finishDeadlineMs = 20_000

/**
 * Lets running requests finish, then ends every connection. Waiting for the connections themselves would take minutes,
 * because browsers keep some open without sending requests on them.
 */
async function finishRequests(app: FastifyInstance, { drain, live }: Platform): Promise<void> {
  live.drain()
  const deadline = performance.now() + finishDeadlineMs
  while (drain.inFlight > 0 && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 10))
  app.server.closeAllConnections()
}

/** The adapter reads bodies once it knows who calls (platform/http/bodies.ts); Fastify reads none. */
function leaveBodies(app: FastifyInstance, idleMs: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  app.addHook('onResponse', (request, _reply, done) => {
    leaveUnread(request.raw, idleMs)
    done()
  })
}
