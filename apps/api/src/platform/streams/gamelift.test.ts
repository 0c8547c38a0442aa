import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { LocationState } from '@aws-sdk/client-gameliftstreams'
import { stayAfterEndMs } from '@parley/contract/rules/calls/calls.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addresses, herePlaces } from '../../../../../scripts/engines/places.ts'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { refuse, startGameLiftServer } from '../../../../../tests/support/engines/gamelift-server.ts'
import { readConfig } from '#platform/process/config.ts'
import { openLog } from '#platform/process/log.ts'
import { closeRedis, openRedis, type Redis } from '#platform/process/redis.ts'
import { openGameLift } from './gamelift.ts'
import { NoPlace, OfferRefused, StreamGone } from './provider.ts'

const minute = 60_000
const hour = 60 * minute
const log = openLog('silent')

let redis: Redis
beforeAll(async () => {
  redis = openRedis(addresses(herePlaces()).redis.url, log)
  await eventually(
    () => redis.isReady,
    (isReady) => isReady,
  )
})
afterAll(() => closeRedis(redis))

/** A session of the maximum length, and the moment at which its join window opens. */
const begins = Date.parse('2026-11-16T14:00:00.000Z')
const opens = begins - constants.joinWindowBeforeMs
const until = begins + 8 * hour + stayAfterEndMs

type Wanted = Omit<NonNullable<Parameters<typeof startGameLiftServer>[0]>, 'now'> & { deadlineMs?: number }

/** Amazon as its SDK describes it, and our provider, both on one clock. */
async function open({ deadlineMs, ...amazonWanted }: Wanted = {}) {
  let now = opens
  const amazon = await startGameLiftServer({ now: () => now, ...amazonWanted })
  onTestFinished(() => amazon[Symbol.asyncDispose]())
  const config = readConfig({ DATABASE_URL: 'x', REDIS_URL: 'x', PARLEY_ENV: 'test', ...amazon.settings })
  const provider = openGameLift({ config, redis, log, clock: () => now, ...(deadlineMs && { deadlineMs }) })
  if (!provider) throw new Error('it is set up')
  const run = { sessionId: randomUUID(), number: 1, epoch: 1, until, holderId: randomUUID() }
  return { amazon, provider, run, later: (ms: number) => void (now += ms) }
}

/** A started run. */
async function running(wanted?: Wanted) {
  const world = await open(wanted)
  const ref = await world.provider.start(world.run)
  return { ...world, ref }
}

let offers = 0
const offerOf = (viewer: string) => {
  offers += 1
  return { viewer, personId: randomUUID(), signalRequest: JSON.stringify({ sdp: `offer ${offers}` }) }
}

test('an instance starts without a browser, with a session length that reaches two hours past the end [STREAM-34]', async () => {
  const { amazon, provider, run } = await open()
  await provider.start(run)
  expect(amazon.asked).toMatchObject([
    {
      method: 'POST',
      path: '/streamgroups/sg-1AB2C3De4/streamsessions',
      headers: { authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDOFTESTS\//) },
    },
  ])
  expect(JSON.parse(amazon.asked[0]?.body ?? '')).toEqual({
    ApplicationIdentifier: 'a-9ZY8X7Wv6',
    ClientToken: expect.stringMatching(/^[0-9a-f]{64}$/),
    Protocol: 'WebRTC',
    SignalRequest: 'NO_CLIENT_CONNECTION',
    SessionLengthSeconds: (until - opens) / 1000,
    // Amazon's maximum.
    ConnectionTimeoutSeconds: 3600,
  })
})

test("the session length reaches to the end of the run and stays within Amazon's limits", async () => {
  const { amazon, provider, run, later } = await open({ places: 9 })
  const timesAfter = async (ms: number, epoch: number) => {
    later(ms)
    await provider.start({ ...run, epoch })
    const { SessionLengthSeconds: length, ConnectionTimeoutSeconds: wait } = JSON.parse(
      amazon.asked.at(-1)?.body ?? '',
    ) as Record<string, number>
    return { length, wait }
  }
  expect(await timesAfter(7 * minute, 1)).toEqual({ length: 10.25 * 3600, wait: 3600 })
  // Half an hour and a second before the run has to end.
  expect(await timesAfter(until - opens - 7 * minute - 30 * minute - 1000, 2)).toEqual({
    length: 45 * 60,
    wait: 45 * 60,
  })
  expect(await timesAfter(2 * hour, 3)).toEqual({ length: 1, wait: 1 })
  expect((await provider.start({ ...run, epoch: 4, until: until + 96 * hour })).length).toBeGreaterThan(0)
  expect(JSON.parse(amazon.asked.at(-1)?.body ?? '')).toMatchObject({ SessionLengthSeconds: 86_400 })
})

test('starting a run again returns the same instance, and another epoch or number is another instance', async () => {
  const { provider, run, later } = await open()
  const ref = await provider.start(run)
  // Longer than the job keeps retrying a start.
  later(10 * minute)
  expect(await provider.start({ ...run })).toBe(ref)
  const others = [await provider.start({ ...run, epoch: 2 }), await provider.start({ ...run, number: 2 })]
  expect(new Set([ref, ...others]).size).toBe(3)
})

test('an instance is starting, ready or ended as Amazon reports it', async () => {
  const { amazon, provider, ref, later } = await running({ placementMs: 20_000 })
  expect(await provider.status(ref)).toBe('starting')
  later(20_000)
  expect(await provider.status(ref)).toBe('ready')
  for (const ready of ['CONNECTED', 'PENDING_CLIENT_RECONNECTION', 'RECONNECTING', 'ACTIVE'] as const) {
    amazon.set(ref, ready)
    expect(await provider.status(ref)).toBe('ready')
  }
  // A status that is not known yet counts as starting.
  amazon.set(ref, 'HIBERNATING' as 'ACTIVE')
  expect(await provider.status(ref)).toBe('starting')
  for (const ended of ['TERMINATING', 'TERMINATED', 'ERROR'] as const) {
    amazon.set(ref, ended)
    expect(await provider.status(ref)).toBe('ended')
    expect(amazon.stateOf(ref).status).toBe(ended)
  }
  amazon.forget(ref)
  expect(await provider.status(ref)).toBe('ended')
})

test('an instance that gets no place in time has ended', async () => {
  const { amazon, provider, run, later } = await running({ places: 1 })
  const first = await provider.start(run)
  expect(await provider.status(first)).toBe('ready')
  const second = await provider.start({ ...run, number: 2 })
  expect(await provider.status(second)).toBe('starting')
  later(75_000)
  expect(await provider.status(second)).toBe('ended')
  expect(amazon.stateOf(second)).toEqual({ status: 'ERROR', reason: 'placementTimeout' })
})

test('an instance ends after an hour without a viewer, and an hour after the last one left', async () => {
  const { amazon, provider, ref, run, later } = await running()
  expect(await provider.status(ref)).toBe('ready')
  later(hour)
  expect(await provider.status(ref)).toBe('ended')
  expect(amazon.stateOf(ref).reason).toBe('connectionTimeout')

  const next = await provider.start({ ...run, epoch: 2 })
  expect(await provider.signal(next, offerOf('a'))).toBeDefined()
  amazon.connect(next)
  amazon.disconnect(next)
  later(hour - 1)
  expect(await provider.status(next)).toBe('ready')
  later(1)
  expect(await provider.status(next)).toBe('ended')
  expect(amazon.stateOf(next).reason).toBe('reconnectionTimeout')
})

test('an instance that nobody stops ends 15 minutes after its time at the latest', async () => {
  const { amazon, provider, run, later } = await open()
  later(until - opens - 31 * minute)
  const ref = await provider.start(run)
  await provider.signal(ref, offerOf('a'))
  amazon.connect(ref)
  later(31 * minute)
  expect(await provider.status(ref)).toBe('ready')
  later(15 * minute)
  expect(await provider.status(ref)).toBe('ended')
  expect(amazon.stateOf(ref).reason).toBe('maxSessionLengthTimeout')
})

test('an offer is answered once the instance is ready, and the same offer gets the same answer again', async () => {
  const { provider, ref, later } = await running({ placementMs: 20_000 })
  const offer = offerOf('a')
  expect(await provider.signal(ref, offer)).toBeUndefined()
  later(20_000)
  const answer = await provider.signal(ref, offer)
  expect(answer).toBe(JSON.stringify({ answers: offer.signalRequest }))
  expect(await provider.signal(ref, offer)).toBe(answer)
  const newer = offerOf('a')
  expect(await provider.signal(ref, newer)).toBe(JSON.stringify({ answers: newer.signalRequest }))
})

test("the next holder's offer is answered once the viewer before has disconnected", async () => {
  const { amazon, provider, run, ref } = await running()
  await provider.signal(ref, offerOf('coach'))
  amazon.connect(ref)
  await provider.control(ref, run.holderId)
  const offer = offerOf('client')
  expect(await provider.signal(ref, offer)).toBeUndefined()
  amazon.disconnect(ref)
  expect(await provider.signal(ref, offer)).toBe(JSON.stringify({ answers: offer.signalRequest }))
  amazon.connect(ref)
  expect(await provider.viewers(ref)).toEqual(['client'])
})

test('an offer waits while Amazon says conflict, and fails with StreamGone if the instance is unknown', async () => {
  const { amazon, provider, ref } = await running()
  amazon.misbehave((response) => refuse(response, 409, 'ConflictException'), 'POST')
  expect(await provider.signal(ref, offerOf('late'))).toBeUndefined()
  amazon.misbehave((response) => refuse(response, 404, 'ResourceNotFoundException'), 'POST')
  await expect(provider.signal(ref, offerOf('later'))).rejects.toThrow(StreamGone)
})

test('viewers names the person who is connected, and dropping them ends the instance', async () => {
  const { amazon, provider, ref } = await running()
  expect(await provider.viewers(ref)).toEqual([])
  await provider.signal(ref, offerOf('client'))
  // An issued answer may be used at any time, so its viewer counts.
  expect(await provider.viewers(ref)).toEqual(['client'])
  amazon.connect(ref)
  expect(await provider.viewers(ref)).toEqual(['client'])
  await provider.drop(ref, 'another')
  expect(await provider.status(ref)).toBe('ready')
  await provider.drop(ref, 'client')
  expect(await provider.status(ref)).toBe('ended')
  expect(amazon.stateOf(ref).reason).toBe('apiTerminated')
  expect(await provider.viewers(ref)).toEqual([])
})

test('dropping somebody who has left does not end the instance', async () => {
  const { amazon, provider, ref } = await running()
  await provider.signal(ref, offerOf('client'))
  amazon.connect(ref)
  amazon.disconnect(ref)
  expect(await provider.viewers(ref)).toEqual([])
  await provider.drop(ref, 'client')
  expect(await provider.status(ref)).toBe('ready')
})

test('a viewer whose name Redis has lost is listed as unknown and can be dropped', async () => {
  const { amazon, provider, ref } = await running()
  await provider.signal(ref, offerOf('client'))
  amazon.connect(ref)
  await redis.del(`stream:gamelift:${ref}`)
  expect(await provider.viewers(ref)).toEqual(['unknown'])
  await provider.drop(ref, 'unknown')
  expect(await provider.status(ref)).toBe('ended')
})

test('a malformed offer is refused, and one to an ended instance fails with StreamGone', async () => {
  const { amazon, provider, ref } = await running()
  await expect(provider.signal(ref, { ...offerOf('a'), signalRequest: 'nonsense' })).rejects.toThrow(
    OfferRefused,
  )
  expect(await provider.status(ref)).toBe('ready')
  amazon.exit(ref)
  await expect(provider.signal(ref, offerOf('a'))).rejects.toThrow(StreamGone)
  amazon.forget(ref)
  await expect(provider.signal(ref, offerOf('a'))).rejects.toThrow(StreamGone)
})

test('stop fails while the instance starts, ends it after that, and does nothing to an ended one', async () => {
  const { amazon, provider, ref, later } = await running({ placementMs: 20_000 })
  await expect(provider.stop(ref)).rejects.toThrow('As the documentation says.')
  later(20_000)
  await provider.stop(ref)
  expect(amazon.stateOf(ref)).toEqual({ status: 'TERMINATING', reason: 'apiTerminated' })
  const asked = amazon.asked.length
  await provider.stop(ref)
  later(1000)
  expect(amazon.stateOf(ref).status).toBe('TERMINATED')
  amazon.forget(ref)
  await provider.stop(ref)
  expect(amazon.asked.slice(asked).map(({ method }) => method)).toEqual(['GET', 'GET'])
})

test.each([
  [429, 'ThrottlingException', 2],
  [402, 'ServiceQuotaExceededException', 1],
  [500, 'InternalServerException', 2],
])('%i %s counts as no place and is asked for twice at most', async (status, type, times) => {
  const { amazon, provider, run } = await open()
  amazon.misbehave((response) => refuse(response, status, type))
  await expect(provider.start(run)).rejects.toThrow(NoPlace)
  expect(amazon.asked).toHaveLength(times)
  amazon.misbehave(undefined)
  expect(await provider.status(await provider.start(run))).toBe('ready')
})

test("an Amazon that does not answer or can't be reached counts as no place", async () => {
  const { amazon, provider, run } = await open({ deadlineMs: 300 })
  // The server sent no answer, or cut it off in the middle.
  for (const how of [() => {}, (response: { write: (text: string) => void }) => response.write('{')]) {
    amazon.misbehave(how)
    await expect(provider.start(run)).rejects.toThrow(NoPlace)
  }
  await amazon[Symbol.asyncDispose]()
  await expect(provider.start(run)).rejects.toThrow(NoPlace)
})

test("an error that a retry can't cure is passed on", async () => {
  const { amazon, provider, run } = await open()
  for (const [status, type] of [
    [403, 'AccessDeniedException'],
    [404, 'ResourceNotFoundException'],
    [400, 'ValidationException'],
  ] as const) {
    amazon.misbehave((response) => refuse(response, status, type))
    await expect(provider.start(run)).rejects.toMatchObject({ name: type })
  }
})

test('places counts the capacity of the region in which instances start', async () => {
  const { amazon, provider, run } = await open({ places: 4 })
  expect(await provider.places()).toEqual({ free: 4, all: 4 })
  const ref = await provider.start(run)
  expect(await provider.status(ref)).toBe('ready')
  expect(await provider.places()).toEqual({ free: 3, all: 4 })
  const here = { LocationName: 'us-east-2', Status: 'ACTIVE' } as const
  const unbounded = { free: Infinity, all: Infinity }
  const counts: [LocationState, { free: number; all: number }][] = [
    // On-demand places count as free too.
    [
      { ...here, AlwaysOnCapacity: 1, OnDemandCapacity: 4, AllocatedCapacity: 2, IdleCapacity: 1 },
      { free: 4, all: 5 },
    ],
    [
      { ...here, MaximumCapacity: 2, AllocatedCapacity: 3, IdleCapacity: 0 },
      { free: 0, all: 2 },
    ],
    [
      { ...here, Status: 'ACTIVATING', MaximumCapacity: 2 },
      { free: 0, all: 0 },
    ],
    [{ ...here, AllocatedCapacity: undefined, IdleCapacity: undefined }, unbounded],
    [
      { ...here, LocationName: 'eu-west-1', MaximumCapacity: 2, AllocatedCapacity: 2, IdleCapacity: 0 },
      unbounded,
    ],
  ]
  for (const [location, count] of counts) {
    amazon.setLocation(location)
    expect(await provider.places()).toEqual(count)
  }
})

test('without a stream group there is no provider', () => {
  const config = readConfig({ DATABASE_URL: 'x', REDIS_URL: 'x', PARLEY_ENV: 'test' })
  expect(openGameLift({ config, redis, log, clock: Date.now })).toBeUndefined()
})

test('the documentation says that GameLift Streams was not run against Amazon [STREAM-37]', () => {
  const docs = new URL('../../../../../docs/', import.meta.url)
  for (const page of ['decisions/0036-gamelift.md', 'configuration.md'])
    expect(readFileSync(new URL(page, docs), 'utf8')).toContain('was not run against Amazon')
})
