import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { ParticipantInfo_State, RoomServiceClient } from 'livekit-server-sdk'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { enterCall } from '../../support/calls/call-people.ts'
import { eventually } from '../../support/eventually.ts'
import { makers } from '../../support/make.ts'
import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { openCallWorld, type CallWorld } from '../calls/call-world.ts'
import { startHostilePerson } from './hostile-person.ts'
import { startLateWebhooks } from './late-webhooks.ts'
import { openFigures, worstOf, type ProofOptions } from '../proof.ts'
import { losingRounds, type Losing } from './removal-rounds.ts'

/** It measures times of a second or less after each act. */
export const isByTheClock = true

export const about =
  'A person who is removed, turned away, deleted, demoted, moved or given another email address while they reconnect in every way as fast as they can is out within 1 s, 99 times in a hundred, and never in again, even when the media server’s notices are late or lost.'

export const promises = ['CALL-46']

const sizes = { full: { rounds: 200, atOnce: 2 }, short: { rounds: 7, atOnce: 4 } }
/** The longest time for which they come and go before they lose access, and the time they must stay out afterwards. */
const beforeMs = 400
const quietMs = 2000
/** Ends a round even if they keep getting back in. */
const roundMaxMs = 20_000
const lookEveryMs = 20
/** The short form shares the machine with other tests, so it checks only the order of events and that it ends. */
const outMaxMs = { full: 1000, short: 8000 }

const { media } = addresses(herePlaces())

export async function prove({ size, seed, say, only }: ProofOptions) {
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  using webhooks = await startLateWebhooks()
  await using world = await openCallWorld({ webhooks: [webhooks.url] })
  webhooks.passOnTo(`${world.origin}/api/hooks/livekit`)
  await using _worker = await world.startWorker()
  const make = makers(world.db, Date.now)
  const kinds = losingRounds(world, make, await make.person({ level: 'Super' }))
  const { atOnce } = sizes[size]
  const rounds = only === undefined ? sizes[size].rounds : Number(only)
  const done: Round[] = []
  for (let at = 0; at < rounds; at += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, rounds - at) }, async (_, i) => {
      const open = kinds[(at + i) % kinds.length]
      if (!open) throw new Error('there is no such round')
      return playRound(world, await open(`${at + i}`), choose)
    })
    done.push(...(await Promise.all(some)))
    if (size === 'full' && at % 20 === 0)
      say(`  ${done.length} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`)
  }
  for (const reason of new Set(done.map((one) => one.reason))) {
    const times = done.filter((one) => one.reason === reason).map(({ outMs }) => outMs)
    say(`  ${reason}: median ${medianOf(times).toFixed(0)} ms, worst ${worstOf(times).toFixed(0)} ms`)
  }
  const times = done.map(({ outMs }) => outMs)
  figures.atMost(
    `out of the call after the act was answered, 99 of 100 (load ${loadavg()[0]?.toFixed(1)})`,
    percentileOf(times, 0.99),
    outMaxMs[size],
    ' ms',
  )
  const sum = (of: (round: Round) => number) => done.reduce((all, round) => all + of(round), 0)
  figures.exactly(
    'connections that the media server still had at the end of a round',
    sum((one) => one.stillOpen),
    0,
  )
  figures.exactly('people still in a room at the end', await leftIn(world, done), 0)
  figures.atLeast('connects that were let in, each round', sum((one) => one.letIn) / rounds, 1)
  figures.atLeast('connects that were refused, each round', sum((one) => one.refused) / rounds, 1)
  figures.exactly(
    'other ways that were open to what was asked after the answer',
    [...new Set(done.flatMap(({ waysOpen }) => waysOpen))].join(', ') || 'none',
    'none',
  )
  return figures.all
}

interface Round {
  reason: string
  room: string
  /** From the act to their last moment in the room, by the media server's list and their own connections. */
  outMs: number
  /** Ways other than the media server that worked for a request sent after the act was answered. */
  waysOpen: readonly string[]
  stillOpen: number
  letIn: number
  refused: number
  personId: string
}

/** A person keeps joining, loses access in between, and must stay out. */
async function playRound(world: CallWorld, losing: Losing, choose: () => number): Promise<Round> {
  const { way, personId, reason, node } = losing
  const service = new RoomServiceClient(node.url, media.key, media.secret)
  const room = roomOf(way.twilio_token)
  const isListed = async () => (await listed(service, room, personId)) > 0
  // Half of them publish media first, so that there is a join webhook that may be late or lost.
  const withMedia =
    choose() < 0.5 ? await enterCall(node.url.replace('http', 'ws'), way.twilio_token) : undefined
  const hostile = startHostilePerson({
    mediaUrl: `${world.origin.replace('http', 'ws')}/${node.name}`,
    token: way.twilio_token,
    browser: losing.browser,
    ways: losing.ways,
    renew: losing.renew,
    choose,
  })
  await eventually(
    () => hostile.counts().letIn,
    (letIn) => letIn > 0,
  )
  await pause(beforeMs * choose())
  await losing.act()
  const since = performance.now()
  let lastSeen = since
  for (;;) {
    const now = performance.now()
    if (hostile.isConnected() || (await isListed())) lastSeen = performance.now()
    if (now - lastSeen > quietMs || now - since > roundMaxMs) break
    await pause(lookEveryMs)
  }
  const stillOpen = await hostile.stop()
  await withMedia?.leave()
  const { letIn, refused } = hostile.counts()
  const lastIn = hostile.lastIn()
  const waysOpen = [...lastIn].filter(([, at]) => at > since).map(([name]) => name)
  const outMs = lastSeen - since
  return { reason, room, outMs, waysOpen, stillOpen, letIn, refused, personId }
}

/** A person's connections to a room. The API lists people it looks for there as disconnected (platform/media/media.ts). */
async function listed(service: RoomServiceClient, room: string, personId: string): Promise<number> {
  const people = await service.listParticipants(room)
  return people.filter(
    ({ identity, state }) => identity.startsWith(personId) && state !== ParticipantInfo_State.DISCONNECTED,
  ).length
}

/** Counts, after all rounds, the people who are still listed in a room that they lost. */
async function leftIn(world: CallWorld, done: readonly Round[]): Promise<number> {
  const [node] = world.nodes
  const service = new RoomServiceClient(node?.url ?? '', media.key, media.secret)
  let left = 0
  for (const { room, personId } of done) {
    left += await listed(service, room, personId)
  }
  return left
}

const roomOf = (token: string): string => {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    video: { room: string }
  }
  return claims.video.room
}
