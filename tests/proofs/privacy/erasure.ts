import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { sql } from 'kysely'
import { randomFrom } from '../../../scripts/database/world.ts'
import { eventually } from '../../support/eventually.ts'
import { startRedis, startWorker } from '../../support/engines/processes.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { nextHour, openWords, openWorld, plantAll, type World } from './erasure-plant.ts'
import { wordsIn, wordsInDatabase, wordsInEngineLogs, wordsInRedis, wordsInStore } from './erasure-traces.ts'
import { openFigures, type Figures, type ProofOptions } from '../proof.ts'

export const about =
  'A word written in every place where the request schemas let people write is in the copy of the person’s data, and is found nowhere once they are erased, with the worker killed again and again and others writing at the same time, while figures, invoices and other people’s data stay as they are.'

export const promises = ['PEOPLE-61', 'PEOPLE-63', 'BILL-45', 'PRIV-02']

/** Search words and refused input are not stored, so a copy does not contain them. */
const isKept = (place: string): boolean =>
  !/query\.(search|q)$|^login |^forgotPassword |browser of a sign-in|key of a call|^placeHold |refused/.test(
    place,
  )

const sizes = { full: { kills: 20, messages: 40_000 }, short: { kills: 2, messages: 4000 } }
const recoveryMs = 90_000

export async function prove({ size, seed, say }: ProofOptions) {
  const { kills, messages } = sizes[size]
  const figures = openFigures(say)
  await using redis = await startRedis()
  await using stack = await startStack({ REDIS_URL: redis.url })
  stack.clock.set(new Date().toISOString())
  const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
  try {
    const world = await openWorld(stack)
    const invoice = await stack.make.invoice(world.organization.id)
    const words = openWords(seed.toString(36))
    const failed = await plantAll(stack, world, words)
    for (const line of failed) say(`  ${line}`)
    figures.exactly('calls that do not take the word', failed.length, 0)
    figures.atLeast('places in which people write', words.all.size, 40)
    await stack.runJobs()
    await endHolds(stack, world)

    const gone = await peopleOf(stack, world)
    const copied = new Set<string>()
    for (const person of gone)
      for (const word of await wordsInCopy(stack, world, person, words.begin)) copied.add(word)
    const missing = [...words.all].filter(([word, place]) => isKept(place) && !copied.has(word))
    for (const [word, place] of missing) say(`  in no copy: ${place} (${word})`)
    figures.exactly('places whose word is in no copy', missing.length, 0)

    await makeMany(stack, world, messages)
    const others = await snapshot(owner, world)
    say(`Erasing ${gone.length} people, with the worker killed ${kills} times:`)
    const writers = writeBeside(stack, world)
    await eraseAll(stack, world, gone, { redisUrl: redis.url, kills, choose: randomFrom(seed), figures, say })
    const beside = await writers.end()
    figures.atLeast('acts of others beside it', beside.done, 1)
    figures.exactly('of these refused', beside.refused, 0)

    await checkTraces(stack, owner, redis.url, words, figures, say)
    await checkKept(owner, world, others, invoice.id, figures)
    return figures.all
  } finally {
    await owner.end()
  }
}

const people = (stack: Stack, { organization }: World) =>
  stack.db
    .selectFrom('people')
    .select(['id', 'privs', 'former_number'])
    .where('organization_id', '=', organization.id)
    .orderBy('privs')
    .execute()

/** Sorted by level, clients first: a coach who has future sessions is not erased. */
const peopleOf = async (stack: Stack, world: World) => (await people(stack, world)).map(({ id }) => ({ id }))

async function endHolds(stack: Stack, { admin, coach }: World): Promise<void> {
  const { body } = await stack.as(admin).get(`/privacy/holds?person=${coach.id}`)
  for (const { id } of body.response) await stack.as(admin).post(`/privacy/holds/end/${id}`)
}

async function wordsInCopy(
  stack: Stack,
  { superUser }: World,
  { id }: { id: string },
  begin: string,
): Promise<string[]> {
  const as = stack.as(superUser)
  const asked = await as.post(`/privacy/copies/${id}`)
  await stack.runJobs()
  const { body } = await as.get(`/privacy/copies/address/${String(asked.body.response.id)}`)
  const fetched = await stack.app.inject({ method: 'GET', url: new URL(body.response.url).pathname })
  const folder = await mkdtemp(join(tmpdir(), 'parley-copy-'))
  try {
    await writeFile(join(folder, 'data.zip'), fetched.rawPayload)
    const opened = execFileSync('python3', ['-c', readZip, join(folder, 'data.zip')], { maxBuffer: 1 << 28 })
    return wordsIn(opened.toString('latin1'), begin)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Prints the names and contents of a ZIP with Python's zipfile instead of our own code. */
const readZip = `import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for n in z.namelist():
  sys.stdout.buffer.write(n.encode() + b'\\n' + z.read(n) + b'\\n')`

/** Writes so many messages that erasing them takes a worker some time. */
async function makeMany(stack: Stack, { coach, client, running }: World, messages: number): Promise<void> {
  await sql`
    insert into chat_messages (session_id, number, author_id, client_id, type, body, created_at)
    select ${running.id}, 1000 + n, case when n % 2 = 0 then ${coach.id}::uuid else ${client.id}::uuid end,
      gen_random_uuid(), 'text', 'message ' || n, now()
    from generate_series(1, ${messages}::integer) n`.execute(stack.db)
}

/** A hash of each row that erasing must not change: other people's rows and what is kept of the erased. */
async function snapshot(owner: pg.Client, { there }: World): Promise<string[]> {
  const { rows } = await owner.query<{ mark: string }>(
    `select md5(p::text) as mark from people p where organization_id = $1
     union all select md5(i::text) from invoices i union all select md5(l::text) from invoice_lines l
     union all select md5(r::text) from presence r
     union all select md5(s.id || s.start_time::text || s.end_time::text || s.coach_id || s.user_id)
       from sessions s where s.start_time < now() and s.organization_id <> $1
     order by 1`,
    [there.organization.id],
  )
  return rows.map(({ mark }) => mark)
}

/** An OrgAdmin of another organization books and cancels sessions until `end` is called. */
function writeBeside(stack: Stack, { there: { orgAdmin, coach, client } }: World) {
  const over = new AbortController()
  let [done, refused] = [0, 0]
  const count = ({ status }: { status: number }) => {
    if (status === 200) done += 1
    else refused += 1
  }
  const write = async () => {
    for (let hour = 1; !over.signal.aborted; hour += 1) {
      const start = nextHour(stack) + (hour + 24) * 3_600_000
      const times = {
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + 1_800_000).toISOString(),
      }
      const booked = await stack
        .as(orgAdmin)
        .post('/sessions/create', { title: 'Beside', coach_id: coach.id, user_id: client.id, ...times })
      count(booked)
      count(await stack.as(orgAdmin).post(`/sessions/cancel/${String(booked.body.response?.id)}`))
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  const running = write()
  return {
    end: async () => {
      over.abort()
      await running
      return { done, refused }
    },
  }
}

interface Erasing {
  redisUrl: string
  kills: number
  choose: () => number
  figures: Figures
  say: ProofOptions['say']
}

async function eraseAll(
  stack: Stack,
  world: World,
  gone: readonly { id: string }[],
  { redisUrl, kills, choose, figures, say }: Erasing,
): Promise<void> {
  const ask = async () => {
    for (const { id } of gone) {
      const { status, body } = await stack.as(world.superUser).post(`/privacy/erasure/${id}`)
      if (status !== 200) say(`  ${id}: ${String(status)} ${JSON.stringify(body)}`)
    }
  }
  const given = {
    databaseUrl: stack.database.appUrl,
    redisUrl,
    settings: { S3_PREFIX: stack.config.s3.prefix, PARLEY_LOG_LEVEL: 'debug' },
  }
  await ask()
  const logs: string[] = []
  let unfinished = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const worker = await startWorker(given)
    await eventually(worker.log, (log) => log.includes('worker runs'), 60_000)
    await new Promise((resolve) => setTimeout(resolve, choose() * 400))
    await worker.stop('SIGKILL')
    logs.push(worker.log())
    if ((await open(stack)) > 0) unfinished += 1
  }
  figures.atLeast('kills that met the erasing unfinished', unfinished, Math.ceil(kills / 4))
  await using worker = await startWorker(given)
  // Ask again for people who were refused because of future sessions; erasing the clients has cancelled those.
  const isDone = async () => {
    await ask()
    return (
      (await people(stack, world)).every(({ former_number }) => former_number !== null) &&
      (await open(stack)) === 0
    )
  }
  await eventually(isDone, Boolean, recoveryMs)
  logs.push(worker.log())
  // A later job erases what was still being written during the erasure.
  stack.clock.advance(10 * 60_000)
  await stack.runJobs()
  logsOf.set(stack, logs.join(''))
}

/** The workers' logs of each stack. */
const logsOf = new WeakMap<Stack, string>()

const open = async (stack: Stack): Promise<number> =>
  (await stack.db.selectFrom('erasures').select('person_id').where('done_at', 'is', null).execute()).length

async function checkTraces(
  stack: Stack,
  owner: pg.Client,
  redisUrl: string,
  words: ReturnType<typeof openWords>,
  figures: Figures,
  say: ProofOptions['say'],
): Promise<void> {
  const tell = (where: string, found: readonly string[]) => {
    for (const word of new Set(found)) say(`  still in ${where}: ${words.placeOf(word)} (${word})`)
    figures.exactly(`words left in ${where}`, new Set(found).size, 0)
  }
  const inDatabase = await wordsInDatabase(owner, words.begin)
  for (const [name, found] of inDatabase) say(`  ${name}: ${found.map(words.placeOf).join(', ')}`)
  tell('the database, the queue and the search', [...inDatabase.values()].flat())
  tell('Redis', await wordsInRedis(redisUrl, words.begin))
  tell('the store', await wordsInStore(stack.config, words.begin))
  tell('the logs of the engines', await wordsInEngineLogs(words.begin))
  tell('the log of the API', wordsIn(stack.log(), words.begin))
  tell('the log of the workers', wordsIn(logsOf.get(stack) ?? '', words.begin))
}

async function checkKept(
  owner: pg.Client,
  world: World,
  before: readonly string[],
  invoiceId: string,
  figures: Figures,
): Promise<void> {
  const after = new Set(await snapshot(owner, world))
  figures.exactly(
    'rows of others, invoices, minutes and sessions that changed',
    before.filter((mark) => !after.has(mark)).length,
    0,
  )
  const { rows } = await owner.query<{ name: string }>(
    'select name from invoice_lines where invoice_id = $1',
    [invoiceId],
  )
  figures.exactly(
    'an invoice’s line keeps the coach’s name as billed',
    rows.every(({ name }) => name !== '' && !name.startsWith('Former')) ? 'yes' : 'no',
    'yes',
  )
}
