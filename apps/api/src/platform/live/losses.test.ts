import { expect, test } from 'vitest'
import { eventually } from '../../../../../tests/support/eventually.ts'
import { startRedis } from '../../../../../tests/support/engines/processes.ts'
import { tcpCut } from '../../../../../tests/support/relays/tcp-cut.ts'
import type { Grants } from './watch.ts'
import { openLive } from './live.ts'
import { openLog } from '#platform/process/log.ts'
import { openMetrics } from '#platform/process/metrics.ts'
import { closeRedis, openRedis } from '#platform/process/redis.ts'

/** The only grant in these tests; it never ends. */
const hears = ['person:1'] as const
const grants: Grants = {
  changes: () => Promise.resolve({ seen: '', who: [] }),
  standing: (all) => Promise.resolve(new Map(all.map((grant) => [grant, { until: Infinity, hears }]))),
}

/** The changes committed so far; a browser that asks gets them. */
interface World {
  changes: number
}

/** A process with its own link to Redis and one browser. The browser learns of a change from its notice or by asking. */
async function startProcess(redisPort: number, world: World) {
  const link = await tcpCut({ host: '127.0.0.1', port: redisPort })
  const redisUrl = `redis://127.0.0.1:${link.port}`
  const log = openLog('silent')
  const redis = openRedis(redisUrl, log)
  const live = openLive({ redis, redisUrl, grants, clock: Date.now, log, metrics: openMetrics() })
  const known = new Set<number>()
  const states: string[] = []
  live.listen({
    grant: 'sign-in:1',
    hears,
    close: () => {},
    send(event) {
      // Our own channel wrote these events, so the cast is safe.
      const notice = JSON.parse(event.toString().slice('data: '.length)) as {
        state?: string
        version?: number
      }
      if (notice.version !== undefined) known.add(notice.version)
      if (notice.state === undefined) return
      states.push(notice.state)
      if (notice.state === 'up') for (let change = 1; change <= world.changes; change += 1) known.add(change)
    },
  })
  return {
    link,
    known,
    hasBeenDown: () => states.includes('down', 1),
    isUp: () => states.at(-1) === 'up' && redis.isReady,
    async change() {
      world.changes += 1
      await live.publish(hears, { kind: 'session', id: '1', version: world.changes })
    },
    async [Symbol.asyncDispose]() {
      live.close()
      closeRedis(redis)
      await link[Symbol.asyncDispose]()
    },
  }
}

const faults = ['the link of the first process', 'the link of the second process', 'Redis'] as const

test.concurrent.each(faults)(
  'after %s was lost and came back, each browser has heard of every change or was told to ask [WIRE-65]',
  async (fault) => {
    await using before = await startRedis()
    const world = { changes: 0 }
    await using first = await startProcess(before.port, world)
    await using second = await startProcess(before.port, world)
    const changeUntil = (isReached: () => boolean) =>
      eventually(async () => {
        await Promise.all([first.change(), second.change()])
        return isReached()
      }, Boolean)
    await changeUntil(() => first.isUp() && second.isUp())

    await using after = new AsyncDisposableStack()
    const { lost, lose, restore } = {
      Redis: {
        lost: [first, second],
        lose: () => before.stop('SIGKILL'),
        restore: async () => void after.use(await startRedis(before.port)),
      },
      'the link of the first process': { lost: [first], lose: first.link.cut, restore: first.link.join },
      'the link of the second process': { lost: [second], lose: second.link.cut, restore: second.link.join },
    }[fault]
    await lose()
    await changeUntil(() => lost.every((one) => one.hasBeenDown() && !one.isUp()))
    await restore()
    await changeUntil(() => first.isUp() && second.isUp())

    const missing = () =>
      [first, second].map(({ known }) =>
        Array.from({ length: world.changes }, (_, i) => i + 1).filter((change) => !known.has(change)),
      )
    expect(await eventually(missing, (lists) => lists.flat().length === 0, 10_000)).toEqual([[], []])
  },
)
