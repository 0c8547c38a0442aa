import { readdir, readFile, readlink } from 'node:fs/promises'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { addresses, herePlaces } from '../../../scripts/engines/places.ts'
import { cloneDatabase, worldPatienceMs } from '../../support/database.ts'
import { makers, type TestPerson } from '../../support/make.ts'
import { startMediaNodes } from '../../support/calls/media-nodes.ts'
import type { Namespace } from '../../support/relays/namespace.ts'
import {
  freePort,
  startApi,
  startProcess,
  startRedis,
  startWorker,
  untilItAnswers,
  type ApiProcess,
} from '../../support/engines/processes.ts'
import { startSilentRelay } from '../../support/relays/silent-relay.ts'
import { acceptTerms } from '../../support/worlds/terms.ts'

export const engines = ['media', 'postgres', 'redis', 's3', 'stripe', 'mail'] as const
export type EngineName = (typeof engines)[number]

/**
 * An API process and a worker that reach every engine through a relay that can fall silent. Given a namespace, they run in
 * it and its network falls silent instead: packets are dropped without an error.
 */
export async function openHangsWorld(line: Namespace | undefined) {
  // Long because the engines have to start and end in this order.
  await using stack = new AsyncDisposableStack()
  const here = addresses(herePlaces())
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const redis = stack.use(await startRedis())
  const media = stack.use(await startMediaNodes({ count: 2, redisPort: redis.port }))
  const [first, second] = media.nodes
  if (!first || !second) throw new Error('there are not two nodes')

  const host = line?.address ?? '127.0.0.1'
  const relay = async (port: number) =>
    stack.use(await startSilentRelay({ target: { host: '127.0.0.1', port }, host }))
  const relays = {
    media: [await relay(first.ports.http), await relay(first.ports.metrics)] as const,
    healthy: [await relay(second.ports.http), await relay(second.ports.metrics)] as const,
    postgres: [await relay(here.postgres.port)] as const,
    redis: [await relay(redis.port)] as const,
    s3: [await relay(Number(new URL(here.s3.url).port))] as const,
    stripe: [await relay(Number(new URL(here.stripe.url).port))] as const,
    mail: [await relay(Number(new URL(here.mail.smtpUrl).port))] as const,
  }
  const stripePort = line ? await freePort() : relays.stripe[0].port
  if (line) {
    const args = [
      'tests/proofs/faults/hangs-forward.ts',
      String(stripePort),
      host,
      String(relays.stripe[0].port),
    ]
    const forward = stack.use(await startProcess({ file: process.execPath, args, enter: line.enter }))
    await untilItAnswers(forward, async () => forward.log().includes('forwards'))
  }
  const through = (url: string, [{ port }]: readonly [{ port: number }]) => {
    const moved = new URL(url)
    moved.hostname = host
    moved.port = String(port)
    return moved.href.replace(/\/$/, '')
  }
  const node = (name: string, [api, metrics]: typeof relays.media) =>
    `${name}=http://${host}:${api.port};http://${host}:${metrics.port}/metrics`
  const given = {
    databaseUrl: through(cloned.appUrl, relays.postgres),
    redisUrl: through(redis.url, relays.redis),
    ...(line && { within: line }),
    settings: {
      LIVEKIT_NODES: `${node('n1', relays.media)},${node('n2', relays.healthy)}`,
      LIVEKIT_REDIS_URL: `${through(redis.url, relays.redis)}/1`,
      S3_URL: through(here.s3.url, relays.s3),
      STRIPE_URL: `http://127.0.0.1:${stripePort}`,
      SMTP_URL: through(here.mail.smtpUrl, relays.mail),
      PARLEY_ORIGIN: 'http://127.0.0.1:8080',
      PARLEY_LOG_LEVEL: 'warn',
    },
  }
  const api = stack.use(await startApi(given))
  const worker = stack.use(await startWorker(given))

  const make = makers(database.db, Date.now)
  const organization = await make.organization()
  const coach = async () => {
    const made = await make.person({ level: 'Coach', organization_id: organization.id })
    await acceptTerms(database, made.id)
    return made
  }
  /** Makes a session that has just begun, with its call on that node. */
  const call = async (on: string) => {
    const by = await coach()
    const client = await make.person({ level: 'Client', organization_id: organization.id, coach_id: by.id })
    const start = new Date(Date.now() - 60_000).toISOString()
    const { id } = await make.session({ coach: by, client, start })
    await database.db
      .insertInto('calls')
      .values({ session_id: id, room: `room-of-${id}`, node: on, made_at: new Date() })
      .execute()
    return { by, id }
  }
  const set = async (name: EngineName, isSilent: boolean) => {
    const ports = relays[name].map(({ port }) => port)
    if (line) await (isSilent ? line.silence(ports) : line.speak(ports))
    else for (const each of relays[name]) each[isSilent ? 'silence' : 'speak']()
    // Also stop the node: one that nobody can reach must not go on working for the others either.
    if (name === 'media') first.process().send(isSilent ? 'SIGSTOP' : 'SIGCONT')
  }
  const owned = stack.move()
  return {
    api,
    worker,
    make,
    db: database.db,
    organization,
    coach,
    call,
    silence: (name: EngineName) => set(name, true),
    speak: (name: EngineName) => set(name, false),
    /** The number of the API's open connections to an engine. */
    connectionsTo: (name: EngineName) =>
      connectionsTo(
        api,
        relays[name].map(({ port }) => port),
      ),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export type HangsWorld = Awaited<ReturnType<typeof openHangsWorld>>
export type Caller = Pick<TestPerson, 'token'>

/** Counts a process's own sockets to these ports in /proc. */
async function connectionsTo({ pid }: ApiProcess, ports: readonly number[]): Promise<number> {
  const table = await readFile(`/proc/${pid}/net/tcp`, 'utf8')
  const inodes = new Set<string>()
  for (const row of table.trim().split('\n').slice(1)) {
    const [, , remote = '', , , , , , , inode = ''] = row.trim().split(/\s+/)
    if (ports.includes(Number.parseInt(remote.split(':')[1] ?? '', 16))) inodes.add(`socket:[${inode}]`)
  }
  const files = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')))
  return links.filter((link) => inodes.has(link)).length
}
