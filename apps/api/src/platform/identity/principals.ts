import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Access } from '@parley/contract/wire/route.ts'
import { guestStateOf } from '@parley/contract/rules/calls/guest-states.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import type { Guest, Person, Platform, Principal, Visitor } from '#platform/process/context.ts'
import { deviceOf } from './device.ts'
import { addressKey, limitKey, takePoint } from './limits.ts'
import { Problem, problem } from '#platform/http/problem.ts'

/** The type of principal that a route's handler gets, by its entry's access. */
export type PrincipalFor<A extends Access> = A extends { open: unknown }
  ? A extends { open: true }
    ? Visitor
    : Visitor | Person
  : A extends { level: unknown; guest: unknown }
    ? Person | Guest
    : A extends { guest: unknown }
      ? Guest
      : Person

/** How to find each kind of caller; the features provide these. */
export interface Authenticators {
  /** Finds the owner of a token, or throws the refusal. */
  person: (platform: Platform, token: string, now: number, isBackground: boolean) => Promise<Person>
  /** Finds the guest of a link's secret, if the link is valid. */
  guest: (
    db: Platform['database']['db'],
    config: Platform['config'],
    secret: string,
    device: string | undefined,
  ) => Promise<Guest | undefined>
}

/** An incoming request, before any of its body is read. */
export interface Arrival {
  platform: Platform
  authenticators: Authenticators
  request: FastifyRequest
  now: number
  /** Whether the route may answer 'too many'. */
  isLimited: boolean
}

/** The caller, or the refusal. There is one function for each kind of access. */
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
  // Checked before the level: until the second factor is set up, other routes refuse without revealing what is allowed.
  if (person.isSecondFactorMissing && !access.beforeSecondFactor) throw problem('second_factor_needed')
  if (!isAtLeast(person.privs, access.level)) throw problem('level_too_low')
  return person
}

/** A guest is identified by the link's secret alone. It travels in the header, never in a URL of the API. */
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
    // An admitted guest may stay when the time is up; whether they may still join the call is a separate rule.
    if (state === 'cancelled') throw problem('guest_link_closed')
    if (guest.admission !== 'admitted') throw problem('not_let_in')
  } else if (!('whenDead' in access) && (state === 'over' || state === 'cancelled'))
    throw problem('guest_link_closed')
  return guest
}

/** The secret in the Authorization header, if it has that scheme. */
export function secretOf(request: FastifyRequest, kind: 'bearer' | 'guest'): string | undefined {
  const [scheme, secret] = (request.headers.authorization ?? '').split(' ', 2)
  return scheme?.toLowerCase() === kind && secret ? secret : undefined
}

/**
 * Counts an invalid token or link for its address, and past the limit refuses it as too many. Valid ones from the same
 * address keep working, since an office shares one address. So each is still looked up, which is one indexed read. Where a
 * route may not answer 'too many', the refusal is delayed by a second, which bounds how many guesses get an answer.
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

/** The key under which a caller's calls are counted: the person, the link, or else the address. */
export function callerKey(principal: Principal, address: string): string {
  if (principal.kind === 'person') return limitKey('person', principal.id)
  if (principal.kind === 'guest') return limitKey('guest', principal.sessionId, principal.personId)
  return limitKey('address', addressKey(address))
}
