import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createClient } from '@redis/client'
import pg from 'pg'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { browser } from '../../support/browser-cookie.ts'
import { cloneDatabase, worldPatienceMs } from '../../support/database.ts'
import { makers } from '../../support/make.ts'
import { startApi, startRedis, startWorker } from '../../support/engines/processes.ts'
import { acceptTerms } from '../../support/worlds/terms.ts'

const idleSeconds = 0.3
/** Calls by one caller before a new one takes over: some calls end the caller's sign-in or session. */
const callsEach = 20

/** `own` is the coach of the session in question, `guest` its client, who is in the call by link. */
export type CallerName = LevelName | 'nobody' | 'own' | 'guest'

/** Ids for the parameters of routes. */
export interface Ids {
  client: string
  coach: string
  session: string
  organization: string
  invoice: string
  secret: string
}

export interface Caller {
  headers: Record<string, string>
  ids: Ids
}

/** An API process that reports how long its event loop is blocked, a worker, separate engines, and callers of every kind. */
export async function openPlace() {
  // Long because the engines have to start and end in this order.
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redis = stack.use(await startRedis())
  const counts = createClient({ url: redis.url })
  await counts.connect()
  stack.defer(() => counts.destroy())
  const settings = {
    PARLEY_BODY_IDLE_SECONDS: String(idleSeconds),
    PARLEY_LOG_LEVEL: 'error',
    S3_PREFIX: `${new URL(cloned.appUrl).pathname.slice(1)}/`,
  }
  const given = { databaseUrl: cloned.appUrl, redisUrl: redis.url, settings }
  const nodeOptions = ['--import', './tests/proofs/hostile/loop-watch.ts']
  const api = stack.use(await startApi({ ...given, nodeOptions }))
  const worker = stack.use(await startWorker(given))
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const make = makers(database.db, Date.now)
  const organization = await make.organization()
  // Without a waiting room, a client who asks is admitted at once.
  await database.db.updateTable('organizations').set({ waiting_room: false }).execute()
  const invoice = await make.invoice(organization.id)
  const people = async () => {
    const coach = await make.person({ level: 'Coach', organization_id: organization.id })
    const client = await make.person({
      level: 'Client',
      organization_id: organization.id,
      coach_id: coach.id,
    })
    await acceptTerms(database, coach.id)
    await database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
    return { coach, client }
  }
  const session = async ({ coach, client }: Awaited<ReturnType<typeof people>>, ms: number): Promise<Ids> => {
    const { id } = await make.session({ coach, client, start: new Date(Date.now() + ms).toISOString() })
    return {
      client: client.id,
      coach: coach.id,
      session: id,
      organization: organization.id,
      invoice: invoice.id,
      secret: 'x'.repeat(43),
    }
  }
  const shared = await session(await people(), 3 * 86_400_000)
  const send = async (path: string, headers: Record<string, string>, body?: object) => {
    const reply = await fetch(`${api.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const told = (await reply.json()) as { response: Record<string, unknown> }
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(told)}`)
    return told.response
  }
  /** The coach or the client of a session that has begun; the client has been admitted. */
  const inCall = async (name: 'own' | 'guest'): Promise<Caller> => {
    const both = await people()
    const ids = await session(both, -60_000)
    const asCoach = { authorization: `Bearer ${both.coach.token}`, ...browser() }
    if (name === 'own') return { headers: asCoach, ids }
    const { url } = await send(`/sessions/copy-link/${ids.session}`, asCoach, {})
    const secret = String(url).slice(String(url).indexOf('/join/') + '/join/'.length)
    const asGuest = { authorization: `Guest ${secret}`, ...browser() }
    const { terms } = await send('/guest/admission', asGuest)
    // The shape that the contract declares.
    const { version } = terms as { version: string }
    await send('/guest/admission', asGuest, { consents: true, terms: version })
    return { headers: asGuest, ids }
  }
  let read = 0
  const called = new Map<CallerName, { caller: Caller; calls: number }>()
  const newCaller = async (name: CallerName): Promise<Caller> => {
    if (name === 'nobody') return { headers: {}, ids: shared }
    if (name === 'own' || name === 'guest') return inCall(name)
    const organization_id = levels[name] < levels.Admin ? organization.id : null
    const { token } = await make.person({ level: name, organization_id })
    return { headers: { authorization: `Bearer ${token}` }, ids: shared }
  }
  const owned = stack.move()
  return {
    url: api.url,
    /** A caller of that kind, replaced after `callsEach` calls. */
    callerOf: async (name: CallerName): Promise<Caller> => {
      const known = called.get(name)
      if (known && known.calls < callsEach) {
        known.calls += 1
        return known.caller
      }
      const caller = await newCaller(name)
      called.set(name, { caller, calls: 1 })
      // Reset the rate limits, so that no request is refused only because there are many.
      await counts.flushAll()
      return caller
    },
    /** A caller with the longest possible calendar feed, export and progress. */
    largest: async (): Promise<Caller> => {
      const both = await people()
      const ids = await session(both, 86_400_000)
      const owner = new pg.Client({ connectionString: cloned.ownerUrl })
      await owner.connect()
      await makeLargest(owner, ids)
      const secret = 's'.repeat(43)
      const hash = createHash('sha256').update(secret).digest()
      await owner.query(
        'insert into calendar_feeds (person_id, secret_hash, created_at) values ($1, $2, now())',
        [both.coach.id, hash],
      )
      await owner.end()
      return { headers: { authorization: `Bearer ${both.coach.token}` }, ids: { ...ids, secret } }
    },
    /** The longest time that the main thread was blocked since the last call, in milliseconds of CPU time. */
    held: (): number => {
      const log = api.log()
      const found = [...log.slice(read).matchAll(/held (\d+) ms/g)].map(([, ms]) => Number(ms))
      read = log.length
      return Math.max(0, ...found)
    },
    memoryPeak: async () => {
      const status = await readFile(`/proc/${api.pid}/status`, 'utf8')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    },
    filesLeft: async () => {
      const { rows } = await database.pool.query(
        "select 1 from imports where state = 'reading' and received_at is not null",
      )
      return rows.length
    },
    alive: () => [api, worker].filter((one) => one.isAlive()).length,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export type Place = Awaited<ReturnType<typeof openPlace>>

/** Makes as many sessions as an export may have, within a feed's year, and scores for as many as progress shows. */
async function makeLargest(owner: pg.Client, { session, client }: Ids): Promise<void> {
  await owner.query('set session_replication_role = replica')
  const { rows } = await owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'sessions' and table_schema = 'public'
       and is_generated = 'NEVER' and column_name not in ('id', 'start_time', 'end_time')`,
  )
  const columns = rows.map((row) => row.column_name).join(', ')
  await owner.query(
    `insert into sessions (start_time, end_time, ${columns})
     select start_time + n * interval '100 minutes', end_time + n * interval '100 minutes', ${columns}
     from sessions, generate_series(1, 5000) n where id = $1`,
    [session],
  )
  await owner.query(
    `insert into assessments (session_id, person_id, rubric_version)
     select id, user_id, 1 from sessions where user_id = $1 order by start_time limit 30`,
    [client],
  )
  await owner.query(
    `insert into assessment_answers (session_id, person_id, conversation, path, data, number)
     select session_id, person_id, c, 'overall', repeat('Ünïcode words of a coach. ', 760), c + 1
     from assessments, generate_series(0, 3) c where person_id = $1`,
    [client],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('analyze sessions')
}
