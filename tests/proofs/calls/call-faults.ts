import { setTimeout as pause } from 'node:timers/promises'
import { buildWebIfStale } from '../../../scripts/web-build.ts'
import { eventually } from '../../support/eventually.ts'
import { openNamespace, type Namespace } from '../../support/relays/namespace.ts'
import { medianOf, percentileOf } from '../../support/measure/statistics.ts'
import { openCall, type Call } from './call-in-browsers.ts'
import { proveShort } from './call-faults-short.ts'
import { openCallWorld } from './call-world.ts'
import { openFigures, worstOf, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'A call of two browsers survives the death of its media node, of the API and of Redis, and network cuts of 5, 20 and 60 s in a network namespace: it reconnects automatically, muted people stay muted, and no chat message is lost or doubled (the short form has people without browsers and cuts only the signalling).'

export const promises = ['R6', 'R7']

const nodeKills = 20
/** How long picture and sound may be gone after a node is killed, at the 95th percentile. */
const backMs = 10_000
/**
 * How much longer than before the fault, under the machine's current load, sound and picture may freeze. A picture that
 * changes resolution, as on any weak connection, freezes for 2 s at times.
 */
const unnoticedMs = { sound: 1000, picture: 2500 }
const calmMs = 8000
/** The first cut comes this long after the call began, when the 5-minute join token has long expired. */
const firstCutMs = 12 * 60_000
const cutsMs = [20_000, 5000, 60_000]
/** Counts from the moment when the network is back, however long it was gone. */
const backAfterCutMs = 15_000
const silentMs = 2000
const lastWordsMs = 15_000

export async function prove({ size, say }: ProofOptions) {
  if (size === 'short') return proveShort({ say })
  const figures = openFigures(say)
  buildWebIfStale()
  await using line = await openNamespace()
  await using world = await openCallWorld({ line })
  await using call = await openCall(world, line)

  say('The API process that is asked first is killed:')
  await unnoticed(call, figures, async () => {
    await world.killApi()
    await call.write()
    await pause(calmMs)
  })
  // Start it outside the measurement: a start occupies one of the machine's few processors for a second.
  await world.startApi()

  say('Redis is restarted:')
  await unnoticed(call, figures, async () => {
    await world.stopRedis()
    await world.startRedis()
    await pause(5000)
  })
  await call.write()
  figures.exactly('both have the words that were written, each once', await call.compareWords(), 'yes')
  for (const node of world.nodes) {
    const ms = await call.moveTo(node.name)
    figures.atMost(`a new call on ${node.name}: picture and sound both ways`, ms / 1000, 30, ' s')
  }

  const begun = Date.now()
  say(
    `The network is cut, of somebody who is muted, for the first time after ${firstCutMs / 60_000} minutes:`,
  )
  await pause(begun + firstCutMs - Date.now())
  for (const ms of cutsMs) await cut(call, line, ms, { figures, say })

  say(`The node of the call is killed ${nodeKills} times:`)
  const times: number[] = []
  for (let kill = 1; kill <= nodeKills; kill += 1) {
    const found = await call.killNode()
    times.push(...found)
    say(`  ${kill}: ${found.map((ms) => `${(ms / 1000).toFixed(1)} s`).join(' and ')}`)
  }
  figures.atMost('picture and sound again, median', medianOf(times) / 1000, backMs / 1000, ' s')
  figures.atMost('picture and sound again, 95 of 100', percentileOf(times, 0.95) / 1000, backMs / 1000, ' s')
  figures.exactly('both have the words that were written, each once', await call.compareWords(), 'yes')
  return figures.all
}

/** Checks that sound and picture freeze hardly longer than before, and that nobody is told of a lost connection. */
async function unnoticed({ people }: Call, figures: Figures, harm: () => Promise<void>): Promise<void> {
  const begun = Date.now()
  await pause(calmMs)
  const since = Date.now()
  await harm()
  const ended = Date.now()
  for (const { name, since: heardSince } of people) {
    const heard = await heardSince(begun)
    for (const what of ['sound', 'picture'] as const) {
      const moments = heard.filter((each) => each.what === what).map(({ at }) => at)
      const still = (from: number, to: number) =>
        longestGap([from, ...moments.filter((at) => from < at && at < to), to])
      const most = still(begun, since) + unnoticedMs[what]
      figures.atMost(`${name}: longest still ${what}`, still(since, ended), most, ' ms')
    }
    const told = heard.filter(({ what, at }) => what === 'told' && at > since)
    figures.exactly(`${name}: looks at which a lost connection was told`, told.length, 0)
  }
}

const longestGap = (moments: readonly number[]): number =>
  worstOf(moments.slice(1).map((at, i) => at - (moments[i] ?? at)))

async function cut(
  call: Call,
  line: Namespace,
  ms: number,
  { figures, say }: { figures: Figures; say: ProofOptions['say'] },
): Promise<void> {
  const [dana, tomas] = call.people
  await call.setMuted(tomas, true)
  // Sound from before the muting may still be in transit, for seconds after a cut; wait until all of it has arrived.
  const mutedAt = Date.now()
  const isSilent = async () => (await dana.since(Date.now() - silentMs)).every(({ what }) => what !== 'sound')
  await eventually(isSilent, Boolean, lastWordsMs)
  say(
    `  what was said before was heard ${((Date.now() - silentMs - mutedAt) / 1000).toFixed(1)} s after muting`,
  )
  const since = Date.now()
  await line.cut()
  await pause(ms / 2)
  await call.write()
  await pause(ms / 2)
  await line.join()
  const joined = Date.now()
  const name = `${ms / 1000} s`
  const [seen, saw] = [
    await call.untilBack(dana, { since: joined, hears: false }),
    await call.untilBack(tomas, { since: joined }),
  ]
  figures.atMost(`${name}: back after`, Math.max(seen, saw) / 1000, backAfterCutMs / 1000, ' s')
  // The rest of the name may say that the connection is weak.
  await dana.page.getByRole('figure', { name: /^Tomás Aguilar, muted/ }).waitFor()
  await pause(2000)
  const sounds = (await dana.since(since)).filter(({ what }) => what === 'sound')
  figures.exactly(`${name}: looks at which the muted one was heard`, sounds.length, 0)
  await call.setMuted(tomas, false)
  await call.untilBack(dana, { since: Date.now() })
}
