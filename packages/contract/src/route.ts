import type * as z from 'zod/mini'
import type { LevelName } from './rules/levels.ts'
import type { ProblemCode } from './problems.ts'

type Schema = z.ZodMiniType

/**
 * Who may call: anybody (`open`), or whoever is signed in at that level or above.
 * `beforeSecondFactor`: also while a second factor is required of the person and not yet set.
 */
export type Access = { open: true } | { level: LevelName; beforeSecondFactor?: true }

/** A limit class of `apps/api/src/platform/limits.ts`; what has none of its own counts as `act`. */
export type LimitClass = 'act' | 'sign-in' | 'mail' | 'report' | 'none'

/**
 * What goes back: JSON checked by a schema, a redirect, an event stream, or a calendar (text/calendar).
 * The last three answer no payload of their own.
 */
export type Answer = Schema | 'redirect' | 'events' | 'calendar'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  /** One sentence for the API reference. */
  summary: string
  access: Access
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Answer
  /** What this call can refuse beyond `commonProblems`. */
  errors: readonly ProblemCode[]
  limit?: LimitClass
  /** Takes an `Idempotency-Key`: the same call sent twice acts once and is answered alike. */
  idempotent?: true
  /** Largest body in bytes, where the usual 1 MiB is not enough. */
  bodyBytesMax?: number
}

/** Declares a route and keeps its exact type. What is not declared cannot be called. */
export const route = <const R extends Route>(entry: R): R => entry

type OutputOf<S> = S extends Schema ? z.output<S> : undefined
type InputOf<S> = S extends Schema ? z.input<S> : undefined

/** What a handler receives, parsed. */
export interface Parsed<R extends Route> {
  params: OutputOf<R['params']>
  query: OutputOf<R['query']>
  body: OutputOf<R['body']>
}

/** What a caller gives: only the parts that the route has. A query is given as values; the client writes it as text. */
export type Given<R extends Route> = {
  [K in 'params' | 'body' as R[K] extends Schema ? K : never]: InputOf<R[K]>
} & (R['query'] extends Schema ? { query: OutputOf<R['query']> } : unknown)

export type Answered<R extends Route> = R['answer'] extends Schema ? z.output<R['answer']> : undefined
