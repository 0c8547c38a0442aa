import type { Answered, Route, RouteInput } from '@parley/contract/route.ts'

/** Calls a route of the contract as whoever has the token. What is refused ends the making of the films. */
export async function ask<R extends Route>(
  origin: string,
  entry: R,
  given: RouteInput<R>,
  token?: string,
): Promise<Answered<R>> {
  // It has no other keys; which of these, is known per route alone.
  const {
    params = {},
    query = {},
    body,
  } = given as {
    params?: Record<string, string>
    query?: Record<string, unknown>
    body?: unknown
  }
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
  const reply = await fetch(`${origin}/api${path}?${search}`, {
    method: entry.method,
    headers: {
      'Content-Type': 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    ...(entry.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  })
  if (!reply.ok)
    throw new Error(`${entry.method} ${path} was answered ${reply.status}: ${await reply.text()}`)
  // The server checks its answers by the route's schema.
  return ((await reply.json()) as { response: Answered<R> }).response
}
