import type { Answered, RouteInput, Route } from '@parley/contract/route.ts'
import { noAnswer, problemOf, type ApiProblem } from './api-problem.ts'
import { noteAnswer, noteNoAnswer } from './reach.ts'
import { readToken, tokenRefused, type SessionEnd } from '#platform/sign-in/token.ts'

const timeoutMs = 30_000
/** A file over a slow line takes its time; the server ends what stands still. */
const uploadTimeoutMs = 10 * 60_000

interface RequestOptions {
  /** The web asks by itself (poll, refetch, stream): it does not count as the person's activity. */
  background?: boolean
  signal?: AbortSignal
  /** The same for one wish of a person, however often the call is sent for it: the server acts once. */
  idempotencyKey?: string
  /** In place of the browser's own, for a sign-in that this page has not taken on. */
  token?: string
  /** The secret of a client's personal link, in place of any sign-in. */
  guest?: string
}

/** Calls a route of the contract and gives its payload. Anything but success is an `ApiProblem`. */
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
  // The server checks its answers against the entry's schema; the browser does not pay for it twice.
  return (body as { response: Answered<R> }).response
}

/** The answer itself, for what is no JSON: an event stream, a file. It has no time limit of its own. */
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
    noteNoAnswer()
    throw noAnswer()
  })
  noteAnswer(response)
  if (response.ok) return response
  const problem = await problemOf(response)
  if (token !== undefined && heedsToken(entry) && isTokenProblem(problem)) tokenRefused(token, endOf(problem))
  throw problem
}

/** A file as it is, else JSON. That content type promises a body, so a write without one sends an empty object. */
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

// `Given` has exactly these keys; which of them is known only per route.
const partsOf = <R extends Route>(given: RouteInput<R>): Parts => given

const heedsToken = ({ access }: Route): boolean =>
  'level' in access || ('open' in access && access.open === 'or signed in')

const isTokenProblem = ({ status }: ApiProblem): boolean => status === 401 || status === 419

/** Why a token that was refused is over. */
export function endOf({ status, code }: ApiProblem): SessionEnd {
  if (code === 'role_lost') return 'role_lost'
  return status === 419 ? 'expired' : 'refused'
}

/** A caller that lost interest is no failure of the network; a time limit is. */
const isLeftByCaller = (error: unknown, signal: AbortSignal | undefined): boolean =>
  signal?.aborted === true && error instanceof DOMException && error.name === 'AbortError'
