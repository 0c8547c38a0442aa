import type { FastifyRequest } from 'fastify'
import type { Access } from '@parley/contract/route.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Person, Platform, Principal, Visitor } from './context.ts'
import { addressKey, limitKey, takePoint } from './limits.ts'
import { Problem, problem } from './problem.ts'

/** Whom a route's handler is given, by the access that its entry asks for. */
export type PrincipalFor<A extends Access> = A extends { open: true } ? Visitor : Person

/** Finds who a token belongs to, or throws the refusal. The identity feature gives it. */
export type Authenticate = (
  platform: Platform,
  token: string,
  now: number,
  isBackground: boolean,
) => Promise<Person>

/** One request at the door, before anything of its body is read. */
export interface Arrival {
  platform: Platform
  authenticate: Authenticate
  request: FastifyRequest
  now: number
  /** Whether the route may refuse anybody for calling too often. */
  isLimited: boolean
}

/** Who calls, or the refusal. One function for each kind of access. */
export async function principalOf(access: Access, arrival: Arrival): Promise<Principal> {
  if ('open' in access) return visitor
  return authenticatePerson(access, arrival)
}

const visitor: Visitor = { kind: 'visitor' }

async function authenticatePerson(
  access: Extract<Access, { level: unknown }>,
  arrival: Arrival,
): Promise<Person> {
  const { platform, authenticate, request, now } = arrival
  const token = bearerOf(request)
  if (token === undefined) throw problem('not_signed_in')
  const isBackground = request.headers['x-background'] === '1'
  const person = await authenticate(platform, token, now, isBackground).catch((error: unknown) =>
    countBadToken(arrival, error),
  )
  // Asked first: until it is set up, nothing else of the product answers, not even with what one may do.
  if (person.isSecondFactorMissing && !access.beforeSecondFactor) throw problem('second_factor_needed')
  if (!isAtLeast(person.privs, access.level)) throw problem('level_too_low')
  return person
}

export function bearerOf(request: FastifyRequest): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/**
 * A token that is none is counted for its address, and from the limit on refused as too many. Good tokens from there go
 * on working: an office has one address. So each is looked up all the same, which is one indexed read.
 */
export async function countBadToken(
  { platform, request, isLimited }: Arrival,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Problem) || error.code !== 'not_signed_in') throw error
  const key = limitKey('address', addressKey(request.ip))
  const retryAfterSeconds = await takePoint(platform.limits.token, key)
  throw retryAfterSeconds && isLimited ? problem('too_many', { retryAfterSeconds }) : error
}

/** Under which name a caller's calls are counted: each kind of principal has its own. */
export const callerKey = (principal: Principal, address: string): string =>
  principal.kind === 'person' ? limitKey('person', principal.id) : limitKey('address', addressKey(address))
