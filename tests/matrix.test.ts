import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import type { Route } from '@parley/contract/wire/route.ts'
import { table } from '@parley/contract/table.ts'
import {
  actorOf,
  cases,
  relations,
  subjectFor,
  type Actor,
  type Case,
  type Relation,
} from './support/matrix/matrix-cases.ts'
import { expectedRoutes, otherRoutes, type Expected } from './support/matrix/matrix-expected.ts'
import type { GuestCaller } from './support/browser-cookie.ts'
import { sendRoute, type Caller } from './support/matrix/matrix-send.ts'
import { guestsOfBothKinds } from './support/worlds/guest-world.ts'
import { startStack, type Stack } from './support/stack.ts'

/**
 * The authorisation matrix: every route of the server × every level and no token × own, same and other organization. The
 * expectations are in `matrix-expected.ts`, written by hand.
 */
const levelNames = Object.keys(levels) as LevelName[]
const nameOf = (entry: Route) => `${entry.method} ${entry.path}`

let stack: Stack
let waiting: GuestCaller
let letIn: GuestCaller
/** A request that is refused for its level changes nothing, so one actor per level is enough. */
let refused: Record<LevelName, Actor>
const nothing = { id: '01890000-0000-7000-8000-000000000000' }
beforeAll(async () => {
  stack = await startStack()
  ;({ waiting, letIn } = await guestsOfBothKinds(stack))
  const actors = levelNames.map(async (level) => [level, await actorOf(stack, level)] as const)
  refused = Object.fromEntries(await Promise.all(actors)) as Record<LevelName, Actor>
})
afterAll(() => stack[Symbol.asyncDispose]())

/** The routes that Fastify serves, read from the tree that it prints. */
function servedRoutes(): string[] {
  const parents: string[] = []
  return stack.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path, methods] = /^([│ ]*)[├└]── (\S+) \(([^)]+)\)$/.exec(line) ?? []
      if (path === undefined || methods === undefined) return []
      const depth = indent.length / 4
      parents.splice(depth, parents.length, `${parents[depth - 1] ?? ''}${path}`)
      const served = methods.split(', ').filter((method) => method !== 'HEAD')
      return served.map((method) => `${method} ${parents[depth]}`)
    })
}

test('the server, the table and the cases have exactly the expected routes', () => {
  const expected = Object.keys(expectedRoutes).toSorted()
  const ofTheApi = expected.map((name) => name.replace(' ', ' /api'))
  expect(servedRoutes().toSorted()).toEqual([...ofTheApi, ...otherRoutes].toSorted())
  expect(Object.values(table).map(nameOf).toSorted()).toEqual(expected)
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(table).toSorted())
})

/** The list of docs/rules.md §1 by name: a decision to open another route belongs there. */
test('only the listed routes are open without a token [WIRE-40]', () => {
  const open = Object.entries(expectedRoutes).filter(([, { who }]) => who === 'anybody')
  expect(open.map(([name]) => name).toSorted()).toEqual([
    'GET /auth/cant-log-in',
    'GET /calendar/feed/:secret',
    'GET /calls/admission',
    'GET /chat/download/:token',
    'GET /content/announcements',
    'GET /content/changes',
    'GET /content/help',
    'GET /content/pictures/:id',
    'GET /content/privacy',
    'GET /content/terms',
    'GET /health',
    'GET /privacy/copies/fetch/:token',
    'GET /ready',
    'POST /auth/confirm-email',
    'POST /auth/email-link',
    'POST /auth/forgot-password',
    'POST /auth/login',
    'POST /auth/password-link',
    'POST /auth/set-password',
    'POST /hooks/livekit',
    'POST /hooks/stripe',
    'POST /operations/web-errors',
  ])
})

/** Refused because of the caller, let in, or answered with a server error. */
type Outcome = 'not signed in' | 'level too low' | 'waits' | 'let in' | `broken: ${number}`

async function outcomeOf(entry: Route, input: Awaited<ReturnType<Case['input']>>, caller: Caller) {
  const { status, code } = await sendRoute(stack, entry, input, caller)
  const outcome: Outcome =
    status >= 500
      ? `broken: ${status}`
      : code === 'not_signed_in'
        ? 'not signed in'
        : code === 'level_too_low'
          ? 'level too low'
          : code === 'not_let_in'
            ? 'waits'
            : 'let in'
  return { status, outcome }
}

describe.each(Object.entries(table))('%s', (name, entry) => {
  const one: Case = cases[name] ?? { input: () => ({}) }
  const { who, orGuestLetIn } = expectedRoutes[nameOf(entry)] ?? { who: 'Super' as Expected['who'] }
  const isOpen = who === 'anybody'
  const isForLetIn = who === 'a guest let in' || orGuestLetIn === true

  test(`without a token is ${isOpen ? 'open' : 'answered 401'} [WIRE-40]`, async () => {
    const { status, outcome } = await outcomeOf(entry, await one.input(stack, undefined), undefined)
    expect(outcome).toBe(isOpen ? 'let in' : 'not signed in')
    expect(status === 401).toBe(!isOpen || name === 'login')
  })

  test.each(levelNames)('gives %s the expected outcome', async (level) => {
    const isLetIn = outcomeFor(level) === 'let in'
    const actor = isLetIn ? await actorOf(stack, level) : refused[level]
    const input = await one.input(stack, isLetIn ? actor : undefined)
    const { status, outcome } = await outcomeOf(entry, input, actor)
    expect(outcome).toBe(outcomeFor(level))
    expect(status === 403).toBe(outcomeFor(level) === 'level too low')
  })

  function outcomeFor(level: LevelName): Outcome {
    if (who === 'anybody') return 'let in'
    // A sign-in token is not a personal link, so guest routes do not accept it.
    if (who === 'a guest' || who === 'a guest let in') return 'not signed in'
    return levels[level] < levels[who] ? 'level too low' : 'let in'
  }

  test('lets a waiting guest in only if it is open or a route of guests [GUEST-10 GUEST-11]', async () => {
    const { status, outcome } = await outcomeOf(entry, await one.input(stack, undefined), waiting)
    expect(outcome).toBe(isOpen || who === 'a guest' ? 'let in' : isForLetIn ? 'waits' : 'not signed in')
    expect(status === 200 || isOpen).toBe(isOpen || who === 'a guest')
  })

  test('lets an admitted guest in only if it is open, a route of guests or a route of the call [GUEST-10 GUEST-12]', async () => {
    const { status, outcome } = await outcomeOf(entry, await one.input(stack, undefined), letIn)
    const isOfGuests = isOpen || who === 'a guest' || isForLetIn
    expect(outcome).toBe(isOfGuests ? 'let in' : 'not signed in')
    expect(status === 200 || isOpen || orGuestLetIn === true).toBe(isOfGuests)
  })

  test('counts against exactly its own limit', async () => {
    const actor = await actorOf(stack, 'Super')
    const input = await one.input(stack, who === 'anybody' ? undefined : actor)
    const counted = await limitsAsked(() => sendRoute(stack, entry, input, callerFor(actor)))
    // Leaves out the limits on wrong sign-in tries and on mails to one address, which are counted in addition.
    const limits = counted.filter((limit) => !['account', 'address', 'refusal', 'receiver'].includes(limit))
    const { limit } = expectedRoutes[nameOf(entry)] ?? { limit: undefined }
    expect(limits).toEqual(limit === 'none' ? [] : [limit])
  })

  const callerFor = (actor: Caller): Caller =>
    who === 'anybody' ? undefined : who === 'a guest' || who === 'a guest let in' ? letIn : actor
})

/**
 * The rate limiters that `work` takes a point from. Reads them in process, because a limiter may have points in hand and not
 * ask Redis.
 */
async function limitsAsked(work: () => Promise<unknown>): Promise<string[]> {
  const asked = new Set<string>()
  const limiters = Object.entries(stack.platform.limits).map(([name, limiter]) => {
    const consume = limiter.consume.bind(limiter) as (key: string) => Promise<never>
    limiter.consume = (key: string | number) => {
      asked.add(name)
      return consume(String(key))
    }
    return () => void (limiter.consume = consume)
  })
  await work()
  for (const giveBack of limiters) giveBack()
  return [...asked]
}

/** Written by hand: which routes a guest can reach is decided in docs/rules.md §5. */
test('exactly the listed routes are open to a guest', () => {
  const of = (kind: (row: Expected) => boolean) =>
    Object.entries(expectedRoutes)
      .filter(([, row]) => kind(row))
      .map(([name]) => name)
  expect(of(({ who }) => who === 'a guest')).toEqual([
    'GET /guest/session',
    'GET /guest/calendar-file',
    'GET /guest/admission',
    'POST /guest/admission',
    'POST /guest/admission/here',
    'POST /guest/trial',
  ])
  expect(of(({ who, orGuestLetIn }) => who === 'a guest let in' || orGuestLetIn === true)).toEqual([
    'POST /calls/:id/report',
    'PUT /calls/:id/hand',
    'PUT /calls/:id/shown',
    'GET /chat/:sessionId/messages',
    'POST /chat/:sessionId/messages',
    'POST /chat/:sessionId/files',
    'GET /chat/:sessionId/files/:sid',
    'POST /stream/connect',
    'POST /stream/signal',
    'GET /stream/:sessionId',
    'GET /guest/join',
  ])
})

/** The clients, sessions, imports and organizations that each level sees: by hand, not taken from the server's rules. */
const sees: Record<LevelName, Relation[]> = {
  Client: [],
  Coach: ['own'],
  OrgAdmin: ['own', 'same organization'],
  Admin: ['own', 'same organization', 'other organization'],
  Super: ['own', 'same organization', 'other organization'],
}

const subjects = Object.entries(cases).filter(([, one]) => one.on)
const acts = ['updateSession', 'cancelSession', 'completeSession']

describe.each(subjects.filter(([name]) => !acts.includes(name)))('%s by relation [WIRE-11]', (name, one) => {
  proveRelations(name, one)
})
/** Only the session's coach, the OrgAdmins of its organization, and Admin and above may act. */
describe.each(subjects.filter(([name]) => acts.includes(name)))(
  '%s by relation [WIRE-11 SESSION-08]',
  (name, one) => {
    proveRelations(name, one)
  },
)

function proveRelations(name: string, one: Case): void {
  const entry = table[name]
  const on = one.on
  if (!entry || !on) throw new Error(`${name} is no route with a subject`)
  const { who } = expectedRoutes[nameOf(entry)] ?? { who: 'anybody' as const }
  if (who === 'anybody' || who === 'a guest' || who === 'a guest let in')
    throw new Error(`${name} asks for no level`)
  const rows = levelNames.flatMap((level) => relations.map((relation) => [level, relation] as const))

  test.each(rows)('%s on %s gets the expected status', async (level, relation) => {
    const isTooLow = levels[level] < levels[who]
    const actor = isTooLow ? refused[level] : await actorOf(stack, level)
    const subject = isTooLow ? nothing : await subjectFor(stack, actor, on.kind, relation)
    const input = {
      params: { id: subject.id },
      ...(on.query && { query: on.query }),
      ...(on.body ? { body: on.body(actor) } : {}),
    }
    const { status } = await sendRoute(stack, entry, input, actor)
    // A coach sees the organization that they belong to.
    const isSeen =
      sees[level].includes(relation) || (on.kind === 'organization' && relation !== 'other organization')
    expect(status).toBe(isTooLow ? 403 : isSeen ? 200 : 404)
  })
}
