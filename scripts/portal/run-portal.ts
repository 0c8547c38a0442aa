import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { demoAccounts, demoPassword, makeDemoIn } from '../database/demo.ts'
import { migrateDevelopment } from '../database/migrate.ts'
import { up } from '../engines/engines.ts'
import {
  addresses,
  fileSettings,
  herePlaces,
  mediaSettings,
  paymentSettings,
  streamSettings,
} from '../engines/places.ts'

const root = join(import.meta.dirname, '../..')
const places = herePlaces()
const here = addresses(places)

let hasStreams = false

/** Prepares engines, schema and demo data for both `pnpm dev` and `pnpm demo`. */
export async function prepareEngines(): Promise<void> {
  await up()
  // Not every machine can run a stream host. Without one, calls have no application.
  hasStreams = await up(['streams']).then(
    () => true,
    (error: unknown) => {
      console.log(`No streamed application on this machine. ${error instanceof Error ? error.message : ''}`)
      return false
    },
  )
  await migrateDevelopment()
  await makeDemoIn(here.postgres.appUrl)
}

/** The environment of an API or worker process on this work tree's engines. */
export const environment = () => ({
  PARLEY_ENV: 'development',
  ...process.env,
  DATABASE_URL: here.postgres.appUrl,
  REDIS_URL: here.redis.url,
  SMTP_URL: here.mail.smtpUrl,
  ...mediaSettings(here),
  ...fileSettings(here),
  ...paymentSettings(here),
  ...(hasStreams && streamSettings(here)),
  // The API is behind the front proxy, which has the portal's public port.
  PARLEY_PORT: String(places.ports.api),
  PARLEY_TRUSTED_PROXIES: '127.0.0.1',
  PARLEY_ORIGIN: here.portal.url,
  PARLEY_DRAIN_SECONDS: '0',
})

/** Starts the programs together and stops all when one exits, Ctrl+C is pressed, or they are no longer needed. */
export async function runTogether(
  programs: readonly (readonly [string, ...string[]])[],
  settings: Record<string, string> = {},
  needed?: AbortSignal,
): Promise<void> {
  const children = programs.map(([file, ...args]) =>
    spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...environment(), ...settings } }),
  )
  const stop = () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGTERM')
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  needed?.addEventListener('abort', stop)
  await Promise.race(children.map(ended))
  stop()
  await Promise.all(children.map(ended))
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** Waits without a deadline while the programs run, because machines can be slow. */
export async function isReady(address: string, hasEnded: AbortSignal): Promise<boolean> {
  while (!hasEnded.aborted) {
    if (await answers(address)) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

export const answers = (address: string): Promise<boolean> =>
  fetch(`${address}/api/ready`).then(
    (reply) => reply.ok,
    () => false,
  )

export const api = (...flags: string[]): [string, ...string[]] => [
  process.execPath,
  ...flags,
  'apps/api/src/server.ts',
]
export const worker = (...flags: string[]): [string, ...string[]] => [
  process.execPath,
  ...flags,
  'apps/api/src/worker.ts',
]

export function printAccounts(address: string): void {
  const rows = demoAccounts.map(({ username, level }) => `  ${username.padEnd(10)} ${level}`)
  console.log(`\nParley: ${address}\n\nSign in with the password ${demoPassword} as\n${rows.join('\n')}`)
  console.log(
    "(Clients can't sign in; the login page tells them so.)\n\nCtrl+C ends it; `pnpm engines down` stops the engines.\n",
  )
}
