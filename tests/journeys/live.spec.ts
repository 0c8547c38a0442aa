import type { Page } from '@playwright/test'
import { acceptTerms, enterWith, expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyDatabase, journeyPort, journeyRedis } from '../support/journeys/journey-places.ts'
import { startApi } from '../support/engines/processes.ts'
import { tcpCut } from '../support/relays/tcp-cut.ts'

const hour = 3_600_000
const base = Math.ceil(Date.now() / hour) * hour

const shown = (page: Page, title: string) => page.getByText(title, { exact: true }).filter({ visible: true })
const line = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true })

test('without a connection a line says so and the last data stay; once it is back the page updates without a reload [SHELL-11] @any-width', async ({
  browser,
  contextOptions,
  make,
  database,
  request,
}) => {
  const coach = await make.person({ level: 'Coach', organization_id: (await make.organization()).id })
  await acceptTerms(database, coach.id)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const start = new Date(base + 5 * hour).toISOString()
  const session = await make.session({ coach, client, start, title: 'As it was' })

  await using relay = await tcpCut({ host: '127.0.0.1', port: journeyPort })
  const context = await browser.newContext({
    ...contextOptions,
    baseURL: `http://127.0.0.1:${relay.port}`,
  })
  const page = await context.newPage()
  await enterWith(page, coach.token)
  const listening = page.waitForResponse('**/api/live')
  await page.goto('/sessions')
  await listening
  await expect(shown(page, 'As it was')).toBeVisible()
  await expect(line(page, 'No connection. Trying again…')).toHaveCount(0)
  const top = async () => (await page.getByRole('main').boundingBox())?.y
  const place = await top()

  relay.cut()
  await expect(line(page, 'No connection. Trying again…')).toBeVisible()
  await expect(shown(page, 'As it was')).toBeVisible()
  expect(await top(), 'nothing moves under a finger').toBe(place)
  await expectAccessible(page)
  const headers = { authorization: `Bearer ${coach.token}` }
  const changed = await request.post(`/api/sessions/update/${session.id}`, {
    headers,
    data: { title: 'As it is now' },
  })
  expect(changed.status()).toBe(200)

  relay.join()
  await expect(shown(page, 'As it is now')).toBeVisible({ timeout: 45_000 })
  await expect(line(page, 'No connection. Trying again…')).toHaveCount(0)
  await context.close()
})

test(
  'when the tab that holds the event stream hangs, the visible tab takes it over and misses no change [WIRE-70]',
  { tag: '@any-width' },
  async ({ page, context, signIn, make, request }) => {
    const coach = await signIn('Coach')
    const { organization_id } = coach
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const start = new Date(base + 5 * hour).toISOString()
    const session = await make.session({ coach, client, start, title: 'As it was' })
    const listening = page.waitForResponse('**/api/live')
    await page.goto('/sessions')
    await listening
    const other = await context.newPage()
    await other.goto('/sessions')
    await expect(shown(other, 'As it was')).toBeVisible()

    const tools = await context.newCDPSession(page)
    await tools.send('Debugger.enable')
    await tools.send('Debugger.pause')
    const headers = { authorization: `Bearer ${coach.token}` }
    await request.post(`/api/sessions/update/${session.id}`, { headers, data: { title: 'As it is now' } })
    await expect(shown(other, 'As it is now')).toBeVisible({ timeout: 40_000 })
    await tools.send('Debugger.disable')
  },
)

test(
  'while live updates are down the page polls and a line says so, and once they are back the line is gone [SHELL-11]',
  { tag: '@any-width' },
  async ({ browser, make, database, request }) => {
    // The test waits in turn for the loss of Redis, for polling and for its return.
    test.setTimeout(120_000)
    const coach = await make.person({ level: 'Coach', organization_id: (await make.organization()).id })
    await acceptTerms(database, coach.id)
    const { organization_id } = coach
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const start = new Date(base + 5 * hour).toISOString()
    const session = await make.session({ coach, client, start, title: 'As it was' })
    // A second API process on the journeys' database, with a Redis connection that can be cut.
    const redis = new URL(journeyRedis)
    await using cut = await tcpCut({ host: redis.hostname, port: Number(redis.port) })
    redis.port = String(cut.port)
    await using api = await startApi({ databaseUrl: journeyDatabase.appUrl, redisUrl: redis.href })
    const context = await browser.newContext({ baseURL: api.url })
    const page = await context.newPage()
    await enterWith(page, coach.token)
    await page.goto('/sessions')
    await expect(shown(page, 'As it was')).toBeVisible()

    cut.cut()
    const down = line(page, 'Live updates are down. Checking every 15 seconds.')
    await expect(down).toBeVisible({ timeout: 30_000 })
    const headers = { authorization: `Bearer ${coach.token}` }
    await request.post(`/api/sessions/update/${session.id}`, { headers, data: { title: 'As it is now' } })
    await expect(shown(page, 'As it is now')).toBeVisible({ timeout: 30_000 })
    cut.join()
    await expect(down).toHaveCount(0, { timeout: 30_000 })
    await context.close()
  },
)
