import type * as z from 'zod/mini'
import type { LevelName } from '#rules/people/levels.ts'
import type { ProblemCode } from './problems.ts'

type Schema = z.ZodMiniType

/**
 * The callers of a route.
 * `open`: anybody; with `or signed in`, a token identifies the caller if there is one.
 * `level`: people signed in at that level or above.
 * `guest`: the holder of a client's personal link, who reaches nothing else; `admitted`: only after the coach has admitted
 * them, and only in that browser.
 * `beforeSecondFactor`: even while the person still has to set up a required second factor.
 * `whenDead`: even after the link's session was cancelled or is over.
 */
export type Access =
  | { open: true | 'or signed in' }
  | { level: LevelName; beforeSecondFactor?: true; guest?: 'admitted' }
  | { guest: true; whenDead?: true }
  | { guest: 'admitted' }

/**
 * Whether a route only reads, or acts. The method does not say: a GET may act, such as opening a link. Outside production
 * a route that claims to read cannot write.
 */
export type Effect = 'reads' | 'acts'

/** A rate limit class of `apps/api/src/platform/identity/limits.ts`. The default is `act`. */
export type LimitClass = 'act' | 'sign-in' | 'mail' | 'upload' | 'report' | 'stream' | 'none'

/**
 * A body that is not JSON. `stream`: a file, counted while it streams and never buffered whole by our code.
 * `exact`: the raw bytes, for verifying a signature.
 */
export interface Bytes {
  as: 'stream' | 'exact'
  /** The accepted content types; others are answered 415. */
  types: readonly [string, ...string[]]
  max: number
}

/** The types of a `picture`, all of which a browser draws and never executes. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export type PictureType = (typeof pictureTypes)[number]

/**
 * The kind of answer: JSON checked by a schema, a redirect, an event stream, a calendar (text/calendar), a file that is
 * saved and never shown, or a picture that is shown. Only the first has a typed payload.
 */
export type Answer = Schema | 'redirect' | 'events' | 'calendar' | 'file' | 'picture'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  effect: Effect
  path: `/${string}`
  /** One sentence for the API reference. */
  summary: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  /** Instead of `body`. */
  bytes?: Bytes
  answer: Answer
  /** The refusals of this route, besides the common ones (`problemsOf`). */
  errors: readonly ProblemCode[]
  limit?: LimitClass
  /** Accepts an `Idempotency-Key`: a repeated call acts once and gets the same answer (`once` in the API). */
  idempotent?: true
  /** The answer is the same for every permitted caller and rarely changes: the browser caches and revalidates it. */
  isKept?: true
}

export type IdempotentRoute = Route & { idempotent: true }

/** Declares a route and keeps its exact type. Undeclared routes cannot be called. */
export const route = <const R extends Route>(entry: R): R => entry

/** Refusals for a guest whom the coach has not admitted, or whose link no longer works. */
export const guestRefusals = [
  'guest_link_dead',
  'guest_link_closed',
  'not_let_in',
] as const satisfies readonly ProblemCode[]

/**
 * Every refusal of a route: its own, and those that the API gives because of its access, method and limit before the
 * handler runs. The server refuses with no other code, and the API reference lists the same ones.
 */
export function problemsOf({ access, method, errors, limit, idempotent }: Route): ProblemCode[] {
  const isSignedIn = 'level' in access || ('open' in access && access.open === 'or signed in')
  const asksSecret = isSignedIn || 'guest' in access
  const codes: (ProblemCode | false | undefined)[] = [
    ...errors,
    'malformed',
    asksSecret && 'not_signed_in',
    isSignedIn && 'token_expired',
    isSignedIn && 'role_lost',
    'level' in access && 'level_too_low',
    'level' in access && !access.beforeSecondFactor && 'second_factor_needed',
    ...(method === 'GET' ? [] : (['body_late', 'body_too_large', 'media_type_unknown'] as const)),
    idempotent && 'key_reused',
    limit !== 'none' && 'too_many',
    'internal',
    'engine_away',
  ]
  return [...new Set(codes)].filter((code) => code !== false && code !== undefined)
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

/** The parsed input of a handler. */
export interface Parsed<R extends Route> {
  params: OutputOf<R['params']>
  query: OutputOf<R['query']>
  body: OutputOf<R['body']>
  bytes: R['bytes'] extends { as: 'stream' }
    ? AsyncIterable<Uint8Array>
    : R['bytes'] extends { as: 'exact' }
      ? Uint8Array
      : undefined
}

/** The input of a call: only the parts that the route has. Query values are typed; the client serializes them. */
export type RouteInput<R extends Route> = {
  [K in 'params' | 'body' as R[K] extends Schema ? K : never]: InputOf<R[K]>
} & (R['query'] extends Schema ? { query: OutputOf<R['query']> } : unknown) &
  (R['bytes'] extends Bytes ? { bytes: Blob } : unknown)

export type Answered<R extends Route> = R['answer'] extends Schema ? z.output<R['answer']> : undefined
