import type { Answered, RouteInput, Route } from '@parley/contract/wire/route.ts'
import { createStore } from '#base/store.ts'
import { noAnswer, problemOf, type ApiProblem } from './api-problem.ts'
import { readToken, tokenRefused, type SessionEnd } from '#platform/sign-in/token.ts'

/** Whether the portal itself answered the last call; a proxy's error does not count. */
export const reach = createStore(true)

const proxyStatuses = new Set([502, 503, 504])

const timeoutMs = 30_000
/** An upload over a slow connection takes time; the server ends one that stalls. */
const uploadTimeoutMs = 10 * 60_000

interface RequestOptions {
  /** The web sends it unprompted (poll, refetch, stream), so it does not count as the user's activity. */
  background?: boolean
  signal?: AbortSignal
  /** The same for one intention of the user, however often the call is sent: the server acts once. */
  idempotencyKey?: string
  /** Replaces the browser's token, for a sign-in that this page has not taken over. */
  token?: string
  /** The secret of a client's personal link, sent instead of a token. */
  guest?: string
}

/**
 * Calls a route of the contract and returns its payload. Throws an `ApiProblem` on anything but success, and the
 * browser's AbortError if the caller gave up.
 */
export async function request<R extends Route>(
  entry: R,
  given: RouteInput<R>,
  options: RequestOptions = {},
): Promise<Answered<R>> {
  const timeout = AbortSignal.timeout(entry.bytes ? uploadTimeoutMs : timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const response = await send(entry, given, { ...options, signal })
  const body: unknown = await response.json().catch((error: unknown) => {
    throw isLeftByCaller(error, options.signal) ? error : noAnswer()
  })
  // The server checks its answers against the route's schema; the browser does not repeat that.
  return (body as { response: Answered<R> }).response
}

/** Returns the response itself, if it is not JSON: an event stream, a file. It has no timeout of its own. */
export async function send<R extends Route>(
  entry: R,
  given: RouteInput<R>,
  { background = false, signal, idempotencyKey, guest, ...own }: RequestOptions,
): Promise<Response> {
  const token = guest === undefined ? (own.token ?? readToken() ?? undefined) : undefined
  const response = await fetch(`/api${addressOf(entry, given)}`, {
    method: entry.method,
    headers: {
      'Content-Type': entry.bytes?.types[0] ?? 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(guest !== undefined && { Authorization: `Guest ${guest}` }),
      ...(background && { 'X-Background': '1' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(entry.method !== 'GET' && { body: bodyOf(given) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (isLeftByCaller(error, signal)) throw error
    reach.write(false)
    throw noAnswer()
  })
  reach.write(!proxyStatuses.has(response.status))
  if (response.ok) return response
  const problem = await problemOf(response)
  if (token !== undefined && heedsToken(entry) && isTokenProblem(problem)) tokenRefused(token, endOf(problem))
  throw problem
}

/** A file as it is, else JSON. The JSON content type promises a body, so a write without one sends an empty object. */
function bodyOf<R extends Route>(given: RouteInput<R>): Blob | string {
  const { bytes, body } = partsOf(given)
  return bytes ?? JSON.stringify(body ?? {})
}

/** Path and query of a call. Lists and objects in the query are JSON text. */
export function addressOf<R extends Route>(entry: R, given: RouteInput<R>): string {
  const { params = {}, query = {} } = partsOf(given)
  const path = entry.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, queryText(value)]])),
  )
  return search.size === 0 ? path : `${path}?${search}`
}

const queryText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  bytes?: Blob
}

// `RouteInput` has exactly these keys; which of them are present depends on the route.
const partsOf = <R extends Route>(given: RouteInput<R>): Parts => given

const heedsToken = ({ access }: Route): boolean =>
  'level' in access || ('open' in access && access.open === 'or signed in')

const isTokenProblem = ({ status }: ApiProblem): boolean => status === 401 || status === 419

/** The reason for the end of a sign-in whose token was refused. */
export function endOf({ status, code }: ApiProblem): SessionEnd {
  if (code === 'role_lost') return 'role_lost'
  return status === 419 ? 'expired' : 'refused'
}

/** A caller that gave up is not a failure of the network; a timeout is. */
const isLeftByCaller = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && error instanceof DOMException && error.name === 'AbortError'
