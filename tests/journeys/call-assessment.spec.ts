import type { Page } from '@playwright/test'
import { agreeAndJoin, decide, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { expect, expectAccessible, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'

const join = async (page: Page, id: string) => {
  await page.goto(`/session/${id}/join`)
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(page.getByRole('button', { name: /^Mute, Mic on|^Unmute/ })).toBeVisible()
}
const tab = (page: Page) => page.getByRole('button', { name: 'Open assessment' })
const row = (page: Page, name: string) => page.getByRole('group', { name })

test('a session’s coach with the right scores during the call and opens the training beside it; without the right, in an Org session and for a guest there is no tab [ASSESS-01 ASSESS-29 CALL-17]', async ({
  page,
  signIn,
  make,
  database,
  browser,
  context,
}) => {
  test.slow()
  // Navigating away from a call asks for confirmation.
  page.on('dialog', (dialog) => void dialog.accept())
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const letAssess = (is_assessor: boolean) =>
    database.db.updateTable('people').set({ is_assessor }).where('id', '=', coach.id).execute()
  await letAssess(false)
  const { session, link } = await invited(page, make, coach)
  await join(page, session.id)
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await expect(tab(page)).toHaveCount(0)

  // Nobody is scored in an Org session, even if the coach has the right to score.
  await letAssess(true)
  const other = await make.person({ level: 'Coach', organization_id: coach.organization_id })
  // It ends just before the other session begins.
  const start = new Date(Date.now() - 57 * 60_000).toISOString()
  const team = await make.session({ coach: other, participants: [coach], start, title: 'Team hour' })
  await join(page, team.id)
  await expect(tab(page)).toHaveCount(0)

  await join(page, session.id)
  const guests = await browser.newContext({ baseURL: journeyOrigin })
  const guest = await openLink(guests, link)
  await agreeAndJoin(guest)
  await decide(page, coach, true)
  await expect(guest.getByRole('button', { name: 'Open chat' })).toBeVisible()
  await expect(tab(guest)).toHaveCount(0)

  await page.locator('body').press('a')
  await expect(page.getByRole('heading', { name: 'Tomás Aguilar' })).toBeVisible()
  await row(page, 'States the purpose in the first minute: unset').focus()
  await page.keyboard.press('y')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('n')
  await expect(row(page, 'States the purpose in the first minute: shown')).toBeVisible()
  await expect(row(page, 'Asks whether now is a good time: not shown')).toBeFocused()
  await expect(page.getByText(/^Saved \d{1,2}:\d{2}\s[AP]M$/)).toBeVisible()
  await expectAccessible(page)
  const stored = await database.db
    .selectFrom('assessment_answers')
    .select(['path', 'value'])
    .where('session_id', '=', session.id)
    .orderBy('number')
    .execute()
  expect(stored.map(({ value }) => value)).toEqual([true, false])

  // One key marks the moment, a note may follow, and Enter returns the focus to the criterion.
  await page.keyboard.press('f')
  await page.keyboard.type('Asked, and waited.')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Asks whether now is a good time: not shown')).toBeFocused()
  await expect(page.getByText('1 moment', { exact: true })).toBeVisible()
  const marked = () =>
    database.db.selectFrom('assessment_moments').select('note').where('session_id', '=', session.id).execute()
  await expect.poll(marked).toEqual([{ note: 'Asked, and waited.' }])

  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Training' }).click()
  const training = await opening
  await expect(training.getByRole('heading', { level: 1, name: 'Training' })).toBeAttached()
  await training.close()
  await expect(page.getByRole('figure', { name: /^Tomás Aguilar/ })).toBeVisible()
  await guests.close()
})
