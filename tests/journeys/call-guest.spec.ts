import type { Page } from '@playwright/test'
import { callLaunch } from '../support/browsers/browser-launch.ts'
import { agreeAndJoin, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { tile } from '../support/journeys/two-in-call.ts'

const knock = (page: Page, name = 'Tomás Aguilar is waiting') => page.getByRole('region', { name })
const admit = (page: Page) => page.getByRole('button', { name: 'Admit: Tomás Aguilar' })
/** The call's polite announcements. */
const said = (page: Page) => page.getByRole('status').filter({ hasText: /joined|left/ })

test('a client opens the link, agrees, waits, is admitted from another page, leaves, rejoins while there is time, and reports a technical issue [GUEST-08 J1 DONE-07 DONE-08 CALL-35 A2] @any-width', async ({
  page,
  signIn,
  make,
  playwright,
  database: { db },
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, client, link } = await invited(page, make, coach)
  await page.goto('/clients')
  await expect(page.getByRole('heading', { level: 1, name: 'Client Management' })).toBeVisible()
  const browser = await playwright.chromium.launch(callLaunch)
  const guest = await openLink(await browser.newContext({ baseURL: journeyOrigin }), link)
  const refused: string[] = []
  guest.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await expect(guest.getByRole('heading', { level: 2, name: 'Before we begin' })).toBeVisible()
  await expect(guest.getByRole('list', { name: 'The way into the call' }).getByRole('listitem')).toHaveText([
    '1Agree',
    '2Check camera and sound',
    /^3Meet /,
  ])
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(guest.getByText('Please tick this to go on.')).toHaveCount(2)
  await expect(
    guest.getByRole('checkbox', { name: 'I accept the Terms of Use and have read the Privacy Notice.' }),
  ).toBeFocused()
  await agreeAndJoin(guest)
  await expect(
    guest.getByRole('heading', { level: 1, name: 'Dana knows you are here, Tomás.' }),
  ).toBeVisible()
  await expectAccessible(guest)
  // The page has none of the portal's navigation.
  await expect(guest.getByRole('navigation')).toHaveCount(0)

  await expect(knock(page)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Tomás Aguilar is waiting' })).toHaveCount(1)
  await expect(page).toHaveTitle('(1) Client Management · Parley')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Join and admit: Tomás Aguilar' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/join`)
  await expect(page).not.toHaveTitle(/^\(1\)/)
  // The client never waits in an empty room: they enter together with the coach, without another click.
  await expect(guest.getByRole('heading', { level: 1, name: 'Dana is joining, Tomás.' })).toBeVisible()
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await expect(tile(guest, 'Dana Whitfield')).toBeVisible()
  await expectAccessible(guest)

  await guest.getByRole('button', { name: 'Leave the call' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await expect(guest.getByRole('banner')).not.toContainText('Start')
  await expect(said(page)).toHaveText(/Tomás Aguilar left\./)
  await expect(guest).toHaveURL('/join')
  await expectAccessible(guest)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await guest.getByRole('button', { name: /^Rejoin until/ }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()
  await expect(said(page)).toHaveText(/Tomás Aguilar joined\./)
  // A reload in the middle of the call leads back into it, without a click and without another admission.
  await guest.reload()
  await expect(tile(guest, 'Dana Whitfield')).toBeVisible()

  // When the time is up, the page itself says that there is no way back.
  await guest.getByRole('button', { name: 'Leave the call' }).click()
  const rejoin = guest.getByRole('button', { name: /^Rejoin/ })
  await expect(rejoin).toBeVisible()
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await db
    .updateTable('sessions')
    .set({ start_time: ago(76), end_time: ago(16) })
    .where('id', '=', session.id)
    .execute()
  await expect(rejoin).toHaveCount(0)
  await expect(guest.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await guest.getByRole('button', { name: 'Report technical issues' }).click()
  await guest.getByRole('dialog').getByText('The connection broke off').click()
  await guest.getByRole('button', { name: 'Send report' }).click()
  await expect(guest.getByText('Report sent')).toBeVisible()
  const reports = await db
    .selectFrom('call_reports')
    .select(['by_id', 'kinds', 'statistics'])
    .where('session_id', '=', session.id)
    .execute()
  expect(reports).toMatchObject([{ by_id: client.id, kinds: ['connection'] }])
  expect(JSON.stringify(reports[0]?.statistics)).toContain('over: left')
  expect(refused).toEqual([])
  await browser.close()
})

test('a link opened on a second device waits as another device, and a device that is turned away, replaced or removed says so [GUEST-15 GUEST-16 J6] @any-width', async ({
  page,
  signIn,
  make,
  playwright,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await page.goto(`/session/${session.id}/join`)
  const browser = await playwright.chromium.launch(callLaunch)
  const newBrowser = () => browser.newContext({ baseURL: journeyOrigin })
  const first = await openLink(await newBrowser(), link)
  await agreeAndJoin(first)
  await expect(knock(page)).toBeVisible()
  await page.getByRole('button', { name: 'Turn away: Tomás Aguilar' }).click()
  await expect(first.getByRole('heading', { level: 1, name: "Dana can't see you right now." })).toBeVisible()
  await first.reload()
  await expect(first.getByRole('heading', { level: 1, name: "Dana can't see you right now." })).toBeVisible()
  await page.getByRole('button', { name: 'Let in: Tomás Aguilar' }).click()
  await first.getByRole('button', { name: 'Join Session' }).click()
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(tile(page, 'Tomás Aguilar')).toBeVisible()

  const second = await openLink(await newBrowser(), link)
  await second.getByRole('checkbox').check()
  await second.getByRole('button', { name: 'Agree and continue' }).click()
  await second.getByRole('button', { name: 'Join Session' }).click()
  await expect(
    second.getByText('Your link was opened on another device first. Dana decides which one to let in.'),
  ).toBeVisible()
  await expect(
    knock(page).getByText('Opened on another device. Admitting this device disconnects the other one.'),
  ).toBeVisible()
  await expectAccessible(page)
  await admit(page).click()
  await expect(
    first.getByRole('heading', { level: 1, name: 'You joined on another device. This one has left.' }),
  ).toBeVisible()
  await expect(tile(second, 'Dana Whitfield')).toBeVisible()

  await tile(page, 'Tomás Aguilar').hover()
  await page.getByRole('button', { name: 'Options for Tomás Aguilar' }).click()
  await page.getByRole('menuitem', { name: 'Remove from call' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(
    second.getByRole('heading', { level: 1, name: 'You were removed from this call.' }),
  ).toBeVisible()
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await browser.close()
})
