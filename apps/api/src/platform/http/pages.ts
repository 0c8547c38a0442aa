import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/process/config.ts'
import { openApiDocument } from './openapi.ts'
import { pageHeaders, referenceHeaders, workerHeaders } from './headers.ts'

const yearSeconds = 31_536_000

/** Serves the built web if no front proxy does: files as they are, and a page for every other path (`pageFor`). */
export async function servePages(
  app: FastifyInstance,
  config: Pick<Config, 'webDir' | 'origin' | 'videoHosts'>,
): Promise<void> {
  if (!config.webDir || !existsSync(join(config.webDir, 'index.html'))) return
  const [headers, ofWorker] = [pageHeaders(config), workerHeaders(config)]
  await app.register(fastifyStatic, {
    root: config.webDir,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Files under assets/ have a hash in their name; browsers revalidate the others each time.
      const cache = path.includes('/assets/') ? `public, max-age=${yearSeconds}, immutable` : 'no-cache'
      // Search engines must not index a guest's page.
      const robots = /\/join\.html/.test(path) ? { 'x-robots-tag': 'noindex, nofollow' } : {}
      const isWorker = path.includes('/assets/blur-worker-')
      reply.headers({ ...(isWorker ? ofWorker : headers), ...robots, 'cache-control': cache })
    },
  })
}

/** Which page of the built web answers a path. The login page and the guest page are prerendered, each as its own file. */
export function pageFor(url: string): 'index.html' | 'login.html' | 'join.html' {
  const [, first] = /^\/(login|join)(?:[/?]|$)/.exec(url) ?? []
  return first === 'login' || first === 'join' ? `${first}.html` : 'index.html'
}

const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API</title>
<link rel="stylesheet" href="/api/reference/files/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<script src="/api/reference/files/swagger-ui-bundle.js"></script>
<script src="/api/reference/start.js"></script>
</body>
</html>
`

const referenceStart = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })
`

/** The OpenAPI document and its reference page, open to everybody. */
export async function serveReference(app: FastifyInstance, config: Config): Promise<void> {
  const headers = referenceHeaders(config)
  const send = (path: string, type: string, text: () => string) =>
    app.get(path, (_request, reply) => reply.headers(headers).type(type).send(text()))
  // Generated on first request, so that no start waits for it.
  let document: string | undefined
  send('/api/openapi.json', 'application/json', () => (document ??= JSON.stringify(openApiDocument())))
  send('/api/reference', 'text/html; charset=utf-8', () => referencePage)
  send('/api/reference/start.js', 'text/javascript; charset=utf-8', () => referenceStart)
  const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await app.register(fastifyStatic, {
    root: files,
    prefix: '/api/reference/files/',
    decorateReply: false,
    allowedPath: (path) => path === '/swagger-ui.css' || path === '/swagger-ui-bundle.js',
    setHeaders: (reply) => void reply.headers(headers),
  })
}
