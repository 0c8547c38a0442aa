import type * as z from 'zod/mini'
import type { LevelName } from './rules/levels.ts'
import type { ProblemCode } from './problems.ts'

type Schema = z.ZodMiniType

/**
 * Who may call: anybody (`open`; `or signed in`: who is, is known by their token), whoever is signed in at that level or above, or the holder of a client's personal link
 * (`guest`), who reaches nothing else; `admitted`: once the coach has let them in, in that browser alone.
 * `beforeSecondFactor`: also while a second factor is required of the person and not yet set.
 * `whenDead`: also when the session of the link was cancelled or is over; what acts never is.
 */
export type Access =
  | { open: true | 'or signed in' }
  | { level: LevelName; beforeSecondFactor?: true; guest?: 'admitted' }
  | { guest: true; whenDead?: true }
  | { guest: 'admitted' }

/**
 * Whether a call only reads or acts, said for each route: a GET may act (a link that is opened), and outside production
 * what says that it reads cannot write.
 */
export type Effect = 'reads' | 'acts'

/** A limit class of `apps/api/src/platform/limits.ts`; what has none of its own counts as `act`. */
export type LimitClass = 'act' | 'sign-in' | 'mail' | 'upload' | 'report' | 'stream' | 'none'

/**
 * A body that is no JSON. `stream`: a file as it comes, counted on the way, never whole in memory because of us.
 * `exact`: whole and to the byte, for a signature over it.
 */
export interface Bytes {
  as: 'stream' | 'exact'
  /** Its content types; others are 415. */
  types: readonly [string, ...string[]]
  max: number
}

/** The kinds of a `picture`: what a browser draws and never runs. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export type PictureType = (typeof pictureTypes)[number]

/**
 * What goes back: JSON checked by a schema, a redirect, an event stream, a calendar (text/calendar), a file that is
 * saved and never shown, or a picture that is shown. All but the first answer no payload of their own.
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
  /** What this call can refuse beyond what the door does (`problemsOf`). */
  errors: readonly ProblemCode[]
  limit?: LimitClass
  /** Takes an `Idempotency-Key`: the same call sent twice acts once and is answered alike (`once` of the API). */
  idempotent?: true
  /** The same for everybody who may have it and seldom another: the browser keeps it and asks whether it still is. */
  isKept?: true
}

export type IdempotentRoute = Route & { idempotent: true }

/** Declares a route and keeps its exact type. What is not declared cannot be called. */
export const route = <const R extends Route>(entry: R): R => entry

/** What the door answers a guest whom the coach has not let in, or whose link is good for nothing any more. */
export const guestRefusals = [
  'guest_link_dead',
  'guest_link_closed',
  'not_let_in',
] as const satisfies readonly ProblemCode[]

/**
 * Every refusal of a route: its own, and what the door of the API answers by its access, method and limit before the
 * route is reached. The server refuses with nothing else, and the reference lists the same.
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

/** What a handler receives, parsed. */
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

/** What a caller gives: only the parts that the route has. A query is given as values; the client writes it as text. */
export type RouteInput<R extends Route> = {
  [K in 'params' | 'body' as R[K] extends Schema ? K : never]: InputOf<R[K]>
} & (R['query'] extends Schema ? { query: OutputOf<R['query']> } : unknown) &
  (R['bytes'] extends Bytes ? { bytes: Blob } : unknown)

export type Answered<R extends Route> = R['answer'] extends Schema ? z.output<R['answer']> : undefined
