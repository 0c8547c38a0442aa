import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { inHours } from '../support/journeys/moments.ts'

test('a signed-in person reads whom to ask on the way into a call and wherever joining fails [F1] @any-width', async ({
  page,
  signIn,
  make,
  database: { db },
  quietConsole,
}) => {
  quietConsole.allow(/status of 503/)
  // The media server closes the room while the page is in it.
  quietConsole.allow(/data ?channel/i)
  const coach = await signIn('Coach')
  await db
    .updateTable('organizations')
    .set({ contact: '+1 212 555 0142' })
    .where('id', '=', coach.organization_id ?? '')
    .execute()
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const start = new Date(Date.now() - 60_000).toISOString()
  const session = await make.session({ coach, client, start, end: inHours(1) })
  const path = `/session/${session.id}/join`
  const contact = page.getByText('Trouble getting in? Harbor Coaching, +1 212 555 0142')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })

  await page.goto(path)
  await expect(heading('Choose your video and audio options')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Everything Look Good?' })).toBeVisible()
  await expect(contact).toBeVisible()
  await expect(page.getByRole('link', { name: '+1 212 555 0142' })).toHaveAttribute(
    'href',
    'tel:+12125550142',
  )
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(page.getByRole('button', { name: 'Leave the call' })).toBeVisible()
  await page.request.post(`/api/sessions/cancel/${session.id}`, {
    headers: { authorization: `Bearer ${coach.token}` },
    data: {},
  })
  await expect(heading('This call has ended.')).toBeVisible()
  await expect(page.getByText('Questions? Harbor Coaching, +1 212 555 0142')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/session/${randomUUID()}/join`)
  await expect(heading("Looks like you're lost")).toBeVisible()
  await expect(contact).toBeVisible()

  await page.route(`**/api/sessions/${session.id}`, (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(path)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(contact).toBeVisible()
  await page.goto(`/session/${session.id}/completionpage`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText('Questions? Harbor Coaching, +1 212 555 0142')).toBeVisible()
  await page.unroute(`**/api/sessions/${session.id}`)

  await page.addInitScript(() => {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) Reflect.deleteProperty(window, name)
  })
  await page.goto(path)
  await expect(heading('This browser is not supported.')).toBeVisible()
  await expect(contact).toBeVisible()
  await expectAccessible(page)
})
