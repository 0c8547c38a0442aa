import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Database } from '@parley/api/platform/database.ts'
import { addresses, herePlaces } from '../../scripts/engines/places.ts'
import { cloneDatabase } from '../support/database.ts'
import { makers } from '../support/make.ts'
import { freePort, startApi, startProcess, untilItAnswers } from '../support/processes.ts'
import { describeRatio, interleaved } from './interleaved.ts'
import type { MeasureOptions } from './measurement.ts'

export const about =
  'Requests per second of GET /api/profiles/me against a bare Fastify route that issues the same statement.'

const limit = 0.9
const connections = 20
const poolMax = '10'
const path = '/api/profiles/me'
const sizes = {
  full: { rounds: 31, seconds: 1, warmUpSeconds: 5 },
  short: { rounds: 2, seconds: 1, warmUpSeconds: 1 },
}

// Load generator and stack on one processor each (docs/rules.md §10).
const [stackCore, loadCore] = twoCores()

export async function measure({ size, say }: MeasureOptions) {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 1, () => {})
  stack.defer(database.close)
  const token = await makeToken(database)
  const ours = stack.use(await startOurs(cloned.appUrl))
  const bare = stack.use(await startBare(cloned.appUrl, token))

  const { rounds, seconds, warmUpSeconds } = sizes[size]
  for (const { url } of [ours, bare]) await requestsPerSecond(url, token, warmUpSeconds)
  // Every connection of both pools is there now, and none is made anew while the load goes on.
  await pinDatabase(database)
  const ratio = await interleaved(
    () => requestsPerSecond(ours.url, token, seconds),
    () => requestsPerSecond(bare.url, token, seconds),
    rounds,
  )
  say(
    `profiles-me: ${connections} connections, ${rounds} rounds of ${seconds} s each after ${warmUpSeconds} s of warm-up`,
  )
  return [
    {
      name: 'profiles-me',
      ours: `${ratio.ours.toFixed(0)}/s`,
      bare: `${ratio.bare.toFixed(0)}/s`,
      ratio: describeRatio(ratio),
      limit: `at least ${limit.toFixed(2)}`,
      isGood: ratio.median >= limit,
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

/** The database's part of the work belongs to the stack's processor: its processes for this one database move there. */
async function pinDatabase({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  for (const { pid } of rows)
    await run('taskset', ['-c', '-p', String(stackCore), String(pid)]).catch((error: unknown) => {
      // One that worked for somebody else may have ended since it was listed, and is not in the way any more.
      if (existsSync(`/proc/${pid}`)) throw error
    })
}

/** The first and the last processor that we may run on: the same one where there is but one. */
function twoCores(): [number, number] {
  const allowed = /^Cpus_allowed_list:\s*(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const ends = allowed.split(/[,-]/).map(Number)
  return [ends[0] ?? 0, ends.at(-1) ?? 0]
}

const run = promisify(execFile)
const autocannon = createRequire(import.meta.url).resolve('autocannon')

async function requestsPerSecond(url: string, token: string, seconds: number): Promise<number> {
  const options = [
    '--json',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-H',
    `authorization=Bearer ${token}`,
  ]
  const command = ['-c', String(loadCore), process.execPath, autocannon, ...options, `${url}${path}`]
  const { stdout } = await run('taskset', command, { maxBuffer: 16 * 1024 * 1024 })
  // autocannon's documented result.
  const result = JSON.parse(stdout) as { '2xx': number; non2xx: number; errors: number; duration: number }
  if (result.non2xx + result.errors > 0 || result['2xx'] === 0)
    throw new Error(`${url} failed ${result.non2xx + result.errors} of ${result['2xx']} requests`)
  return result['2xx'] / result.duration
}
