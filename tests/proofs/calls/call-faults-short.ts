import { setTimeout as pause } from 'node:timers/promises'
import { mediaAnswers } from '../../../scripts/engines/livekit.ts'
import { eventually } from '../../support/eventually.ts'
import type { MediaNode } from '../../support/calls/media-nodes.ts'
import { enterSeen, type SeenPerson } from '../../support/calls/seen-person.ts'
import { tcpCut } from '../../support/relays/tcp-cut.ts'
import { openCallWorld, type CallWorld } from './call-world.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from '../proof.ts'

const patienceMs = 60_000
const cutMs = 5000
const ownTriesMs = 15_000
/** Allows for other tests on a small machine. */
const stillMs = 5000

/**
 * The small form, for every run of the tests. It uses no browsers, which would need both processors; its people connect to
 * the media node directly, as the front proxy does. Namespaces are not available everywhere, so only signalling is cut.
 */
export async function proveShort({ say }: Pick<ProofOptions, 'say'>) {
  const figures = openFigures(say)
  await using world = await openCallWorld()
  await using call = await openCall(world, 'n1')
  await untilSeen(call.people)

  await goesOn(call, figures, 'an API process is killed', async () => {
    await world.killApi()
    await call.wayIn()
    await world.startApi()
  })
  await goesOn(call, figures, 'Redis is away', async () => {
    await world.stopRedis()
    const [node] = world.nodes
    if (!node) throw new Error('there is no node')
    await eventually(
      () => health(node),
      (status) => status === 406,
      patienceMs,
    )
    await mediaAnswers(node.ports)
    await world.startRedis()
  })
  for (const { name } of world.nodes) {
    await using another = await openCall(world, name)
    figures.exactly('a new call after that: its node', another.node, name)
    figures.atMost(
      'a new call after that: both see each other after',
      (await untilBack(another)) / 1000,
      60,
      ' s',
    )
  }
  call.relay.cut()
  await pause(cutMs)
  call.relay.join()
  figures.atMost('signalling was cut for 5 s: back after', (await untilBack(call)) / 1000, 30, ' s')

  const [old, other] = world.nodes
  if (!old || !other) throw new Error('there are not two nodes')
  const since = Date.now()
  // A draining node waits for its people until the process manager's kill deadline.
  const ended = old.process().stop('SIGTERM')
  await eventually(
    () => old.process().log(),
    (log) => log.includes('waiting for participants to exit'),
    patienceMs,
  )
  for (const { pictures } of call.people)
    await eventually(
      () => pictures.filter((at) => at > since).length,
      (count) => count > 0,
      patienceMs,
    )
  call.target.port = other.ports.http
  await ended
  figures.atMost('both see each other again, on the other node', (await untilBack(call)) / 1000, 60, ' s')
  return figures.all
}

type SeenCall = Awaited<ReturnType<typeof openCall>>

/** Puts two people in a new call on that node. */
async function openCall(world: CallWorld, node: string) {
  await using stack = new AsyncDisposableStack()
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  const sessionId = await world.session(coach, other)
  await world.placeCall(sessionId, node)
  const wayIn = async (token = coach.token): Promise<{ twilio_token: string; media_url: string }> => {
    const reply = await fetch(`${world.origin}/api/sessions/join/${sessionId}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!reply.ok) throw new Error(`no way in: ${await reply.text()}`)
    // The shape that the contract declares.
    return ((await reply.json()) as { response: { twilio_token: string; media_url: string } }).response
  }
  const { media_url } = await atLast(wayIn)
  const carrier = world.nodes.find(({ name }) => media_url.endsWith(`/${name}`))
  if (!carrier) throw new Error(`no node is at ${media_url}`)
  const target = { host: '127.0.0.1', port: carrier.ports.http }
  const relay = stack.use(await tcpCut(target))
  let owner: AsyncDisposableStack = stack
  const people: SeenPerson[] = []
  const enter = async () => {
    people.length = 0
    for (const { token } of [coach, other])
      people.push(
        owner.use(
          await atLast(async () =>
            enterSeen(`ws://127.0.0.1:${relay.port}`, (await wayIn(token)).twilio_token),
          ),
        ),
      )
  }
  await enter()
  const owned = stack.move()
  owner = owned
  return {
    ...{ people, relay, target, wayIn, enter },
    node: carrier.name,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/**
 * For some seconds after Redis is back, the API has not reconnected to it and the nodes have not found each other. A page
 * retries during that time, and so does this.
 */
async function atLast<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  for (let left = 10; ; left -= 1) {
    try {
      return await act()
    } catch (error) {
      if (left === 0) throw error
      await pause(1000)
    }
  }
}

/**
 * Waits until people who may have lost their connection see each other again. The client library reconnects on its own, but
 * sometimes gives up silently; a page then requests a new join token, and so does this.
 */
async function untilBack({ people, enter }: SeenCall): Promise<number> {
  const since = Date.now()
  await untilSeen(people, ownTriesMs).catch(async () => {
    for (const each of people) await each.leave()
    await enter()
    await untilSeen(people)
  })
  return Date.now() - since
}

/** Waits until each sees the other, and returns how long that took. */
async function untilSeen(people: readonly SeenPerson[], forMs = patienceMs): Promise<number> {
  const since = Date.now()
  const first = ({ pictures }: SeenPerson) => pictures.find((at) => at > since)
  const firsts = await eventually(
    () => people.map(first),
    (found) => found.every((at) => at !== undefined),
    forMs,
  )
  return worstOf(firsts.filter((at) => at !== undefined)) - since
}

async function goesOn(
  { people }: SeenCall,
  figures: Figures,
  name: string,
  harm: () => Promise<void>,
): Promise<void> {
  const since = Date.now()
  await harm()
  await untilSeen(people)
  const gaps = people.map(({ pictures }) => {
    const moments = [since, ...pictures.filter((at) => at > since)]
    return worstOf(moments.slice(1).map((at, i) => at - (moments[i] ?? at)))
  })
  figures.atMost(`${name}: longest still picture`, worstOf(gaps), stillMs, ' ms')
}

const health = async ({ url }: MediaNode): Promise<number> => (await fetch(url)).status
