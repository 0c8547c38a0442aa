import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { eventually } from '../../support/eventually.ts'
import { inFlight } from '../../support/in-flight.ts'
import { medianOf } from '../../support/measure/statistics.ts'
import { freePort, startProcess, untilItAnswers, type Running } from '../../support/engines/processes.ts'
import { processorMs } from '../../support/measure/processors.ts'
import { readEvents } from './fanout-readers.ts'
import type { Stream } from './fanout-world.ts'
import type { Pair } from '../pair.ts'
import type { Figures } from '../proof.ts'

const ratioMax = 1.3
const peopleEach = 5
const batch = { messages: 10, everyMs: 20 }

interface FanoutOptions {
  rounds: number
  /** Messages per round. CPU time is measured in hundredths of a second, so too few messages show nothing. */
  messages: number
  isTimed: boolean
  sockets: Socket[]
}

/** Sends the same notices to the same number of streams, in turn through two API processes and through two bare relays. */
export async function proveCost(
  pair: Pair,
  streams: readonly Stream[],
  figures: Figures,
  { rounds, messages, isTimed, sockets }: FanoutOptions,
): Promise<void> {
  await using relays = new AsyncDisposableStack()
  const bare = [await startRelay(pair.redis.url), await startRelay(pair.redis.url)] as const
  for (const one of bare) relays.use(one)
  // Leave Admins out, because their notices carry no ids.
  const people = streams.flatMap(({ person }) => (person.level === 'Admin' ? [] : [person.id]))
  let heardBare = 0
  await inFlight(40, [...people.entries()], async ([i, id]) => {
    const url = `${bare[i % 2]?.url}/live?person=${id}`
    sockets.push(await readEvents(url, {}, () => (heardBare += 1)))
  })
  const redis = await createClient({ url: pair.redis.url }).connect()
  relays.defer(() => redis.destroy())

  const round = async (
    processes: readonly Running[],
    heard: () => number,
    textOf: (people: string[]) => [string, string],
  ) => {
    const [before, cpuBefore] = [heard(), await processorMs(processes)]
    for (let i = 0; i < messages; i += 1) {
      const to = Array.from(
        { length: peopleEach },
        (_, n) => people[(i * peopleEach + n) % people.length] ?? '',
      )
      void redis.publish(...textOf(to))
      if (i % batch.messages === 0) await pause(batch.everyMs)
    }
    const due = messages * peopleEach
    await eventually(
      () => heard() - before,
      (count) => count >= due,
      10_000,
    ).catch(() => {})
    const delivered = heard() - before
    return { delivered, each: (1000 * ((await processorMs(processes)) - cpuBefore)) / delivered }
  }
  const heardOurs = () => streams.reduce((sum, stream) => sum + stream.heard.length, 0)
  const notice = (i = 0) => JSON.stringify({ kind: 'session', id: people[i], version: 1 })
  const ratios: number[] = []
  const costs: { ours: number; bare: number }[] = []
  let delivered = 0
  // The first round warms both up.
  for (let i = 0; i <= rounds; i += 1) {
    const ours = await round(pair.apis, heardOurs, (to) => [
      'parley:live',
      `tell ${to.map((id) => `person:${id}`).join(' ')}\n${notice()}`,
    ])
    const theirs = await round(
      bare,
      () => heardBare,
      (to) => ['relay', `${to.join(' ')}\n${notice()}`],
    )
    if (i === 0) continue
    delivered += ours.delivered
    costs.push({ ours: ours.each, bare: theirs.each })
    ratios.push(ours.each / theirs.each)
  }
  figures.exactly('notices delivered while it was measured', delivered, rounds * messages * peopleEach)
  if (!isTimed) return
  const [ours, theirs] = [medianOf(costs.map((cost) => cost.ours)), medianOf(costs.map((cost) => cost.bare))]
  figures.atMost(
    `processor time of a notice, ${ours.toFixed(0)} µs beside ${theirs.toFixed(0)} µs of the relay, median of ${rounds} rounds, times`,
    Number(medianOf(ratios).toFixed(2)),
    ratioMax,
  )
}

async function startRelay(redisUrl: string): Promise<Running & { url: string }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['tests/proofs/live/bare-relay.ts', String(port), redisUrl, 'relay']
  const running = await startProcess({ file: process.execPath, args })
  await untilItAnswers(running, async () => (await fetch(url)).ok)
  return { ...running, url }
}
