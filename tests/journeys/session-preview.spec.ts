import type { Page } from '@playwright/test'
import {
  acceptTerms,
  closeToast,
  enterWith,
  expect,
  expectAccessible,
  holdToast,
  isPhone,
  test,
} from '../support/journeys/journey.ts'
import { inDays, inHours, inMinutes } from '../support/journeys/moments.ts'

const preview = (id: string) => `/session/${id}/preview`

const act = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const history = (page: Page) => page.getByRole('list', { name: 'History' })

test('the page of a session shows its times in both zones, follows changes in its history, and leads to the call [ROUTE-13 WIRE-27 WIRE-30]', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Margarethe',
    last_name: 'Öztürk-Lindqvist',
    time_zone: 'Europe/Berlin',
  })
  const session = await make.session({ coach, client, start: inMinutes(8), title: 'Values in practice' })
  await page.goto(preview(session.id))
  await expect(page.getByRole('heading', { level: 1, name: 'Values in practice' })).toBeVisible()
  await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Individual', { exact: true })).toBeVisible()
  await expect(
    page.getByText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2}.* – .*[AP]M.* (EST|EDT)$/),
  ).toBeVisible()
  const times = page.getByRole('list', { name: 'Times' })
  await expect(times.getByRole('listitem')).toHaveCount(2)
  await expect(times).toContainText('Berlin')
  await expect(times).toContainText('New York')
  if (!isPhone(page)) await expect(page.getByText(/^join window, /)).toBeVisible()
  await expect(page.getByText(/^Starts in [78] min$/).first()).toBeVisible()
  await expectAccessible(page)

  // When another person changes it, the page and its history update.
  const orgAdmin = await make.person({
    level: 'OrgAdmin',
    organization_id: coach.organization_id,
    first_name: 'Helena',
    last_name: 'Brandvold',
  })
  await page.request.post(`/api/sessions/update/${session.id}`, {
    headers: { authorization: `Bearer ${orgAdmin.token}` },
    data: { title: 'Values, twice' },
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Values, twice' })).toBeVisible()
  await expect(history(page)).toContainText('Title changed by Helena Brandvold')
  await expect(history(page)).toContainText('from Values in practice')

  await expect(page.getByRole('link', { name: 'Back to Sessions' })).toBeVisible({ visible: isPhone(page) })
  await page.getByRole('link', { name: 'Join Call' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/join`)
})

test(
  "the coach copies the client's link; revoking kills it, and the next copy is a new link [GUEST-27 GUEST-28 PREVIEW-08]",
  { tag: '@any-width' },
  async ({ page, context, signIn, make }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const coach = await signIn('Coach')
    const client = await make.person({
      level: 'Client',
      organization_id: coach.organization_id,
      coach_id: coach.id,
      first_name: 'Kwame',
    })
    const session = await make.session({ coach, client, start: inHours(3), title: 'By link' })
    await page.goto(preview(session.id))
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy link' }).click()
      await holdToast(page, 'Link copied')
      await closeToast(page, 'Link copied')
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const opens = async (link: string) =>
      (
        await page.request.get('/api/guest/session', {
          headers: { authorization: `Guest ${link.split('/join/')[1]}` },
        })
      ).status()
    const first = await copied()
    expect(await opens(first)).toBe(200)
    // The link appears nowhere on the page.
    expect(await page.content()).not.toContain('/join/')
    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(page.getByText('Link revoked', { exact: true })).toBeVisible()
    expect(await opens(first)).toBe(404)
    await expect(history(page)).toContainText("Client's link revoked by")
    const second = await copied()
    expect(second).not.toBe(first)
    expect(await opens(second)).toBe(200)
    await expectAccessible(page)
    const back = page.getByRole('link', { name: 'Back to Sessions' })
    await expect(back).toHaveCount(isPhone(page) ? 1 : 0)
  },
)

test('a session that has not opened says when it opens, and is edited and cancelled on its page @any-width', async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Kwame',
  })
  const session = await make.session({ coach, client, start: inHours(30), title: 'Later' })
  await page.goto(preview(session.id))
  await expect(page.getByText(/^Opens .*at \d.*(EST|EDT), in 1 day$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join Call' })).toBeDisabled()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit session' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await act(page, 'Cancel')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Session' }).click()
  await expect(page.getByRole('button', { name: /Join Call/ })).toHaveCount(0)
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(history(page)).toContainText(/Cancelled by Robin Ames/)
  await expectAccessible(page)
})

test('after the end the coach marks the session complete, and only an OrgAdmin can correct the status, with a reason [STATUS-24 STATUS-25]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const place = { organization_id: coach.organization_id }
  const client = await make.person({ level: 'Client', ...place, coach_id: coach.id })
  const session = await make.session({ coach, client, start: inDays(-2), title: 'Gone by' })
  await page.goto(preview(session.id))
  await expect(page.getByText(/^Ended /)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark Session Complete' }).click()
  await expect(page.getByText('This session took place.')).toBeVisible()
  await expect(page.getByRole('button', { name: /More actions/ })).toHaveCount(0)

  const admin = await make.person({
    level: 'OrgAdmin',
    ...place,
    first_name: 'Helena',
    last_name: 'Brandvold',
  })
  await acceptTerms(database, admin.id)
  await enterWith(page, admin.token)
  await page.goto(preview(session.id))
  await act(page, 'Correct status')
  const dialog = page.getByRole('dialog', { name: 'Correct the status' })
  await dialog.getByText('No Show', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Correct status' }).click()
  await expect(dialog.getByText('Write a reason.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Nobody came')
  await dialog.getByRole('button', { name: 'Correct status' }).click()
  await expect(page.getByText('Status corrected')).toBeVisible()
  await expect(history(page)).toContainText('Corrected by Helena Brandvold')
  await expect(history(page)).toContainText('“Nobody came”')
})

test('an Admin sees the billing and the organization, which an OrgAdmin does not, and cannot join the call [STATUS-06] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const { id: organization_id } = await make.organization({ display_name: 'Northlight Leadership Partners' })
  const coach = await make.person({ level: 'Coach', organization_id })
  const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
  const session = await make.session({ coach, client, start: inMinutes(5) })
  await database.db.updateTable('sessions').set({ billable: false }).where('id', '=', session.id).execute()

  await signIn('OrgAdmin', { organization_id })
  await page.goto(preview(session.id))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/Not Billable/)).toHaveCount(0)
  await expect(page.getByText('Organization', { exact: true })).toHaveCount(0)

  await signIn('Admin')
  await page.goto(preview(session.id))
  await expect(page.getByText('Not Billable')).toBeVisible()
  await expect(page.getByText('Northlight Leadership Partners')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join Call' })).toBeDisabled()
  await expect(page.getByText('Only the people in this session can join it.')).toBeVisible()
  await expectAccessible(page)
})

test(
  "a session outside the viewer's scope, or an unknown one, is the not-found page",
  { tag: '@any-width' },
  async ({ page, signIn, make }) => {
    const { id: organization_id } = await make.organization()
    const coach = await make.person({ level: 'Coach', organization_id })
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const session = await make.session({ coach, client, start: inHours(3) })
    await signIn('OrgAdmin')
    for (const id of [session.id, 'nothing']) {
      await page.goto(preview(id))
      await expect(page.getByText("Looks like you're lost")).toBeVisible()
    }
  },
)

test('the palette finds a session by its title @any-width', async ({ page, signIn, make }) => {
  const coach = await signIn('Coach')
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const session = await make.session({ coach, client, start: inHours(3), title: 'Boundaries at work' })
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: 'Search or jump to' }).click()
  else await page.keyboard.press('Control+K')
  await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toBeVisible()
  await page.keyboard.type('bounda')
  await page.getByRole('menuitem', { name: /^Boundaries at work/ }).click()
  await expect(page).toHaveURL(preview(session.id))
})

test("Profile counts the person's own sessions, and makes, replaces and revokes a calendar feed [PROFILE-01] @any-width", async ({
  page,
  signIn,
  make,
}) => {
  const coach = await signIn('Coach')
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  for (const [i, status] of (['Scheduled', 'Completed', 'Cancelled', 'NoShow'] as const).entries())
    await make.session({ coach, client, start: inDays(i - 10), status })
  await make.session({
    coach: await make.person({ level: 'Coach', organization_id: coach.organization_id }),
    client,
    start: inDays(3),
  })
  await page.goto('/profile')
  await expect(page.getByText('Sessions Scheduled').locator('..')).toContainText('4')
  await expect(page.getByText('Minutes coached').locator('..')).toContainText('60')

  const feed = page.getByRole('region', { name: 'Calendar feed' })
  await feed.getByRole('button', { name: 'Create an address' }).click()
  const address = feed.getByText(/\/api\/calendar\/feed\//)
  await expect(address).toBeVisible()
  const first = (await address.innerText()).trim()
  const read = async (url: string) => (await page.request.get(new URL(url).pathname)).status()
  expect(await read(first)).toBe(200)
  await expectAccessible(page)
  await feed.getByRole('button', { name: 'Create a new address' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create a new address' }).click()
  await expect(address).not.toHaveText(first)
  const second = (await address.innerText()).trim()
  expect([await read(first), await read(second)]).toEqual([404, 200])
  await feed.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(feed.getByText('Off', { exact: true })).toBeVisible()
  expect(await read(second)).toBe(404)
})
