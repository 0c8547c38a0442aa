import type { Locator, Page } from '@playwright/test'
import { expectFits } from '../support/browsers/fits.ts'
import { acceptTerms, enterWith, expect, isPhone, test } from '../support/journeys/journey.ts'
import { inDays, inHours, inMinutes } from '../support/journeys/moments.ts'

// Every screen and its dialogs, at every width and in both themes: nothing overflows, is cut off or covered, and no page
// scrolls sideways. Names are as long as real names can be.

type Make = Parameters<Parameters<typeof test>[2]>[0]['make']

/** An organization in the middle of its day: a call that can be joined, and upcoming, past and unsettled ones. */
async function longNamedWorld(make: Make) {
  const organization = await make.organization({
    display_name: 'Rechtsschutz- und Gesundheitsberatung Brandenburg-Niederlausitz',
  })
  const place = { organization_id: organization.id }
  const coach = await make.person({
    ...place,
    level: 'Coach',
    first_name: 'Maximiliane-Friederike',
    last_name: 'von Hohenstein-Wittelsbach',
  })
  const clients = []
  for (const [first_name, last_name, time_zone] of [
    ['Noor', 'Al-Sayegh', 'Asia/Singapore'],
    ['Wolfeschlegelsteinhausenbergerdorff', 'Öztürk-Lindqvist', 'Europe/Berlin'],
    ['Bo', 'Li', 'America/Argentina/Buenos_Aires'],
  ] as const)
    clients.push(
      await make.person({ ...place, level: 'Client', coach_id: coach.id, first_name, last_name, time_zone }),
    )
  const [noor, wolfe] = clients
  const title = 'First conversation about difficult things at work, and what to do about them'
  const session = (start: string, more: Partial<Parameters<Make['session']>[0]> = {}) =>
    make.session({ coach, ...(noor && { client: noor }), start, title: 'Values in practice', ...more })
  const active = await session(inMinutes(4), { title, ...(wolfe && { client: wolfe }) })
  const next = await session(inHours(2))
  await session(inHours(5), { title, ...(wolfe && { client: wolfe }) })
  await session(inDays(3))
  await session(inHours(-6), { title, ...(wolfe && { client: wolfe }) })
  await session(inHours(-9))
  const over = await session(inDays(-2), { status: 'Completed', title })
  await session(inDays(-3), { status: 'NoShow' })
  await session(inDays(-4), { status: 'Cancelled' })
  return { organization, place, coach, clients: { noor, wolfe }, sessions: { active, next, over } }
}

async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible()
}

/** Opens a person's page and waits for its sessions. */
async function openPerson(page: Page, path: string): Promise<void> {
  await open(page, path, /./)
  for (const name of ['Next sessions', 'Past sessions'])
    await expect(page.getByRole('list', { name }).getByRole('listitem').first()).toBeVisible()
}

const actions = (page: Page, name: RegExp) => page.getByRole('button', { name }).first()

test('[SHELL-12] every page that is open without sign-in fits', async ({ page }) => {
  test.slow()
  for (const [path, heading] of [
    ['/login', /./],
    ['/forgot-password', /./],
    ['/set-password/some-link-that-is-no-longer-good', 'This link no longer works'],
    ['/confirm-email/some-link-that-is-no-longer-good', 'This link no longer works'],
    ['/terms', /./],
    ['/privacy', /./],
    ['/changes', 'Update Notes'],
    ['/help/client', 'Help for clients'],
    ['/no-such-page', /./],
  ] as const) {
    await open(page, path, heading)
    await expectFits(page, path)
  }
})

test("[SHELL-12] a coach's dashboard, sessions and their dialogs fit", async ({ page, make, database }) => {
  test.slow()
  const { coach, sessions } = await longNamedWorld(make)
  await acceptTerms(database, coach.id)
  await enterWith(page, coach.token)
  await open(page, '/dashboard', 'Dashboard')
  await expectFits(page, 'dashboard')
  await actions(page, /^Cancel, /).click()
  await expectFits(page, 'question before a session is cancelled')
  await page.keyboard.press('Escape')
  await open(page, '/sessions', 'Session Management')
  await expectFits(page, 'sessions')
  await actions(page, /^Actions for First conversation/).click()
  await expectFits(page, 'menu of a session')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expectFits(page, 'filters')
  for (const [name, { id }] of Object.entries(sessions)) {
    await open(page, `/session/${id}/preview`, /./)
    await expectFits(page, `page of a session, ${name}`)
  }
  await open(page, '/sessions?schedule=true', 'Session Management')
  await expect(page.getByRole('dialog', { name: 'Schedule Session' }).getByLabel('Title')).toBeVisible()
  await expectFits(page, 'form of a new session')
  await open(page, `/sessions?edit=${sessions.next.id}`, 'Session Management')
  await expect(page.getByRole('dialog', { name: 'Edit session' }).getByLabel('Title')).toBeVisible()
  await expectFits(page, 'form of a session')
})

test("[SHELL-12] a coach's other screens and dialogs fit", async ({ page, make, database }) => {
  test.slow()
  const { coach, clients, sessions } = await longNamedWorld(make)
  await acceptTerms(database, coach.id)
  await database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', coach.id).execute()
  await enterWith(page, coach.token)
  await open(page, '/clients', 'Client Management')
  await expectFits(page, 'clients')
  await page.request.post(`/api/assessment/${sessions.active.id}/${clients.wolfe?.id}`, {
    headers: { authorization: `Bearer ${coach.token}` },
    data: { tags: [0, 'clarity', 'opening', 'good-time'], value: true },
  })
  await openPerson(page, `/clients/${clients.wolfe?.id}`)
  await expectFits(page, 'page of a client')
  await open(page, `/clients/${clients.wolfe?.id}/progress`, /Öztürk-Lindqvist/)
  await expectFits(page, 'progress of a client')
  await open(page, `/clients/${clients.wolfe?.id}?schedule=true`, /Öztürk-Lindqvist/)
  await expect(page.getByRole('dialog', { name: 'Schedule Session' }).getByLabel('Title')).toBeVisible()
  await expectFits(page, 'form of a session with a client')
  await open(page, '/clients?add=true', 'Client Management')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Client' }).click()
  await expectFits(page, 'form of a new client, with what is missing')
  await open(page, '/profile', /./)
  await expectFits(page, 'profile')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByLabel('Search or jump to', { exact: true }).last().fill('Wolfe')
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expectFits(page, 'palette')
  for (const [path, heading] of [
    ['/training', 'Training'],
    ['/training/ask-then-wait', 'Ask, then wait'],
    ['/help', /./],
    ['/help?search=camera', /./],
    ['/help?search=zebra', /./],
    ['/changes', /./],
    [`/session/${sessions.active.id}/join`, 'Choose your video and audio options'],
    [`/organization/${coach.organization_id}`, /./],
  ] as const) {
    await open(page, path, heading)
    await expectFits(page, path)
  }
})

test("[SHELL-12] an OrgAdmin's screens and dialogs fit", async ({ page, make, database }) => {
  test.slow()
  const { organization, place, coach } = await longNamedWorld(make)
  const me = await make.person({ ...place, level: 'OrgAdmin', first_name: 'Miriam', last_name: 'Castellano' })
  await acceptTerms(database, me.id)
  await enterWith(page, me.token)
  await open(page, '/dashboard', 'Dashboard')
  await expectFits(page, 'dashboard')
  // Late in the day the ruler reaches to midnight, with its last hour at the edge.
  await page.clock.setFixedTime('2027-05-19T02:00:00Z')
  await open(page, '/sessions?schedule=true', 'Session Management')
  await page.getByRole('dialog').getByText('Org', { exact: true }).click()
  await expectFits(page, 'form of a session of several people')
  await open(page, '/coaches', 'Coach Management')
  await expectFits(page, 'coaches')
  await actions(page, /^Actions for Maximiliane/).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).not.toHaveCount(0)
  await expectFits(page, "a coach's sessions ahead")
  await openPerson(page, `/coaches/${coach.id}`)
  await expectFits(page, 'page of a coach')
  await actions(page, /^More actions for Maximiliane/).click()
  await expectFits(page, "menu on a coach's page")
  await open(page, `/coaches?edit=${coach.id}`, 'Coach Management')
  await expect(page.getByRole('dialog', { name: 'Edit coach' }).getByLabel('First name')).toBeVisible()
  await expectFits(page, 'form of a coach')
  await open(page, '/clients/import', 'Import clients')
  await expectFits(page, 'import')
  const { id } = await make.importBy(me)
  await open(page, `/clients/import?import=${id}`, 'Import clients')
  await expect(page.getByText('Omar').first()).toBeVisible()
  await expectFits(page, 'import with its rows')
  await open(page, `/organization/${organization.id}`, /./)
  await expectFits(page, 'organization')
  await open(page, '/audit', 'Audit')
  await expectFits(page, 'audit')
})

test("[SHELL-12] an Admin's screens and dialogs fit", async ({ page, make, database }) => {
  test.slow()
  const { organization, coach, clients } = await longNamedWorld(make)
  const me = await make.person({ level: 'Admin', first_name: 'Amadou', last_name: 'Keita' })
  await acceptTerms(database, me.id)
  await enterWith(page, me.token)
  await open(page, '/sessions?search=First conversation', 'Session Management')
  await expectFits(page, 'sessions')
  await open(page, '/clients?search=Wolfe', 'Client Management')
  await expectFits(page, 'clients')
  await openPerson(page, `/clients/${clients.noor?.id}`)
  await expectFits(page, 'page of a client')
  await open(page, `/clients/${clients.noor?.id}?edit=${clients.noor?.id}`, /Al-Sayegh/)
  await expect(page.getByRole('dialog', { name: 'Edit client' }).getByLabel('First name')).toBeVisible()
  await expectFits(page, 'form of a client on their page')
  await openPerson(page, `/coaches/${coach.id}`)
  await expectFits(page, 'page of a coach')
  await open(page, '/coaches?search=Maximiliane', 'Coach Management')
  await expectFits(page, 'coaches')
  await open(page, '/organizations?search=Rechtsschutz', 'Organization Management')
  await expectFits(page, 'organizations')
  await page.getByRole('button', { name: 'Add Organization' }).click()
  await expectFits(page, 'form of a new organization')
  await open(page, `/organization/${organization.id}`, /./)
  await expectFits(page, 'organization')
  await open(page, '/audit', 'Audit')
  await expectFits(page, 'audit')
  await open(page, '/mails', 'Emails')
  await expectFits(page, 'mails')
  await open(page, '/reports', 'Call reports')
  await expectFits(page, 'call reports')
})

test('[SHELL-12] the menu of a narrow window fits', async ({ page, signIn }) => {
  await signIn('Admin')
  if (!isPhone(page)) await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/dashboard', 'Dashboard')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expectFits(page, 'menu')
})

test(
  'in forced colours, where backgrounds are not drawn, buttons and dialogs have borders and the current entry another border colour',
  { tag: '@any-width' },
  async ({ page, signIn }) => {
    await signIn('Coach')
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, '/sessions', 'Session Management')
    const edgeOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const { borderTopWidth, borderTopColor } = getComputedStyle(element)
        return { width: borderTopWidth, color: borderTopColor }
      })
    const entries = page.getByRole('navigation').first()
    const present = await edgeOf(entries.getByRole('link', { name: 'Sessions' }))
    const other = await edgeOf(entries.getByRole('link', { name: 'Clients' }))
    expect(present.color).not.toBe(other.color)
    const schedule = page.getByRole('button', { name: 'Schedule Session' }).first()
    expect((await edgeOf(schedule)).width).toBe('1px')
    await schedule.click()
    const dialog = page.getByRole('dialog', { name: 'Schedule Session' })
    await expect(dialog).toBeVisible()
    expect((await edgeOf(dialog.locator('..'))).width).toBe('1px')
  },
)
