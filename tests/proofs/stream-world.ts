import { applicationOn } from '../support/application-page.ts'
import { eventually } from '../support/eventually.ts'
import type { Namespace } from '../support/namespace.ts'
import { patchApps, startStreamHost } from '../support/stream-host.ts'
import { enterInBrowser } from './call-browsers.ts'
import { openCallWorld } from './call-world.ts'

export type StreamCall = Awaited<ReturnType<typeof openStreamCall>>

interface Given {
  line?: Namespace
  hosts?: number
  /** Of API and worker. */
  settings?: Record<string, string>
}

/**
 * A call of two people in browsers, Dana on this machine and Tomás over the line where there is one, with stream hosts of its
 * own that show the lightest application there is.
 */
export async function openStreamCall({ line, hosts = 1, settings = {} }: Given = {}) {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await openCallWorld({ settings, ...(line && { line }) }))
  stack.use(await world.startWorker())
  const streams = await Promise.all(
    Array.from({ length: hosts }, async () =>
      stack.use(
        await startStreamHost({
          applications: { practice: patchApps.patch },
          settings: { REDIS_URL: world.redis().url, ...(line && { STREAM_ADDRESS: line.address }) },
        }),
      ),
    ),
  )
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  const sessionId = await world.session(coach, other)
  const given = { origin: world.origin, sessionId }
  const dana = stack.use(await enterInBrowser({ ...given, token: coach.token, name: 'Dana' }))
  const tomas = stack.use(
    await enterInBrowser({ ...given, token: other.token, name: 'Tomás', ...(line && { line }) }),
  )
  const [danas, tomass] = [applicationOn(dana.page), applicationOn(tomas.page)]
  /** What the instance is, by the API's own record. */
  const instance = () =>
    world.db.selectFrom('stream_instances').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
  const owned = stack.move()
  return {
    world,
    hosts: streams,
    /** Who is connected to the instance itself. */
    async viewers(): Promise<string[]> {
      const [hostId, name] = ((await instance())?.ref ?? '').split('/')
      const host = streams.find(({ id }) => id === hostId)
      return (await host?.ask('GET', `/instances/${name}`))?.body.viewers ?? []
    },
    people: { dana: coach.id, tomas: other.id },
    sessionId,
    dana: { ...dana, application: danas },
    tomas: { ...tomas, application: tomass },
    instance,
    launch: () => dana.page.getByRole('button', { name: /Launch Parley/ }).click(),
    /** How long it takes until that is what both see, in ms. */
    async bothSee(colours: string, deadlineMs = 60_000): Promise<number> {
      const since = performance.now()
      await eventually(
        async () => `${await danas.colours()}, ${await tomass.colours()}`,
        (seen) => seen === `${colours}, ${colours}`,
        deadlineMs,
      )
      return performance.now() - since
    },
    /** As the coach asks the API. */
    ask: (path: string, body: object) =>
      fetch(`${world.origin}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${coach.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId, ...body }),
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
