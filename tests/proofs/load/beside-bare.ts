import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinToStack } from '../../support/measure/processors.ts'
import {
  freePort,
  startApi,
  startProcess,
  startRedis,
  untilItAnswers,
} from '../../support/engines/processes.ts'
import { startStack } from '../../support/stack.ts'
import { packed, statementsOf, type Statement } from './statements.ts'

/** A request to the API by the person with this token. */
export interface Call {
  name: string
  path: string
  token: string
}

export type Beside = Awaited<ReturnType<typeof openBeside>>

/** Starts an API process, and next to it a bare server that sends the same statements for each call. */
export async function openBeside(databaseUrl: string, calls: readonly Call[]) {
  await using stack = new AsyncDisposableStack()
  const redis = stack.use(await startRedis())
  const api = stack.use(await startApi({ databaseUrl, redisUrl: redis.url }))
  const statements = await capture(databaseUrl, calls)
  const bare = stack.use(await startBare(databaseUrl, statements))
  // Pin the processes only after they have started: starting on one shared processor takes long.
  for (const { pid } of [api, bare]) await pinToStack(pid)
  const owned = stack.move()
  return {
    url: api.url,
    statements,
    ask: (i: number) => {
      const call = calls[i]
      if (!call) throw new Error(`there is no call ${i}`)
      return timed(`${api.url}/api${call.path}`, { headers: bearer(call.token) })
    },
    askBare: (i: number) => timed(`${bare.url}/${i}`, {}),
    /** Clears the rate limits: they count per person and minute, and here few people send many requests. */
    forgetLimits: () => flush(redis.port),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Records the statements that the API sends for each call, with the API running in this process. */
async function capture(databaseUrl: string, calls: readonly Call[]): Promise<Statement[][]> {
  await using stack = await startStack({ DATABASE_URL: databaseUrl })
  stack.clock.set(new Date().toISOString())
  const found: Statement[][] = []
  for (const { path, token } of calls)
    found.push(
      await statementsOf(async () => {
        const answer = await stack.app.inject({ method: 'GET', url: `/api${path}`, headers: bearer(token) })
        if (answer.statusCode !== 200)
          throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
      }),
    )
  return found
}

async function startBare(databaseUrl: string, statements: readonly Statement[][]) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-statements-'))
  const file = join(folder, 'statements.json')
  await writeFile(file, JSON.stringify(statements.map(packed)))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = await startProcess({
    file: process.execPath,
    args: [join(import.meta.dirname, 'bare-statements.ts')],
    env: { NODE_ENV: 'production', PORT: String(port), DATABASE_URL: databaseUrl, STATEMENTS_FILE: file },
  })
  await untilItAnswers(running, async () => (await fetch(`${url}/0`)).ok)
  await rm(folder, { recursive: true })
  return { ...running, url }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Milliseconds until the whole response has arrived. */
export async function timed(url: string, init: RequestInit): Promise<number> {
  const since = performance.now()
  const reply = await fetch(url, init)
  const text = await reply.text()
  const time = performance.now() - since
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${text.slice(0, 300)}`)
  return time
}

async function flush(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  socket.write('FLUSHALL\r\n')
  for await (const _ of socket) break
  socket.destroy()
}
