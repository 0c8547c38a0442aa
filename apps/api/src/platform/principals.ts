import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Access } from '@parley/contract/route.ts'
import { guestStateOf } from '@parley/contract/rules/guest-states.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import type { Guest, Person, Platform, Principal, Visitor } from './context.ts'
import { deviceOf } from './device.ts'
import { addressKey, limitKey, takePoint } from './limits.ts'
import { Problem, problem } from './problem.ts'

/** Whom a route's handler is given, by the access that its entry asks for. */
export type PrincipalFor<A extends Access> = A extends { open: unknown }
  ? A extends { open: true }
    ? Visitor
    : Visitor | Person
  : A extends { level: unknown; guest: unknown }
    ? Person | Guest
    : A extends { guest: unknown }
      ? Guest
      : Person

/** How each kind of caller is found; the features give it. */
export interface Authenticators {
  /** Finds who a token belongs to, or throws the refusal. */
  person: (platform: Platform, token: string, now: number, isBackground: boolean) => Promise<Person>
  /** Finds whose link a secret is, if it is one that stands. */
  guest: (
    db: Platform['database']['db'],
    config: Platform['config'],
    secret: string,
    device: string | undefined,
  ) => Promise<Guest | undefined>
}

/** One request at the door, before anything of its body is read. */
export interface Arrival {
  platform: Platform
  authenticators: Authenticators
  request: FastifyRequest
  now: number
  /** Whether the route may refuse anybody for calling too often. */
  isLimited: boolean
}

/** Who calls, or the refusal. One function for each kind of access. */
export async function principalOf(access: Access, arrival: Arrival): Promise<Principal> {
  if ('open' in access) {
    const isKnown = access.open === 'or signed in' && secretOf(arrival.request, 'bearer') !== undefined
    return isKnown ? authenticatePerson({ level: 'Client', beforeSecondFactor: true }, arrival) : visitor
  }
  if (!('level' in access)) return authenticateGuest(access, arrival)
  const { guest } = access
  return guest !== undefined && secretOf(arrival.request, 'guest') !== undefined
    ? authenticateGuest({ guest }, arrival)
    : authenticatePerson(access, arrival)
}

type AccessOf<Kind extends string> = Extract<Access, Record<Kind, unknown>>

const visitor: Visitor = { kind: 'visitor' }

async function authenticatePerson(access: AccessOf<'level'>, arrival: Arrival): Promise<Person> {
  const { platform, authenticators, request, now } = arrival
  const token = secretOf(request, 'bearer')
  if (token === undefined) throw problem('not_signed_in')
  const isBackground = request.headers['x-background'] === '1'
  const person = await authenticators
    .person(platform, token, now, isBackground)
    .catch((error: unknown) => countBadToken(arrival, error))
  // Asked first: until it is set up, nothing else of the product answers, not even with what one may do.
  if (person.isSecondFactorMissing && !access.beforeSecondFactor) throw problem('second_factor_needed')
  if (!isAtLeast(person.privs, access.level)) throw problem('level_too_low')
  return person
}

/** The holder of a link is found by it alone: the secret travels in the header, never in an address of the API. */
async function authenticateGuest(
  access: Exclude<AccessOf<'guest'>, { level: unknown }>,
  arrival: Arrival,
): Promise<Guest> {
  const { platform, authenticators, request, now } = arrival
  const secret = secretOf(request, 'guest')
  if (secret === undefined) throw problem('not_signed_in')
  const device = deviceOf(request.headers.cookie)
  const guest = await authenticators.guest(platform.database.db, platform.config, secret, device)
  if (!guest) return countBadToken(arrival, problem('guest_link_dead'))
  const state = guestStateOf(guest.session, now)
  if (access.guest === 'admitted') {
    // Whoever was let in may stay when the time is up; whether the call still takes them is its own rule.
    if (state === 'cancelled') throw problem('guest_link_closed')
    if (guest.admission !== 'admitted') throw problem('not_let_in')
  } else if (!('whenDead' in access) && (state === 'over' || state === 'cancelled'))
    throw problem('guest_link_closed')
  return guest
}

/** What the Authorization header carries, when it is of that kind. */
export function secretOf(request: FastifyRequest, kind: 'bearer' | 'guest'): string | undefined {
  const [scheme, secret] = (request.headers.authorization ?? '').split(' ', 2)
  return scheme?.toLowerCase() === kind && secret ? secret : undefined
}

/**
 * A token or a link that is none is counted for its address, and from the limit on refused as too many. Good ones from
 * there go on working: an office has one address. So each is looked up all the same, which is one indexed read. Where a
 * route may not say 'too many', its refusal comes a second later: whoever tries has so many answers and no more.
 */
export async function countBadToken(
  { platform, request, isLimited }: Arrival,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Problem) || !countedRefusals.includes(error.code)) throw error
  const key = limitKey('address', addressKey(request.ip))
  const retryAfterSeconds = await takePoint(platform.limits.token, key)
  if (retryAfterSeconds && isLimited) throw problem('too_many', { retryAfterSeconds })
  if (retryAfterSeconds) await pause(overLimitMs)
  throw error
}

const overLimitMs = 1000
const countedRefusals: readonly string[] = ['not_signed_in', 'guest_link_dead']

/** Under which name a caller's calls are counted: a person, a link, or the address of whoever is neither. */
export function callerKey(principal: Principal, address: string): string {
  if (principal.kind === 'person') return limitKey('person', principal.id)
  if (principal.kind === 'guest') return limitKey('guest', principal.sessionId, principal.personId)
  return limitKey('address', addressKey(address))
}
