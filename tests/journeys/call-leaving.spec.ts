import type { Page } from '@playwright/test'
import { agreeAndJoin, decide, invited, openLink } from '../support/guest-in-call.ts'
import { expect, test } from '../support/journey.ts'
import { journeyOrigin } from '../support/journey-places.ts'

const fromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

async function joinCall(page: Page, sessionId: string): Promise<void> {
  await page.goto(`/session/${sessionId}/join`)
  await page.getByRole('button', { name: 'Join Session' }).click()
  await expect(page.getByRole('button', { name: 'Leave the call' })).toBeVisible()
}
const leave = (page: Page) => page.getByRole('button', { name: 'Leave the call' }).click()
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Is the client a No-Show?' })

test("the session's coach alone is asked: a client by the link and a participant of an Org session never [LEAVE-04]", async ({
  page,
  browser,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const { session, link } = await invited(page, make, coach)
  await database.db
    .updateTable('sessions')
    .set({ start_time: fromNow(-2), end_time: fromNow(58) })
    .where('id', '=', session.id)
    .execute()
  const statusOf = async () =>
    (
      await database.db
        .selectFrom('sessions')
        .select('status')
        .where('id', '=', session.id)
        .executeTakeFirstOrThrow()
    ).status
  // Coach and client in one call, at a time when the server would take a no-show.
  await joinCall(page, session.id)
  const context = await browser.newContext({ baseURL: journeyOrigin })
  const guest = await openLink(context, link)
  await agreeAndJoin(guest)
  await decide(page, coach, true)
  await expect(guest.getByRole('button', { name: 'Leave the call' })).toBeVisible({ timeout: 40_000 })
  await leave(page)
  await expect(question(page)).toBeVisible()
  await leave(guest)
  await expect(guest.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await expect(guest.getByRole('alertdialog')).toHaveCount(0)
  expect(await statusOf()).toBe('Scheduled')
  await context.close()
  await question(page).getByRole('button', { name: 'Exit Session' }).click()
  await expect(page).toHaveURL('/sessions')

  const participant = await signIn('Coach', { organization_id: coach.organization_id ?? '' })
  const leader = await make.person({ level: 'Coach', organization_id: coach.organization_id })
  const org = await make.session({ coach: leader, participants: [participant], start: fromNow(-10) })
  await joinCall(page, org.id)
  await leave(page)
  await expect(page).toHaveURL(`/session/${org.id}/completionpage`)
  await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
