import { buildApp } from '@parley/api/app.ts'
import { endedTokens } from '@parley/api/features/identity/identity.ts'
import { readConfig } from '@parley/api/platform/config.ts'
import { openLog } from '@parley/api/platform/log.ts'
import { openPlatform } from '@parley/api/platform/open.ts'
import fastify from 'fastify'
import pg from 'pg'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import { medianOf } from '../support/median.ts'
import type { Figures } from './proof.ts'
import { statementsOf, type Statement } from './statements.ts'

/** A call of the API by somebody, the same in a small and in a large world. */
export interface Call {
  name: string
  path: string
  token: string
  /** What the 95th percentile may be at any size. */
  limitMs: number
}

/** One world behind our API, and behind a bare route that issues the same statements. */
export async function openWorld(databaseUrl: string) {
  await using stack = new AsyncDisposableStack()
  const config = readConfig({
    PARLEY_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${addresses(herePlaces()).redis.url}/14`,
    PARLEY_WEB_DIR: '',
    PARLEY_LOG_LEVEL: 'silent',
  })
  // Answers are checked outside production only, and that is not what is measured.
  const { platform, close } = await openPlatform({
    config: { ...config, env: 'production' },
    clock: Date.now,
    endedTokens,
    log: openLog('silent'),
  })
  stack.defer(close)
  const app = await buildApp(platform)
  // Limits count a person's acts by the minute; a proof acts more often than a person.
  platform.limits.act.points = Number.MAX_SAFE_INTEGER
  const ours = await app.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => app.close())

  const pool = new pg.Pool({ connectionString: databaseUrl, max: config.databasePoolMax })
  stack.defer(() => pool.end())
  let statements: Statement[] = []
  const bareApp = fastify()
  bareApp.get('/', async () => {
    // Ours finds out who asks, then reads page and count at once.
    const [first, ...rest] = statements
    const who = first ? await pool.query(first) : undefined
    const results = await Promise.all(rest.map((one) => pool.query(one)))
    return { who: who?.rows, response: results.map((result) => result.rows) }
  })
  const bare = await bareApp.listen({ host: '127.0.0.1', port: 0 })
  stack.defer(() => bareApp.close())
  const owned = stack.move()

  return {
    ours: (call: Call) => timed(`${ours}/api${call.path}`, call.token),
    /** Learns what a call says to the database, for the bare route to say it too. */
    learn: async (call: Call) => {
      statements = await statementsOf(() => timed(`${ours}/api${call.path}`, call.token))
    },
    bare: () => timed(bare, ''),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

async function timed(url: string, token: string): Promise<number> {
  const started = performance.now()
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${url} answers ${reply.status}`)
  return performance.now() - started
}

/** How much slower a call may become from the small world to the large one, unless it stays under its own limit. */
const growthMax = 1.5
const bareShareMin = 0.9

/** Times each call by turns in both worlds and beside the bare route, and says what is too slow. */
export async function compareSizes(
  calls: { small: Call; large: Call }[],
  worlds: { small: World; large: World },
  rounds: number,
  figures: Figures,
): Promise<void> {
  for (const { small, large } of calls) {
    await worlds.large.learn(large)
    const times = { small: [] as number[], large: [] as number[], bare: [] as number[] }
    for (let round = -3; round < rounds; round += 1) {
      const taken = {
        small: await worlds.small.ours(small),
        large: await worlds.large.ours(large),
        bare: await worlds.large.bare(),
      }
      // The first rounds make connections and plans.
      if (round >= 0) for (const key of ['small', 'large', 'bare'] as const) times[key].push(taken[key])
    }
    const [p95Small, p95Large] = [p95(times.small), p95(times.large)]
    const limit = Math.round(Math.max(growthMax * p95Small, large.limitMs))
    figures.atMost(`${large.name}, p95 (small world ${p95Small.toFixed(1)} ms)`, p95Large, limit, ' ms')
    const share = medianOf(times.large.map((ms, i) => (times.bare[i] ?? 0) / ms))
    figures.atLeast(`${large.name}, beside the bare route`, share, bareShareMin)
  }
}

/** The short form: worlds this small say nothing of speed, so that each call is answered, by us and by the bare route. */
export async function answerAll(
  calls: { small: Call; large: Call }[],
  worlds: { small: World; large: World },
  figures: Figures,
): Promise<void> {
  let answered = 0
  for (const { small, large } of calls) {
    await worlds.small.ours(small)
    await worlds.large.learn(large)
    await worlds.large.bare()
    answered += 1
  }
  figures.exactly('calls answered in both worlds and by the bare route', answered, calls.length)
}

function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0
}
