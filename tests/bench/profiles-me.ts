import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Database } from '@parley/api/platform/database/database.ts'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import { cores } from '../support/measure/processors.ts'
import { cloneDatabase } from '../support/database.ts'
import { makers } from '../support/make.ts'
import { freePort, startApi, startProcess, untilItAnswers } from '../support/engines/processes.ts'
import { describeInterval, reaches } from '../support/measure/statistics.ts'
import { interleaved } from './interleaved.ts'
import { startLoad } from './load-process.ts'
import type { MeasureOptions } from './measurement.ts'

export const about =
  'Requests per second of GET /api/profiles/me against a bare Fastify route that issues the same statement.'

const limit = 0.9
const connections = 20
const poolMax = '10'
const path = '/api/profiles/me'
const sizes = {
  full: { rounds: 121, ms: 250, warmUpMs: 5000 },
  short: { rounds: 2, ms: 500, warmUpMs: 1000 },
}

// The load generator and the stack get one processor each (docs/rules.md §10).
const { stack: stackCore, load: loadCore } = cores

export async function measure({ size, say }: MeasureOptions) {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 1, () => {})
  stack.defer(database.close)
  const token = await makeToken(database)
  const ours = stack.use(await startOurs(cloned.appUrl))
  const bare = stack.use(await startBare(cloned.appUrl, token))

  const load = stack.use(await startLoad(loadCore))
  const perSecond = (url: string, ms: number) =>
    load.perSecond({ url: `${url}${path}`, token, connections, ms })

  const { rounds, ms, warmUpMs } = sizes[size]
  for (const { url } of [ours, bare]) await perSecond(url, warmUpMs)
  // The warm-up has opened every connection of both pools, and none is opened during the rounds.
  await pinDatabase(database)
  const ratio = await interleaved(
    () => perSecond(ours.url, ms),
    () => perSecond(bare.url, ms),
    rounds,
  )
  say(
    `profiles-me: ${connections} connections, ${rounds} rounds of ${ms} ms each after ${warmUpMs} ms of warm-up`,
  )
  return [
    {
      name: 'profiles-me',
      ours: `${ratio.ours.toFixed(0)}/s`,
      bare: `${ratio.bare.toFixed(0)}/s`,
      ratio: describeInterval(ratio),
      limit: `at least ${limit.toFixed(2)}`,
      isGood: reaches(ratio, limit),
    },
  ]
}

/** A coach of an organization with a head: every join of the statement finds its row. */
async function makeToken({ db }: Database): Promise<string> {
  const make = makers(db, Date.now)
  const organization = await make.organization()
  const head = await make.person({ level: 'OrgAdmin', organization_id: organization.id })
  const coach = await make.person({ level: 'Coach', organization_id: organization.id, coach_id: head.id })
  return coach.token
}

const startOurs = (databaseUrl: string) =>
  startApi({
    databaseUrl,
    redisUrl: addresses(herePlaces()).redis.url,
    settings: { DATABASE_POOL_MAX: poolMax },
    core: stackCore,
  })

async function startBare(databaseUrl: string, token: string) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = await startProcess({
    file: process.execPath,
    args: [join(import.meta.dirname, 'bare-profiles-me.ts')],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: poolMax,
    },
    core: stackCore,
  })
  await untilItAnswers(running, async () => {
    const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return (await reply.text()).includes('issued_at')
  })
  return { ...running, url }
}

/** Moves PostgreSQL's processes for this database to the stack's processor, since their work counts as the stack's. */
async function pinDatabase({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  for (const { pid } of rows)
    await run('taskset', ['-c', '-p', String(stackCore), String(pid)]).catch((error: unknown) => {
      // A background worker of PostgreSQL may have ended since it was listed.
      if (existsSync(`/proc/${pid}`)) throw error
    })
}

const run = promisify(execFile)
