import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { signedText } from '@parley/contract/stream/stream-host.ts'
import { endAllOf } from '../../../apps/stream-host/src/daemon/processes.ts'
import { installEncoder } from '../../../scripts/engines/stream-encoder.ts'
import { addresses, herePlaces, streamHostsMax } from '../../../scripts/engines/places.ts'
import { eventually } from '../eventually.ts'

const places = herePlaces()
const { key } = addresses(places).streams
const patchFolder = join(import.meta.dirname, 'patch-app')

/** The lightest application. With NOISE its picture changes all the time. */
export const patchApps = {
  patch: { command: ['python3', '/app/patch.py'], content: patchFolder },
  noise: { command: ['python3', '/app/patch.py'], content: patchFolder, environment: { NOISE: '1' } },
}

interface StreamHostOptions {
  applications?: Record<string, object>
  slots?: number
  settings?: Record<string, string>
}

let hosts = 0

/** Starts a stream host for one test, with its own folder, ports, displays and users. */
export async function startStreamHost({
  applications = patchApps,
  slots = 3,
  settings = {},
}: StreamHostOptions = {}) {
  // Long because the processes share one folder and end together.
  const folder = await mkdtemp('/run/parley-stream-test-')
  // The users of the instances must be able to traverse the folder.
  await chmod(folder, 0o711)
  const list = join(folder, 'applications.json')
  await writeFile(list, JSON.stringify(applications))
  // Test processes run in parallel, so each host gets its own numbers.
  const nth = ((Number(process.env.VITEST_POOL_ID ?? 0) % 4) * 4 + (hosts++ % 4)) % streamHostsMax
  const port = places.ports.streams + nth
  const env = {
    PATH: process.env.PATH ?? '',
    STREAM_HOST_ID: `test-${randomUUID()}`,
    STREAM_HOST_PORT: String(port),
    STREAM_KEY: key,
    REDIS_URL: `${addresses(places).redis.streamHostUrl}/0`,
    STREAM_PORTS_FIRST: String(places.ports.streamMedia + nth * 60),
    STREAM_SLOTS: String(slots),
    STREAM_UID_FIRST: String(61_000 + nth * 10),
    STREAM_DISPLAY_FIRST: String(600 + nth * 10),
    STREAM_FOLDER: join(folder, 'instances'),
    STREAM_PYTHON_PATH: await installEncoder(places),
    STREAM_APPLICATIONS: list,
    STREAM_LOG_LEVEL: 'silent',
    ...settings,
  }
  const url = `http://127.0.0.1:${port}`
  const begin = async () => {
    // Log to a file: Vitest waits until our own output is closed, so a daemon that outlives its test would block the run.
    const log = await open(join(folder, 'log'), 'a')
    const child = spawn(process.execPath, [join(places.root, 'apps/stream-host/src/daemon/daemon.ts')], {
      env,
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    const endWithUs = () => void child.kill('SIGKILL')
    process.once('exit', endWithUs)
    child.once('exit', () => process.off('exit', endWithUs))
    await eventually(
      () =>
        fetch(url).then(
          () => true,
          () => child.exitCode !== null,
        ),
      Boolean,
      20_000,
    )
    if (child.exitCode !== null)
      throw new Error(`the stream host did not start:\n${await readFile(join(folder, 'log'), 'utf8')}`)
    return child
  }
  let child = await begin()
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async function send(
    method: string,
    path: string,
    body: string,
    time = Date.now(),
    by = key,
  ): Promise<Response> {
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = createHmac('sha256', by)
      .update(signedText(method, path, time, hash))
      .digest('hex')
    return fetch(`${url}${path}`, {
      method,
      headers: { 'x-parley-time': String(time), 'x-parley-signature': signature },
      ...(body && { body }),
    })
  }
  /** Asks as the API does. The test checks the parts of the answer that it reads. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async function ask(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
    const answer = await send(method, path, body ? JSON.stringify(body) : '')
    return { status: answer.status, body: await answer.json() }
  }
  return {
    url,
    id: env.STREAM_HOST_ID,
    uidOf: (slot: number) => Number(env.STREAM_UID_FIRST) + slot,
    folder: env.STREAM_FOLDER,
    send,
    ask,
    /** The process id of one part of an instance. */
    async pidOf(instance: string, part: string): Promise<number> {
      const state = JSON.parse(await readFile(join(env.STREAM_FOLDER, instance, 'state.json'), 'utf8'))
      return state.processes[part].pid
    },
    /** Starts an instance and waits until it is up. */
    async start(
      application = 'patch',
      given: { holder?: string | null; until?: number } = {},
    ): Promise<string> {
      const instance = randomUUID()
      const { holder = 'dana', until = Date.now() + 3_600_000 } = given
      const { status } = await ask('POST', '/instances', { instance, application, until, holder })
      if (status !== 202) throw new Error(`an instance is answered ${status}`)
      const seen = await eventually(
        () => ask('GET', `/instances/${instance}`),
        ({ body }) => body.status !== 'ACTIVATING',
        30_000,
      )
      if (seen.body.status !== 'ACTIVE') throw new Error(`the instance is ${JSON.stringify(seen.body)}`)
      return instance
    },
    /** Suspends the daemon; `thaw` resumes it. */
    freeze: (): void => void child.kill('SIGSTOP'),
    thaw: (): void => void child.kill('SIGCONT'),
    /** Ends the daemon and starts it again. */
    async restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      await end(signal)
      child = await begin()
    },
    /** Kills the daemon and all instances, as if the whole machine went down. */
    async fall(): Promise<void> {
      await end('SIGKILL')
      for (let slot = 0; slot < slots; slot += 1)
        while (endAllOf(Number(env.STREAM_UID_FIRST) + slot) > 0) await pause(20)
    },
    async [Symbol.asyncDispose]() {
      // Start a daemon that has ended again, so that it removes what is left of its instances.
      if (child.exitCode !== null || child.signalCode !== null) child = await begin()
      for (const instance of await readdir(env.STREAM_FOLDER)) await ask('DELETE', `/instances/${instance}`)
      await end('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type StreamHost = Awaited<ReturnType<typeof startStreamHost>>
