import { Writable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { runOnce } from 'graphile-worker'
import type pg from 'pg'
import { buildApp } from '@parley/api/app.ts'
import { signInGrants } from '@parley/api/features/identity/identity.ts'
import { readConfig, type Config } from '@parley/api/platform/process/config.ts'
import { jobLogger } from '@parley/api/platform/jobs/jobs.ts'
import { openLog } from '@parley/api/platform/process/log.ts'
import { openPlatform } from '@parley/api/platform/process/open.ts'
import { readTexts } from '@parley/api/platform/content/texts.ts'
import { tasks } from '@parley/api/tasks.ts'
import { browser } from './browser-cookie.ts'
import {
  addresses,
  fileSettings,
  herePlaces,
  mediaSettings,
  paymentSettings,
  streamSettings,
} from '../../scripts/engines/places.ts'
import { cloneDatabase, databaseAt } from './database.ts'
import { makers, type TestPerson } from './make.ts'

export interface Answer {
  status: number
  // The test itself checks the parts of the answer that it reads.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

/** A Monday afternoon in winter. Tests that need another time set it. */
const start = Date.parse('2026-11-16T14:00:00.000Z')

/** Each test process has its own Redis database, and each stack flushes it, so that tests do not share rate limits. */
const redisUrl = `${addresses(herePlaces()).redis.url}/${Number(process.env.VITEST_POOL_ID ?? 0) % 16}`

function testConfig(databaseUrl: string, settings: Record<string, string> = {}): Config {
  return readConfig({
    PARLEY_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '20',
    REDIS_URL: redisUrl,
    SMTP_URL: addresses(herePlaces()).mail.smtpUrl,
    ...mediaSettings(addresses(herePlaces())),
    ...fileSettings(addresses(herePlaces())),
    ...paymentSettings(addresses(herePlaces())),
    ...streamSettings(addresses(herePlaces())),
    // A prefix of its own keeps a test from finding the files of another.
    S3_PREFIX: `${new URL(databaseUrl).pathname.slice(1)}/`,
    PARLEY_LOG_LEVEL: 'debug',
    PARLEY_WEB_DIR: '',
    PARLEY_DRAIN_SECONDS: '0',
    ...settings,
  })
}

/** Read once per process. Each stack gets a copy, which a test may change. */
const texts = readTexts()

/** Starts the API in this process on the real engines, with a database of its own and a clock that the test sets. */
export async function startStack(settings: Record<string, string> = {}) {
  const database = settings.DATABASE_URL ? databaseAt(settings.DATABASE_URL) : await cloneDatabase()
  const config = testConfig(database.appUrl, settings)
  let now = start
  const clock = {
    now: () => now,
    set: (at: string) => void (now = Date.parse(at)),
    advance: (ms: number) => void (now += ms),
  }
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const { platform, close } = await openPlatform({
    config,
    clock: clock.now,
    grants: signInGrants,
    log: openLog(config.logLevel, sink),
    texts: structuredClone(await texts),
  })
  await untilReady(platform.redis)
  if (platform.redis.isReady) await platform.redis.flushDb()
  const app = await buildApp(platform)
  const make = makers(platform.database.db, clock.now)
  return {
    app,
    platform,
    config,
    clock,
    make,
    database,
    db: platform.database.db,
    log: () => lines.join(''),
    /** Resets the clock, limits, jobs and mails for the next test of a file. */
    anew: async () => {
      now = start
      await platform.redis.flushDb()
      await platform.database.pool.query('delete from graphile_worker._private_jobs')
      await platform.database.db.deleteFrom('mails').execute()
    },
    /** Runs all due jobs one after the other, as the worker would. Planned jobs are due by the test's clock. */
    runJobs: () =>
      byTheClock(platform.database.pool, clock.now(), () =>
        runOnce({
          pgPool: platform.database.pool,
          // A quiet time of 0: look at a room only once instead of making the next test wait until it is quiet.
          taskList: tasks(platform, 0),
          noHandleSignals: true,
          logger: jobLogger(platform.log),
          // Only with a batch delay, even of 0, does the queue wait until finished jobs are written. Tests rely on that.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        }),
      ),
    as: (person: Pick<TestPerson, 'token'>) =>
      caller(app, { authorization: `Bearer ${person.token}`, ...browser() }),
    /** Requests by the holder of a client's personal link, in one browser or another. */
    guest: (secret: string, inBrowser?: string) =>
      caller(app, { authorization: `Guest ${secret}`, ...browser(inBrowser) }),
    visitor: caller(app, browser()),
    async [Symbol.asyncDispose]() {
      await app.close()
      await close()
      await database.drop()
    },
  }
}

export type Stack = Awaited<ReturnType<typeof startStack>>

/** Jobs that are planned for later by the product's clock. The queue uses the machine's clock, which no test sets. */
const plannedJobs =
  "select id from graphile_worker._private_tasks where identifier in ('sessions.remind', 'sessions.cancel-of-deleted', 'sessions.tell-cancelled', 'stream.start', 'stream.stop')"

async function byTheClock(pool: pg.Pool, now: number, run: () => Promise<void>): Promise<void> {
  const plan = (change: string, when: string) =>
    pool.query(
      `update graphile_worker._private_jobs set run_at = ${change} where task_id in (${plannedJobs}) and ${when}`,
      [new Date(now)],
    )
  await plan("run_at + interval '100 years'", 'run_at > $1')
  await plan("now() - interval '1 minute'", 'run_at <= $1')
  await run()
  await plan("run_at - interval '100 years'", "run_at > $1::timestamptz + interval '50 years'")
}

/** Redis connects in the background. Waits until it is ready, or until it fails in tests that run without it. */
async function untilReady(redis: {
  isReady: boolean
  once: (event: 'ready' | 'error', done: () => void) => unknown
}) {
  if (redis.isReady) return
  await new Promise<void>((resolve) => {
    redis.once('ready', resolve)
    redis.once('error', resolve)
  })
}

function caller(app: FastifyInstance, headers: Record<string, string>) {
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    async (path: string, body?: object, more: Record<string, string> = {}): Promise<Answer> => {
      const options: InjectOptions = {
        method,
        url: `/api${path}`,
        // Browsers send no content type with a GET.
        headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers, ...more },
      }
      if (body !== undefined) options.payload = body
      const reply = await app.inject(options)
      return { status: reply.statusCode, body: parsed(reply.body), headers: reply.headers }
    }
  /** Sends a file as the whole body. */
  const upload = async (path: string, payload: string | Buffer, type = 'text/csv'): Promise<Answer> => {
    const reply = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...headers, 'content-type': type },
      payload,
    })
    return { status: reply.statusCode, body: parsed(reply.body), headers: reply.headers }
  }
  return { get: send('GET'), post: send('POST'), put: send('PUT'), delete: send('DELETE'), upload }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
