import pg from 'pg'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { randomFrom } from '../../../scripts/database/world.ts'
import { cloneDatabase, worldPatienceMs } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { makers } from '../../support/make.ts'
import { startApi, startRedis, startWorker, untilItAnswers } from '../../support/engines/processes.ts'
import { clientsFile, type ClientsFile } from './import-file.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'An import whose worker is killed at random moments writes each good row once and reports each bad row once.'

// The short form runs next to other tests, which delay this process for seconds at times. It writes rows slowly, and holds
// back the last ones until every kill has happened.
const sizes = {
  full: { rows: 10_000, kills: 20, rowMs: 0 },
  short: { rows: 1500, kills: 3, rowMs: 5 },
}

const previewMs = 2000
/** The fraction of the rows after which the short form holds rows back; all kills come before it. */
const heldFrom = 0.8

/** How long a worker may take to pick up the work of a killed one. */
const recoveryMs = 60_000
/** If a kill's row count has been passed already, the kill comes this soon after the next worker is started. */
const startMs = 1500
/** About the duration of a batch. Counts change only on commit, so kills are spread over a batch by a random delay. */
const batchMs = 25

export async function prove({ size, seed, say }: ProofOptions) {
  const { rows, kills, rowMs } = sizes[size]
  const figures = openFigures(say)
  const choose = randomFrom(seed)
  await using place = await openPlace()
  const file = clientsFile(rows, choose)
  await place.takeUsernames(file.takenBefore)
  const before = await place.countPeople()

  const { importId, ms } = await place.preview(file.csv)
  // Times mean nothing while other tests run.
  if (size === 'full') figures.atMost(`preview of ${rows} rows`, ms, previewMs, ' ms')
  figures.exactly('people written by the preview', (await place.countPeople()) - before, 0)
  await place.takeUsernames(file.takenAfter)
  const open = rowMs > 0 ? await place.holdBack(rowMs, Math.floor(heldFrom * file.good.size)) : undefined
  await place.run(importId)

  say(`A worker killed ${kills} times:`)
  const unfinished = await killWorkers(place, importId, momentsOf(kills, file.good.size, choose), choose)
  figures.exactly('kills that met the import unfinished', unfinished, kills)

  await open?.()
  say('Then two workers at once, left alone:')
  await using _first = await place.startWorker()
  await using _second = await place.startWorker()
  await eventually(
    () => place.stateOf(importId),
    (state) => state === 'done',
    recoveryMs,
  )
  const people = before + file.takenAfter.length + file.good.size
  await checkWritten(place, file, figures)
  figures.exactly('people in all', await place.countPeople(), people)
  await checkReported(place, importId, file, figures)
  figures.exactly('times the end is audited', await place.countAudit('people.import-done'), 1)
  figures.exactly('people whose making is audited', await place.countAudit('people.create'), file.good.size)
  figures.exactly('mails', await place.countMails(), 0)
  return figures.all
}

/** The number of written rows after which each worker is killed, small enough to leave rows for the last one. */
const momentsOf = (kills: number, good: number, choose: () => number): number[] =>
  Array.from({ length: kills }, () => Math.floor(choose() * 0.6 * good)).toSorted((a, b) => a - b)

async function killWorkers(
  place: Place,
  importId: string,
  moments: readonly number[],
  choose: () => number,
): Promise<number> {
  let unfinished = 0
  for (const moment of moments) {
    const isBehind = (await place.countWritten(importId)) > moment
    await using worker = await place.startWorker()
    if (!isBehind) await place.untilWritten(importId, moment)
    await pass(choose() * (isBehind ? startMs : batchMs))
    await worker.stop('SIGKILL')
    if ((await place.stateOf(importId)) === 'running') unfinished += 1
  }
  return unfinished
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function checkWritten(place: Place, { good }: ClientsFile, figures: Figures): Promise<void> {
  const written = await place.clients()
  const once = [...good].filter(([username, cells]) => {
    const found = written.filter((client) => client.username === username)
    return found.length === 1 && found[0]?.cells === cells
  })
  figures.exactly('good rows written once, as the file has them', once.length, good.size)
}

async function checkReported(place: Place, importId: string, { bad }: ClientsFile, figures: Figures) {
  const lines = await place.errorLines(importId)
  const once = [...bad].filter(
    ([email, reason]) =>
      lines.filter((line) => line.includes(`,${email},`) && line.endsWith(`,${reason}`)).length === 1,
  )
  figures.exactly('bad rows reported once, with their reason', once.length, bad.size)
  figures.exactly('lines of the file of errors', lines.length, bad.size)
}

/** An API process with a separate database and Redis, and an OrgAdmin who imports. */
async function openPlace() {
  // Long because the engines have to start and end in this order.
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const redis = stack.use(await startRedis())
  const given = { databaseUrl: cloned.appUrl, redisUrl: redis.url }
  const api = stack.use(await startApi(given))
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const { db } = database
  const make = makers(db, Date.now)
  const organization_id = (await make.organization()).id
  const admin = await make.person({ level: 'OrgAdmin', organization_id })
  await make.person({ level: 'Coach', organization_id, username: 'dana' })

  async function send(method: 'GET' | 'POST', path: string, csv?: string): Promise<Response> {
    const reply = await fetch(`${api.url}/api${path}`, {
      method,
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${admin.token}` },
      ...(csv ? { body: csv } : {}),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply
  }
  async function call(...sent: Parameters<typeof send>) {
    // The feature's own tests check the answers against the contract's schemas.
    return ((await (await send(...sent)).json()) as { response: Record<string, string> }).response
  }
  const count = async (table: 'people' | 'mails' | 'audit_log' | 'import_rows', column = '', value = '') => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::integer as n from ${table} ${column ? `where ${column} = $1` : ''}`,
      column ? [value] : [],
    )
    return rows[0]?.n ?? 0
  }
  const countWritten = async (importId: string) => {
    const { rows } = await database.pool.query<{ n: number }>(
      "select count(*)::integer as n from import_rows where import_id = $1 and state = 'written'",
      [importId],
    )
    return rows[0]?.n ?? 0
  }
  const stateOf = async (importId: string) => (await call('GET', `/imports/${importId}`)).state
  const owned = stack.move()
  return {
    startWorker: () => startWorker(given),
    preview: async (csv: string) => {
      await using reader = await startWorker(given)
      // The worker's start is not part of the time that a user waits.
      await untilItAnswers(reader, async () => reader.log().includes('worker runs'))
      const since = performance.now()
      const importId = (await call('POST', '/imports?filename=proof.csv', csv)).id ?? ''
      await eventually(
        () => stateOf(importId),
        (state) => state === 'preview',
        recoveryMs,
      )
      return { importId, ms: performance.now() - since }
    },
    /** Slows each insert of a person by `ms`, and blocks inserts from `rows` written rows on until the result is called. */
    holdBack: async (ms: number, rows: number) => {
      const owner = new pg.Client({ connectionString: cloned.ownerUrl })
      await owner.connect()
      await owner.query(`
        create table gate (is_open boolean not null);
        insert into gate values (false);
        grant select on gate to public;
        create function take_time() returns trigger language plpgsql as $$ begin
          perform pg_sleep(${ms / 1000});
          while not (select is_open from gate) and
              (select count(*) from import_rows where state = 'written') >= ${rows} loop
            perform pg_sleep(0.02);
          end loop;
          return new;
        end $$;
        create trigger take_time before insert on people for each row execute function take_time()`)
      // Makes the database end a blocked statement soon after the worker that sent it is killed.
      const { rows: here } = await owner.query<{ name: string }>('select current_database() as name')
      await owner.query(`alter database ${here[0]?.name} set client_connection_check_interval = '50ms'`)
      return async () => {
        await owner.query('update gate set is_open = true')
        await owner.end()
      }
    },
    run: (importId: string) => call('POST', `/imports/run/${importId}`),
    stateOf,
    errorLines: async (importId: string) =>
      (await (await send('GET', `/imports/${importId}/errors`)).text()).split('\r\n').slice(1, -1),
    countWritten,
    /** Polls without a pause, because a batch takes only some hundredths of a second. */
    untilWritten: async (importId: string, rows: number) => {
      const deadline = performance.now() + recoveryMs
      while ((await countWritten(importId)) <= rows)
        if (performance.now() > deadline) throw new Error(`no worker went on after ${rows} rows`)
    },
    takeUsernames: async (usernames: readonly string[]) => {
      for (const username of usernames) await make.person({ level: 'Client', organization_id, username })
    },
    clients: async () =>
      (
        await db
          .selectFrom('people as p')
          .leftJoin('people as c', 'c.id', 'p.coach_id')
          .select([
            'p.username',
            'p.first_name',
            'p.last_name',
            'p.email',
            'p.time_zone',
            'c.username as coach',
          ])
          .where('p.organization_id', '=', organization_id)
          .where('p.privs', '=', 0)
          .execute()
      ).map(({ username, ...row }) => ({
        username,
        cells: [
          row.first_name,
          row.last_name,
          username,
          row.email,
          row.coach ?? '',
          row.time_zone ?? '',
        ].join(','),
      })),
    countPeople: () => count('people'),
    countMails: () => count('mails'),
    countAudit: (action: string) => count('audit_log', 'action', action),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

type Place = Awaited<ReturnType<typeof openPlace>>
