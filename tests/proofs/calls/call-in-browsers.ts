import { eventually } from '../../support/eventually.ts'
import type { MediaNode } from '../../support/calls/media-nodes.ts'
import type { Namespace } from '../../support/relays/namespace.ts'
import { enterInBrowser, type CallBrowser } from './call-browsers.ts'
import type { CallWorld } from './call-world.ts'
import { worstOf } from '../proof.ts'

export type Call = Awaited<ReturnType<typeof openCall>>

/** Opens a call of two browsers, Dana on this machine and Tomás in the namespace, who see and hear each other. */
export async function openCall(world: CallWorld, line: Namespace) {
  await using stack = new AsyncDisposableStack()
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  let sessionId = await world.session(coach, other)
  const given = { origin: world.origin, sessionId }
  const dana = stack.use(await enterInBrowser({ ...given, token: coach.token, name: 'Dana' }))
  const tomas = stack.use(await enterInBrowser({ ...given, token: other.token, name: 'Tomás', line }))
  const people = [dana, tomas] as const
  const written: string[] = []
  let count = 0

  /** Time from `since` until picture and sound of the other arrive over connection number `from` or a later one. */
  async function untilBack(
    person: CallBrowser,
    { since, from = 0, hears = true }: { since: number; from?: number; hears?: boolean },
  ): Promise<number> {
    const whats = hears ? (['picture', 'sound'] as const) : (['picture'] as const)
    return worstOf(await Promise.all(whats.map((what) => person.first(what, since, from)))) - since
  }
  async function write(): Promise<void> {
    for (const person of people) {
      const text = `word ${(count += 1)} of ${person.name}`
      written.push(text)
      await person.say(text)
    }
  }
  const since = Date.now()
  for (const person of people) await untilBack(person, { since })

  const owned = stack.move()
  return {
    people,
    write,
    untilBack,
    /** Both leave and start another call on that node. */
    moveTo: async (node: string): Promise<number> => {
      sessionId = await world.session(coach, other)
      written.length = 0
      await world.placeCall(sessionId, node)
      const begun = Date.now()
      await Promise.all(people.map((person) => person.enter(sessionId)))
      return worstOf(await Promise.all(people.map((person) => untilBack(person, { since: begun }))))
    },
    setMuted: async ({ page, name }: CallBrowser, isMuted: boolean): Promise<void> => {
      await page.getByRole('button', { name: isMuted ? 'Mute, Mic on' : 'Unmute, Muted' }).click()
      const other = name === 'Dana' ? tomas : dana
      await other.page.getByRole('figure', { name: /^[^,]+ (?:Whitfield|Aguilar), muted/ }).waitFor({
        state: isMuted ? 'attached' : 'detached',
      })
    },
    /** Kills the call's node, lets both write while it is down, and restarts it once both are back on the other node. */
    killNode: async (): Promise<number[]> => {
      const node = await carrierOf(world.nodes)
      const from = await Promise.all(people.map((person) => person.connections()))
      const killed = Date.now()
      await node.process().stop('SIGKILL')
      await write()
      const times = await Promise.all(
        people.map((person, i) => untilBack(person, { since: killed, from: from[i] ?? 0 })),
      )
      await write()
      await node.start()
      return times
    },
    compareWords: async (): Promise<string> => {
      for (const person of people) {
        const shown = await eventually(person.messages, (texts) => texts.length >= written.length, 30_000)
        if (shown.toSorted().join() !== written.toSorted().join())
          return `${person.name} has ${shown.join()} of ${written.join()}`
      }
      return 'yes'
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Finds the node that carries the call by the nodes' own metrics. */
async function carrierOf(nodes: readonly MediaNode[]): Promise<MediaNode> {
  const people = async ({ ports }: MediaNode) => {
    const page = await (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text()
    return Number(/^livekit_participant_total(?:\{[^}]*\})? ([\d.e+]+)$/m.exec(page)?.[1] ?? 0)
  }
  const counts = await Promise.all(nodes.map(people))
  const found = nodes.find((_, i) => counts[i] === 2)
  if (!found) throw new Error(`no node carries both: ${counts.join()}`)
  return found
}
