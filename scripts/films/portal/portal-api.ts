import type { Answered, Route, RouteInput } from '@parley/contract/wire/route.ts'

/** Calls a route of the contract with a token. A refusal throws and ends the recording. */
export async function ask<R extends Route>(
  origin: string,
  entry: R,
  given: RouteInput<R>,
  token?: string,
): Promise<Answered<R>> {
  // `RouteInput` has no other keys, but which of these exist depends on the route.
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
  // The server validates its answers against the route's schema.
  return ((await reply.json()) as { response: Answered<R> }).response
}
