import type { Browser, Page } from '@playwright/test'
import { browserLaunch } from '../support/browser-launch.ts'
import { matchWholeTexts } from '../support/exact-text.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'
import { journeyOrigin } from '../support/journey-places.ts'
import type { TestPerson } from '../support/make.ts'

type Make = Parameters<Parameters<typeof test>[2]>[0]['make']

/** A session that begins in five minutes, with the link that its client was mailed. */
async function invited(page: Page, make: Make, coach: TestPerson) {
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  const start = new Date(Date.now() + 5 * 60_000).toISOString()
  const session = await make.session({ coach, client, start, title: 'Difficult conversations' })
  const copied = await page.request.post(`/api/sessions/copy-link/${session.id}`, {
    headers: { authorization: `Bearer ${coach.token}` },
  })
  const { response } = (await copied.json()) as { response: { url: string } }
  return { session, client, link: new URL(response.url).pathname }
}

async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: journeyOrigin })).newPage()
  matchWholeTexts(page)
  await page.goto(link)
  return page
}

async function agreeAndJoin(page: Page): Promise<void> {
  const agree = page.getByRole('button', { name: 'Agree and continue' })
  await agree.click()
  await expect(page.getByText('Please tick this to go on.')).toHaveCount(2)
  const [terms, consent] = [
    page.getByRole('checkbox', { name: 'I accept the Terms of Use and have read the Privacy Notice.' }),
    page.getByRole('checkbox', { name: 'I agree to take part in this session by video.' }),
  ]
  await expect(terms).toBeFocused()
  await terms.check()
  await consent.check()
  await agree.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Choose your video and audio options' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Join Session' }).click()
}

const knock = (page: Page, name = 'Tomás Aguilar is waiting') => page.getByRole('region', { name })
const admit = (page: Page) => page.getByRole('button', { name: 'Admit: Tomás Aguilar' })
const tile = (page: Page, name: string) => page.getByRole('figure', { name })

test('a client comes by the link, agrees, waits, is let in from another page, leaves and comes back [GUEST-08 J1 DONE-07] @any-width', async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  const browser = await playwright.chromium.launch(browserLaunch)
  const guest = await openLink(browser, link)
  await expect(guest.getByRole('heading', { level: 2, name: 'Before we begin' })).toBeVisible()
  await expectAccessible(guest)
  await agreeAndJoin(guest)
  await expect(guest.getByRole('heading', { level: 1, name: 'Dana knows you are here, Tomás.' })).toBeVisible(
    {
      timeout: 15_000,
    },
  )
  await expectAccessible(guest)
  // Nothing of the portal stands around it.
  await expect(guest.getByRole('navigation')).toHaveCount(0)

  await expect(knock(page)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Tomás Aguilar is waiting' })).toHaveCount(1)
  await expect(page).toHaveTitle('(1) Client Management · Parley')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join and admit: Tomás Aguilar' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/join`)
  await expect(page).not.toHaveTitle(/^\(1\)/)
  // The client is in, without another press.
  await expect(guest.getByText('Waiting for Dana')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible({ timeout: 20_000 })
  await expect(tile(guest, 'Dana Whitfield')).toBeVisible()
  await expectAccessible(guest)

  await guest.getByRole('button', { name: 'Leave the call' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await expect(guest).toHaveURL('/join')
  await expectAccessible(guest)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await guest.getByRole('button', { name: 'Rejoin' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible({ timeout: 20_000 })
  // After a reload the same browser needs no second word of the coach.
  await guest.reload()
  await guest.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(guest, 'Dana Whitfield')).toBeVisible({ timeout: 20_000 })
  await browser.close()
})

test('a link that was passed on waits as another device; who is turned away, replaced or taken out is told so [GUEST-15 GUEST-16 J6] @any-width', async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.goto(`/session/${session.id}/join`)
  const browser = await playwright.chromium.launch(browserLaunch)
  const first = await openLink(browser, link)
  await agreeAndJoin(first)
  await expect(knock(page)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Turn away: Tomás Aguilar' }).click()
  await expect(first.getByRole('heading', { level: 1, name: 'Dana cannot take you in now.' })).toBeVisible({
    timeout: 15_000,
  })
  await first.reload()
  await expect(first.getByRole('heading', { level: 1, name: 'Dana cannot take you in now.' })).toBeVisible({
    timeout: 15_000,
  })
  await page.getByRole('button', { name: 'Let in: Tomás Aguilar' }).click()
  await first.getByRole('button', { name: 'Join Session' }).click({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible({ timeout: 20_000 })

  const second = await openLink(browser, link)
  await second.getByRole('checkbox').check()
  await second.getByRole('button', { name: 'Agree and continue' }).click()
  await second.getByRole('button', { name: 'Join Session' }).click()
  await expect(
    second.getByText('Your link was opened on another device before. Dana decides which one comes in.'),
  ).toBeVisible({ timeout: 15_000 })
  await expect(
    knock(page).getByText('Opened on another device. Admitting it ends the place of the first.'),
  ).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await admit(page).click()
  await expect(
    first.getByRole('heading', { level: 1, name: 'You joined on another device. This one has left.' }),
  ).toBeVisible({ timeout: 15_000 })
  await expect(tile(second, 'Dana Whitfield')).toBeVisible({ timeout: 20_000 })

  await tile(page, 'Tomás Aguilar').hover()
  await page.getByRole('button', { name: 'Options for Tomás Aguilar' }).click()
  await page.getByRole('menuitem', { name: 'Remove from call' }).click()
  await expect(
    second.getByRole('heading', { level: 1, name: 'You were taken out of this call.' }),
  ).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await browser.close()
})
