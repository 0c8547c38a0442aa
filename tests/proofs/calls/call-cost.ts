import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { sql } from 'kysely'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { browser } from '../../support/browser-cookie.ts'
import type { TestPerson } from '../../support/make.ts'
import { startMediaNodes } from '../../support/calls/media-nodes.ts'
import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { startRedis } from '../../support/engines/processes.ts'
import { processorMs } from '../../support/measure/processors.ts'
import { enterSeen, type SeenPerson } from '../../support/calls/seen-person.ts'
import type { CallWorld } from './call-world.ts'
import type { Figures, ProofOptions } from '../proof.ts'

/** The most that each further call may cost on top of the bare media server, as a fraction of the bare server's cost. */
const addedMax = 0.1
const joinMs = 40
/** How often each person writes a chat message. */
const writeMs = 5000

interface CostOptions {
  /** The numbers of calls to measure; a line is fitted through the results. */
  calls: readonly number[]
  rounds: number
  roundMs: number
  joins: number
  /** False in a short run, which checks only that everything works: its times mean nothing. */
  isTimed: boolean
  say: ProofOptions['say']
}

/** Runs the same calls in turn on our node, with webhooks, presence and chat, and on a bare node of the media server. */
export async function proveCost(
  world: CallWorld,
  figures: Figures,
  { calls, rounds, roundMs, joins, isTimed, say }: CostOptions,
): Promise<void> {
  // Long because ours and the bare node are measured in turns, on one set of engines.
  await using stack = new AsyncDisposableStack()
  const [node] = world.nodes
  if (!node) throw new Error('there is no media node')
  const worker = stack.use(await world.startWorker())
  const redis = stack.use(await startRedis())
  const bareNodes = stack.use(await startMediaNodes({ count: 1, redisPort: redis.port }))
  const [bareNode] = bareNodes.nodes
  if (!bareNode) throw new Error('there is no bare node')

  const ask = async (person: TestPerson, path: string, body?: object) => {
    const reply = await fetch(`${world.apiUrl}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...browser() },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path} is answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as { response: { twilio_token: string } }
  }
  const people: { person: TestPerson; sessionId: string }[] = []
  for (let i = 0; i < Math.max(...calls); i += 1) {
    const [coach, other] = [await world.person('Dana', `${i}`), await world.person('Tomás', `${i}`)]
    const sessionId = await world.session(coach, other)
    await world.placeCall(sessionId, node.name)
    people.push({ person: coach, sessionId }, { person: other, sessionId })
  }

  const times: number[] = []
  for (let i = 0; i < joins; i += 1) {
    const one = people[i % people.length]
    if (!one) continue
    const begun = performance.now()
    await ask(one.person, `/sessions/join/${one.sessionId}`)
    times.push(performance.now() - begun)
  }
  const slow = `the way in, of ${joins}: median ${medianOf(times).toFixed(1)} ms, p95`
  if (isTimed) figures.atMost(slow, percentileOf(times, 0.95), joinMs, ' ms')
  else figures.exactly('ways in given', times.length, joins)

  const { key, secret } = addresses(herePlaces()).media
  const bareRooms = new RoomServiceClient(bareNode.url, key, secret)
  async function bareToken(identity: string, room: string): Promise<string> {
    const token = new AccessToken(key, secret, { identity })
    token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: true })
    return token.toJwt()
  }

  /** Everybody joins, stays for `roundMs` and leaves. Returns the CPU time used. */
  async function round(
    enter: () => Promise<SeenPerson[]>,
    during: () => Promise<void>,
    cpu: () => Promise<number[]>,
  ) {
    const before = await cpu()
    const inside = await enter()
    const until = performance.now() + roundMs
    while (performance.now() < until) {
      await during()
      await pause(Math.min(writeMs, Math.max(0, until - performance.now())))
    }
    for (const one of inside) await one.leave()
    // Handling their departure is part of the cost.
    await pause(1000)
    const after = await cpu()
    return after.map((ms, i) => ms - (before[i] ?? 0))
  }
  const backends = async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      world.db,
    )
    return rows
  }
  const ours = (count: number) =>
    round(
      () =>
        Promise.all(
          people
            .slice(0, 2 * count)
            .map(async ({ person, sessionId }) =>
              enterSeen(
                node.url.replace('http', 'ws'),
                (await ask(person, `/sessions/join/${sessionId}`)).response.twilio_token,
              ),
            ),
        ),
      async () => {
        for (const { person, sessionId } of people.slice(0, 2 * count))
          await ask(person, `/chat/${sessionId}/messages`, { client_id: randomUUID(), body: 'a word' })
      },
      async () => [
        await processorMs([node.process()]),
        await processorMs(world.apis()),
        await processorMs([worker]),
        await processorMs(await backends()),
      ],
    )
  const bare = (count: number) =>
    round(
      async () => {
        for (let i = 0; i < count; i += 1) await bareRooms.createRoom({ name: `bare ${i}` })
        return Promise.all(
          people
            .slice(0, 2 * count)
            .map(async (_, i) =>
              enterSeen(
                bareNode.url.replace('http', 'ws'),
                await bareToken(`person ${i}`, `bare ${Math.floor(i / 2)}`),
              ),
            ),
        )
      },
      () => Promise.resolve(),
      async () => [await processorMs([bareNode.process()])],
    )
  const costs: Cost[] = []
  for (let i = 0; i < rounds; i += 1)
    for (const count of calls) {
      costs.push({ calls: count, ours: await ours(count), bare: await bare(count) })
      if (isTimed) say(`  ${textOf(costs.at(-1))}`)
    }
  const stays = await sql<{
    count: string
  }>`select count(*) from presence where joined_at is not null`.execute(world.db)
  figures.atLeast(
    'stays recorded meanwhile',
    Number(stays.rows[0]?.count),
    rounds * 2 * calls.reduce((all, count) => all + count),
  )
  if (!isTimed) return
  const lines = parts.map((_, part) => lineThrough(costs.map((one) => [one.calls, one.ours[part] ?? 0])))
  const bareLine = lineThrough(costs.map((one) => [one.calls, sum(one.bare)]))
  const added = lineThrough(costs.map((one) => [one.calls, sum(one.ours) - sum(one.bare)]))
  const rounded = ({ fixed, each }: Line) => `${fixed.toFixed(0)} + ${each.toFixed(0)} for each call`
  say(`  in ms of processor time for ${roundMs / 1000} s, over ${calls.join(', ')} calls:`)
  parts.forEach((name, part) => say(`    ${name}: ${rounded(lines[part] ?? bareLine)}`))
  say(`    bare media server: ${rounded(bareLine)}`)
  figures.atMost(
    `each further call beside the bare media server's own ${bareLine.each.toFixed(0)} ms (we add ${rounded(added)}), times`,
    Number((added.each / bareLine.each).toFixed(2)),
    addedMax,
  )
}

const parts = ['media node', 'API', 'worker', 'PostgreSQL']
const sum = (ms: readonly number[]) => ms.reduce((all, one) => all + one, 0)

interface Cost {
  calls: number
  /** CPU time of each part in milliseconds, in the order of `parts`. */
  ours: number[]
  bare: number[]
}

const textOf = (cost: Cost | undefined): string =>
  cost === undefined
    ? ''
    : `${cost.calls} calls: ${parts.map((name, i) => `${name} ${cost.ours[i]}`).join(', ')} ms; bare ${sum(cost.bare)} ms`

interface Line {
  /** The cost without any call. */
  fixed: number
  each: number
}

/** Fits a line by least squares. */
function lineThrough(points: readonly (readonly [calls: number, ms: number])[]): Line {
  const mean = (values: readonly number[]) => sum(values) / values.length
  const [meanCalls, meanMs] = [mean(points.map(([calls]) => calls)), mean(points.map(([, ms]) => ms))]
  const each =
    sum(points.map(([calls, ms]) => (calls - meanCalls) * (ms - meanMs))) /
    sum(points.map(([calls]) => (calls - meanCalls) ** 2))
  return { fixed: meanMs - each * meanCalls, each }
}
