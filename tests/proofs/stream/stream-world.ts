import { chromium, type Page } from '@playwright/test'
import { applicationOn, keepChannels } from '../../support/stream/application-page.ts'
import { callLaunch } from '../../support/browsers/browser-launch.ts'
import { eventually } from '../../support/eventually.ts'
import { agreeAndJoin, decide, openLink } from '../../support/journeys/guest-in-call.ts'
import type { Namespace } from '../../support/relays/namespace.ts'
import { patchApps, startStreamHost } from '../../support/stream/stream-host.ts'
import { enterInBrowser } from '../calls/call-browsers.ts'
import { openCallWorld, type CallWorld } from '../calls/call-world.ts'

export type StreamCall = Awaited<ReturnType<typeof openStreamCall>>

interface StreamCallOptions {
  /** How Tomás joins: signed in, or as a client by link. */
  as?: 'participant' | 'client'
  line?: Namespace
  hosts?: number
  /** Settings of the API and the worker. */
  settings?: Record<string, string>
}

/**
 * A call of two people in browsers, Dana on this machine and Tomás in the namespace, if there is one. It has its own stream
 * hosts, which run the lightest application.
 */
export async function openStreamCall({
  as = 'participant',
  line,
  hosts = 1,
  settings = {},
}: StreamCallOptions = {}) {
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
  const { coach, other, sessionId, secret } = await peopleOf(world, as)
  const given = { origin: world.origin, sessionId }
  const { page: danas } = stack.use(await enterInBrowser({ ...given, token: coach.token, name: 'Dana' }))
  const tomass =
    secret === undefined
      ? stack.use(
          await enterInBrowser({ ...given, token: other.token, name: 'Tomás', ...(line && { line }) }),
        ).page
      : await enterAsClient(world.origin, secret, stack)
  if (secret !== undefined) await decide(danas, coach, true)
  for (const page of [danas, tomass]) {
    await page.getByRole('button', { name: 'Leave the call' }).waitFor()
    await page.evaluate(keepChannels)
  }
  const dana = { page: danas, application: applicationOn(danas) }
  const tomas = { page: tomass, application: applicationOn(tomass) }
  /** The API's record of the instance. */
  const instance = () =>
    world.db.selectFrom('stream_instances').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
  const owned = stack.move()
  return {
    world,
    hosts: streams,
    /** The people who are connected to the instance directly. */
    viewers: async (): Promise<string[]> => {
      const [hostId, name] = ((await instance())?.ref ?? '').split('/')
      const host = streams.find(({ id }) => id === hostId)
      return (await host?.ask('GET', `/instances/${name}`))?.body.viewers ?? []
    },
    people: { dana: coach.id, tomas: other.id },
    sessionId,
    dana,
    tomas,
    instance,
    launch: () => dana.page.getByRole('button', { name: /Launch Parley/ }).click(),
    /** Waits until both see these colours, and returns how long that took, in ms. */
    bothSee: async (colours: string, deadlineMs = 60_000): Promise<number> => {
      const since = performance.now()
      await eventually(
        async () => `${await dana.application.colours()}, ${await tomas.application.colours()}`,
        (seen) => seen === `${colours}, ${colours}`,
        deadlineMs,
      )
      return performance.now() - since
    },
    /** Sends a request to the API as the coach. */
    ask: (path: string, body: object) =>
      fetch(`${world.origin}/api${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${coach.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sessionId, ...body }),
      }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function peopleOf(world: CallWorld, as: 'participant' | 'client') {
  if (as === 'client') {
    const { coach, client, secret, sessionId } = await world.guestCall('Aguilar')
    return { coach, other: client, sessionId, secret }
  }
  const [coach, other] = [await world.person('Dana', 'Whitfield'), await world.person('Tomás', 'Aguilar')]
  return { coach, other, sessionId: await world.session(coach, other), secret: undefined }
}

/** Opens the link and goes on up to the click on 'Join Session'. */
async function enterAsClient(origin: string, secret: string, stack: AsyncDisposableStack): Promise<Page> {
  const browser = await chromium.launch(callLaunch)
  stack.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 720 } })
  const page = await openLink(context, `/join/${secret}`)
  await agreeAndJoin(page, { isPatient: true })
  return page
}
