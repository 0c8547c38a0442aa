import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../../tests/support/database.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { makers } from '../../../tests/support/make.ts'
import { startRedis, startWorker } from '../../../tests/support/engines/processes.ts'
import { tcpCut } from '../../../tests/support/relays/tcp-cut.ts'
import { openDatabase, type Database } from './platform/database/database.ts'
import { enqueue, lanes } from './platform/jobs/jobs.ts'
import { queueMail } from './platform/mail/mail.ts'

/** Takes every connection and says nothing, not even hello. */
async function startSilentServer() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function renamesLeft({ pool }: Database): Promise<number | null> {
  const found = await pool.query("select from graphile_worker.jobs where task_identifier = 'sessions.rename'")
  return found.rowCount
}

test('a mail server that never answers holds up mails and no other job', async () => {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 2, () => {})
  stack.defer(database.close)
  const redis = stack.use(await startRedis())
  const silent = stack.use(await startSilentServer())
  const person = await makers(database.db, Date.now).person({ level: 'Super' })
  const mail = { kind: 'login-client', personId: person.id, organizationId: null, to: person.email } as const
  // More than all lanes together could send at once.
  for (let i = 0; i < 20; i += 1)
    await queueMail(database.db, { origin: 'http://127.0.0.1' }, mail, Date.now())
  const worker = await startWorker({
    databaseUrl: cloned.appUrl,
    redisUrl: redis.url,
    settings: { SMTP_URL: silent.url },
  })
  stack.defer(async () => worker.stop('SIGKILL'))
  await eventually(silent.open, (open) => open >= lanes.mail, 30_000)

  await enqueue(database.db, 'sessions.rename', { personId: person.id })
  await eventually(
    () => renamesLeft(database),
    (count) => count === 0,
    5000,
  )
  const sent = await database.db.selectFrom('mails').select('id').where('state', '<>', 'waiting').execute()
  expect(sent).toEqual([])
  expect(silent.open()).toBeGreaterThan(0)
})

test('a worker that starts while the database is away waits for it', async () => {
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 2, () => {})
  stack.defer(database.close)
  const redis = stack.use(await startRedis())
  const there = new URL(cloned.appUrl)
  const way = stack.use(await tcpCut({ host: there.hostname, port: Number(there.port) }))
  way.cut()
  const through = new URL(cloned.appUrl)
  through.host = `127.0.0.1:${way.port}`
  const person = await makers(database.db, Date.now).person({ level: 'Super' })
  await enqueue(database.db, 'sessions.rename', { personId: person.id })

  const worker = await startWorker({ databaseUrl: through.href, redisUrl: redis.url })
  stack.defer(async () => worker.stop('SIGKILL'))
  await eventually(worker.log, (log) => log.split('the database is away').length > 2, 30_000)
  way.join()
  await eventually(
    () => renamesLeft(database),
    (count) => count === 0,
    30_000,
  )
  expect(worker.isAlive()).toBe(true)
})
