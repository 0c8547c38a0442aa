import type { Route } from '@parley/contract/wire/route.ts'
import { browser, type GuestCaller } from '../browser-cookie.ts'
import type { Actor, Input } from './matrix-cases.ts'
import type { Stack } from '../stack.ts'

/** A signed-in person, the holder of a personal link, or nobody. */
export type Caller = Actor | GuestCaller | undefined

function authorizationOf(caller: Caller): Record<string, string> {
  if (!caller) return {}
  return 'secret' in caller
    ? { authorization: `Guest ${caller.secret}`, ...browser(caller.browser) }
    : { authorization: `Bearer ${caller.person.token}` }
}

/** Sends a request to a route of the contract's table. */
export async function sendRoute(stack: Stack, entry: Route, input: Input, caller: Caller) {
  const path = entry.path.replaceAll(/:([a-zA-Z_]+)/g, (_, key: string) => input.params?.[key] ?? 'missing')
  // An event stream never ends, so `inject` would wait for its answer for ever.
  if (entry.answer === 'events') return sendStream(stack, path, caller)
  const reply = await stack.app.inject({
    method: entry.method,
    url: `/api${path}`,
    ...(input.query ? { query: input.query } : {}),
    headers: {
      // Browsers send no content type with a GET.
      ...(entry.method !== 'GET' && { 'content-type': entry.bytes?.types[0] ?? 'application/json' }),
      ...authorizationOf(caller),
      ...input.headers,
    },
    ...(input.body || input.bytes ? { payload: input.bytes ?? input.body } : {}),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return { status: reply.statusCode, code: isJson ? (reply.json().code as string | undefined) : undefined }
}

async function sendStream(stack: Stack, path: string, caller: Caller) {
  const address = stack.app.server.listening
    ? addressOf(stack)
    : await stack.app.listen({ host: '127.0.0.1', port: 0 })
  const abort = new AbortController()
  const reply = await fetch(`${address}/api${path}`, {
    headers: authorizationOf(caller),
    signal: abort.signal,
  })
  // A refusal has a code. The body of an open stream is not read.
  const code = reply.ok ? undefined : ((await reply.json()) as { code: string }).code
  abort.abort()
  return { status: reply.status, code }
}

function addressOf(stack: Stack): string {
  const address = stack.app.server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}
