import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { storedName } from '@parley/api/features/chat/chat.ts'
import { eventually } from '../../support/eventually.ts'
import { startRedis, startWorker } from '../../support/engines/processes.ts'
import { peopleWorld } from '../../support/worlds/people-world.ts'
import { startStack, type Stack } from '../../support/stack.ts'
import { residentBytes } from '../load/soak-memory.ts'
import { openFigures, type ProofOptions } from '../proof.ts'

export const about =
  'The worker makes a complete copy of everything that is held about a person with 2,000 sessions, 50,000 messages and 2 GB of files, and its memory hardly grows.'

export const promises = ['PEOPLE-66']

const mb = 1024 * 1024
const sizes = {
  full: { sessions: 2000, messages: 50_000, files: 14, fileBytes: 150 * mb },
  short: { sessions: 40, messages: 2000, files: 3, fileBytes: 12 * mb },
}
const growthMegabytes = 64
const makingMs = 15 * 60_000

export async function prove({ size, say }: ProofOptions) {
  const given = sizes[size]
  const figures = openFigures(say)
  await using redis = await startRedis()
  await using stack = await startStack({ REDIS_URL: redis.url })
  stack.clock.set(new Date().toISOString())
  const world = await peopleWorld(stack)
  await fill(stack, world, given)
  const worker = {
    databaseUrl: stack.database.appUrl,
    redisUrl: redis.url,
    settings: { S3_PREFIX: stack.config.s3.prefix },
  }
  await using running = await startWorker(worker)
  await eventually(running.log, (log) => log.includes('worker runs'), 60_000)
  // Make a small copy first, so that memory the worker needs for any copy is not counted.
  await made(stack, world, world.otherClient)
  const before = await residentMegabytes(running.pid)
  let peak = before
  const begun = performance.now()
  const copyId = await made(stack, world, world.client, async () => {
    peak = Math.max(peak, await residentMegabytes(running.pid))
  })
  say(
    `  made in ${((performance.now() - begun) / 1000).toFixed(0)} s, with ${peak.toFixed(0)} MB in the worker after ${before.toFixed(0)} MB`,
  )
  figures.atMost('growth of the worker’s memory', peak - before, growthMegabytes, ' MB')
  const { names, messages, bytes } = await opened(stack, world, copyId)
  figures.exactly('files in the copy', names, given.files)
  figures.exactly('bytes of these', bytes, given.files * given.fileBytes)
  figures.exactly('messages in the copy', messages, given.messages + given.files)
  return figures.all
}

type World = Awaited<ReturnType<typeof peopleWorld>>
type Sizes = (typeof sizes)['full']

async function fill(
  stack: Stack,
  { coach, client, organization }: World,
  { sessions, messages, files, fileBytes }: Sizes,
) {
  const owner = new pg.Client({ connectionString: stack.database.ownerUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into sessions (organization_id, coach_id, user_id, start_time, end_time, title, status, search)
     select $1, $2, $3, now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '1 hour',
       'Session ' || n, 'Completed', ' session'
     from generate_series(1, $4::integer) n`,
    [organization.id, coach.id, client.id, sessions],
  )
  const { rows } = await owner.query<{ id: string }>(
    'select id from sessions where user_id = $1 order by id',
    [client.id],
  )
  await owner.query(
    'insert into chats (session_id, messages) select id, 1000 from sessions where user_id = $1',
    [client.id],
  )
  await owner.query(
    `insert into chat_messages (session_id, number, author_id, client_id, type, body, created_at)
     select s.id, 1 + (n - 1) / $3::integer, $1, gen_random_uuid(), 'text', repeat('Words of a long talk. ', 20), now()
     from (select id, row_number() over (order by id) as place from sessions where user_id = $1) s
     join generate_series(1, $2::integer) n on s.place = 1 + (n - 1) % $3`,
    [client.id, messages, sessions],
  )
  const piece = randomBytes(mb)
  for (let i = 0; i < files; i += 1) {
    const [id, session_id] = [randomUUID(), rows[i]?.id ?? '']
    await owner.query(
      `insert into chat_files (id, session_id, author_id, filename, size_bytes, begun_at, stored_at)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [id, session_id, client.id, `film ${String(i)}.mp4`, fileBytes],
    )
    await owner.query(
      `insert into chat_messages (session_id, number, author_id, client_id, type, body, file_id, created_at)
       values ($1, 100000, $2, gen_random_uuid(), 'media', '', $3, now())`,
      [session_id, client.id, id],
    )
    const pieces = function* () {
      for (let at = 0; at < fileBytes; at += mb) yield piece
    }
    await stack.platform.files.put(storedName({ id, session_id }), Readable.from(pieces()))
  }
  await owner.query('set session_replication_role = origin')
  await owner.end()
}

/** Requests a copy and waits until it is made. */
async function made(
  stack: Stack,
  { admin }: World,
  { id }: { id: string },
  look = async () => {},
): Promise<string> {
  const as = stack.as(admin)
  const asked = await as.post(`/privacy/copies/${id}`)
  const state = async () => {
    await look()
    await pause(100)
    return (await as.get(`/privacy/copies/${id}`)).body.response.state
  }
  await eventually(state, (one) => one === 'made', makingMs)
  return asked.body.response.id
}

/** Downloads the copy to a file and reads it with Python's zipfile: 2 GB are too much for this process. */
async function opened(stack: Stack, { admin }: World, copyId: string) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-copy-'))
  try {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < 3 * 1024 * mb) throw new Error(`${folder} has no room for a copy of 2 GB`)
    const { body } = await stack.as(admin).get(`/privacy/copies/address/${copyId}`)
    const origin = await stack.app.listen({ host: '127.0.0.1', port: 0 })
    const fetched = await fetch(`${origin}${new URL(body.response.url).pathname}`)
    if (!fetched.ok || !fetched.body) throw new Error(`the copy is answered ${String(fetched.status)}`)
    const path = join(folder, 'data.zip')
    await pipeline(Readable.fromWeb(fetched.body as never), createWriteStream(path))
    return JSON.parse(execFileSync('python3', ['-c', readZip, path]).toString()) as {
      names: number
      messages: number
      bytes: number
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const readZip = `import sys, json, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
files = [i for i in z.infolist() if i.filename.startswith('files/')]
data = json.loads(z.read('data.json'))['data']
print(json.dumps({'names': len(files), 'bytes': sum(i.file_size for i in files), 'messages': len(data['chat_messages'])}))`

const residentMegabytes = async (pid: number): Promise<number> => (await residentBytes(pid)) / 1024 ** 2
