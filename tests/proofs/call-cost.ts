import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import { sql } from 'kysely'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import { browser } from '../support/browsers.ts'
import type { TestPerson } from '../support/make.ts'
import { startMediaNodes } from '../support/media-nodes.ts'
import { medianOf } from '../support/median.ts'
import { percentileOf } from '../support/percentile.ts'
import { startRedis } from '../support/processes.ts'
import { processorMs } from '../support/processor-time.ts'
import { enterSeen, type SeenPerson } from '../support/seen-person.ts'
import type { CallWorld } from './call-world.ts'
import type { Figures } from './proof.ts'

const addedMax = 1.05
const joinMs = 40
/** Each person writes so often. */
const writeMs = 5000

interface Given {
  calls: number
  rounds: number
  roundMs: number
  joins: number
  /** A short run shows that it works; its times say nothing. */
  isTimed: boolean
}

/** The same calls on our nodes, with webhooks, presence and a chat, and on a bare node of the media server, in turn. */
export async function proveCost(
  world: CallWorld,
  figures: Figures,
  { calls, rounds, roundMs, joins, isTimed }: Given,
): Promise<void> {
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
  for (let i = 0; i < calls; i += 1) {
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

  /** Everybody comes, stays for a while and leaves. */
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
    // What is told of their leaving belongs to it.
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
  const ours = () =>
    round(
      () =>
        Promise.all(
          people.map(async ({ person, sessionId }) =>
            enterSeen(
              node.url.replace('http', 'ws'),
              (await ask(person, `/sessions/join/${sessionId}`)).response.twilio_token,
            ),
          ),
        ),
      async () => {
        for (const { person, sessionId } of people)
          await ask(person, `/chat/${sessionId}/messages`, { client_id: randomUUID(), body: 'a word' })
      },
      async () => [
        await processorMs([node.process()]),
        await processorMs(world.apis()),
        await processorMs([worker]),
        await processorMs(await backends()),
      ],
    )
  const bare = () =>
    round(
      async () => {
        for (let i = 0; i < calls; i += 1) await bareRooms.createRoom({ name: `bare ${i}` })
        return Promise.all(
          people.map(async (_, i) =>
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
  const costs: { ours: number[]; bare: number[] }[] = []
  for (let i = 0; i < rounds; i += 1) costs.push({ ours: await ours(), bare: await bare() })
  const stays = await sql<{
    count: string
  }>`select count(*) from presence where joined_at is not null`.execute(world.db)
  figures.atLeast('stays recorded meanwhile', Number(stays.rows[0]?.count), rounds * people.length)
  if (!isTimed) return
  const sum = (parts: readonly number[]) => parts.reduce((all, ms) => all + ms, 0)
  const their = medianOf(costs.map((each) => sum(each.bare)))
  const parts = ['media node', 'API', 'worker', 'PostgreSQL'].map(
    (name, i) => `${name} ${medianOf(costs.map((each) => each.ours[i] ?? 0))}`,
  )
  figures.atMost(
    `processor time of ${calls} calls for ${roundMs / 1000} s with webhooks, presence and chat (ms: ${parts.join(', ')}) beside ${their} ms of the bare node, median of ${rounds}, times`,
    Number(medianOf(costs.map((each) => sum(each.ours) / sum(each.bare))).toFixed(2)),
    addedMax,
  )
}
