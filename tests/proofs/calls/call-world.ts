import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '@parley/api/platform/database/database.ts'
import { cloneDatabase, worldPatienceMs } from '../../support/database.ts'
import { startFront } from '../../support/engines/front.ts'
import { makers, type TestPerson } from '../../support/make.ts'
import { startMediaNodes } from '../../support/calls/media-nodes.ts'
import type { Namespace } from '../../support/relays/namespace.ts'
import {
  freePort,
  startApi,
  startRedis,
  startWorker,
  type ApiProcess,
} from '../../support/engines/processes.ts'
import { acceptTerms } from '../../support/worlds/terms.ts'

export type CallWorld = Awaited<ReturnType<typeof openCallWorld>>

/**
 * Starts everything that a call needs, each part in its own process that can be killed: two media nodes, Redis, two API
 * processes and the front proxy. Given a namespace, the media nodes and the proxy are also reachable from there.
 */
export async function openCallWorld({
  line,
  settings = {},
  webhooks,
}: { line?: Namespace; settings?: Record<string, string>; webhooks?: readonly string[] } = {}) {
  // Long because the engines have to start and end in this order.
  await using stack = new AsyncDisposableStack()
  const cloned = await cloneDatabase()
  stack.defer(cloned.drop)
  const database = openDatabase(cloned.appUrl, 4, () => {}, { patienceMs: worldPatienceMs })
  stack.defer(database.close)
  const kept = await mkdtemp(join(tmpdir(), 'parley-redis-'))
  stack.defer(() => rm(kept, { recursive: true }))
  let redis = await startRedis(undefined, kept)
  stack.defer(() => redis.stop('SIGKILL'))

  const frontPort = await freePort()
  const [firstPort, secondPort] = [await freePort(), await freePort()]
  const apiPorts = [firstPort, secondPort]
  const origin = `http://127.0.0.1:${frontPort}`
  const media = stack.use(
    await startMediaNodes({
      count: 2,
      redisPort: redis.port,
      webhooks: webhooks ?? [`${origin}/api/hooks/livekit`],
      ...(line && { at: line }),
    }),
  )
  const startApiAt = (at: number) =>
    startApi({
      databaseUrl: cloned.appUrl,
      redisUrl: redis.url,
      at,
      settings: {
        ...media.settings,
        ...settings,
        PARLEY_ORIGIN: origin,
        PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      },
    })
  const apis = new Map<number, ApiProcess>()
  stack.defer(async () => void (await Promise.all([...apis.values()].map((api) => api.stop('SIGKILL')))))
  for (const port of apiPorts) apis.set(port, await startApiAt(port))
  const nodePorts = media.nodes.map(({ ports }) => ports.http)
  stack.use(
    await startFront({ apis: apiPorts, nodes: nodePorts, at: frontPort, beside: line ? [line.address] : [] }),
  )

  const make = makers(database.db, Date.now)
  const organization = await make.organization({ display_name: 'Harbor Coaching' })
  const person = async (first_name: string, last_name: string) => {
    const made = await make.person({
      level: 'Coach',
      organization_id: organization.id,
      first_name,
      last_name,
    })
    await acceptTerms(database, made.id)
    return made
  }
  const worker = async () =>
    startWorker({
      databaseUrl: cloned.appUrl,
      redisUrl: redis.url,
      settings: { ...media.settings, ...settings },
    })
  const owned = stack.move()
  return {
    origin,
    /** The API process that the front proxy tries first, addressed without the proxy. */
    apiUrl: `http://127.0.0.1:${firstPort}`,
    apis: () => [...apis.values()],
    startWorker: worker,
    redis: () => redis,
    db: database.db,
    nodes: media.nodes,
    person,
    /** A session that has just begun, with a coach and a client, and the client's personal link to it. */
    guestCall: async (name: string) => {
      const coach = await person('Dana', name)
      const client = await make.person({
        level: 'Client',
        organization_id: organization.id,
        coach_id: coach.id,
        first_name: 'Tomás',
        last_name: name,
      })
      const start = new Date(Date.now() - 60_000).toISOString()
      const made = await make.session({ coach, client, start, title: 'Rehearsal' })
      const copied = await fetch(`${origin}/api/sessions/copy-link/${made.id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${coach.token}` },
      })
      if (!copied.ok) throw new Error(`no link for ${name}: ${copied.status} ${await copied.text()}`)
      const { response } = (await copied.json()) as { response: { url: string } }
      const secret = response.url.slice(response.url.indexOf('/join/') + '/join/'.length)
      return { coach, client, secret, sessionId: made.id }
    },
    /** A session that has just begun between these two. */
    session: async (coach: TestPerson, other: TestPerson): Promise<string> => {
      const start = new Date(Date.now() - 60_000).toISOString()
      const made = await make.session({ coach, participants: [other], start, title: 'Rehearsal' })
      // Remove its busy times, because a proof books the same people for several sessions at once.
      await database.db.deleteFrom('session_busy').where('session_id', '=', made.id).execute()
      return made.id
    },
    /** Moves all sessions six hours into the past. */
    endSessions: () =>
      database.db
        .updateTable('sessions')
        .set({
          start_time: sql<string>`start_time - interval '6 hours'`,
          end_time: sql<string>`end_time - interval '6 hours'`,
        })
        .execute(),
    /** Places the call of a session that nobody has joined yet on that node. */
    placeCall: (sessionId: string, node: string) =>
      database.db
        .insertInto('calls')
        .values({ session_id: sessionId, room: `room-of-${sessionId}`, node, made_at: new Date() })
        .execute(),
    /** Kills the API process that the front proxy tries first. */
    killApi: async (): Promise<void> => apis.get(firstPort)?.stop('SIGKILL'),
    startApi: async (): Promise<void> => void apis.set(firstPort, await startApiAt(firstPort)),
    stopRedis: (): Promise<void> => redis.stop('SIGTERM'),
    /** Restarts Redis on the same port with its saved data. */
    startRedis: async (): Promise<void> => void (redis = await startRedis(redis.port, kept)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
