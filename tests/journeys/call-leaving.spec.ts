import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import type { DB } from '@parley/api/platform/database/database-types.ts'
import { eventually } from '../support/eventually.ts'
import { agreeAndJoin, decide, invited, openLink } from '../support/journeys/guest-in-call.ts'
import { expect, expectAccessible, justBefore, password, test } from '../support/journeys/journey.ts'
import { journeyOrigin } from '../support/journeys/journey-places.ts'
import { join } from '../support/journeys/two-in-call.ts'

// Leaving a call: the question to the coach, and the page after it.

const minute = 60_000
const fromNow = (minutes: number): string => new Date(Date.now() + minutes * minute).toISOString()

async function joinCall(page: Page, sessionId: string): Promise<void> {
  await page.goto(`/session/${sessionId}/join`)
  await join(page)
}
const leave = (page: Page) => page.getByRole('button', { name: 'Leave the call' }).click()
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Is the client a No-Show?' })
const noShow = (page: Page) => question(page).getByRole('button', { name: 'Cancel & Mark as "No Show"' })

const statusOf = async (db: Kysely<DB>, id: string) =>
  (await db.selectFrom('sessions').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

/** Records what the media server would report: the client joined that many minutes ago and is still there. */
const clientThere = (db: Kysely<DB>, sessionId: string, personId: string, minutes: number) =>
  db
    .insertInto('presence')
    .values({
      session_id: sessionId,
      person_id: personId,
      connection: `PA_${sessionId}`,
      joined_at: new Date(Date.now() - minutes * minute),
    })
    .execute()

/** Removes the client's stays from the count. */
const clientNotThere = (db: Kysely<DB>, personId: string) =>
  db.updateTable('presence').set({ joined_at: null }).where('person_id', '=', personId).execute()

test("a coach who leaves before the client has come is asked about a no-show, and 'Exit Session' changes nothing [LEAVE-01 LEAVE-06] @any-width", async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    first_name: 'Tomás',
    last_name: 'Aguilar',
  })
  const session = await make.session({ coach, client, start: fromNow(-10), end: fromNow(50) })
  await joinCall(page, session.id)
  await leave(page)
  await expect(question(page)).toBeVisible()
  await expect(question(page)).toContainText('Tomás Aguilar has not joined.')
  await expect(question(page).getByRole('button', { name: 'Exit Session' })).toBeFocused()
  await expectAccessible(page)

  // If the coach stays, the call is as before.
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByText('Waiting for Client')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave the call' })).toBeFocused()

  // The client joins while the question is open: it says so, and closes when there is nothing left to ask.
  await leave(page)
  await expect(question(page)).toContainText('has not joined')
  await clientThere(database.db, session.id, client.id, 2)
  await expect(question(page)).toContainText('Tomás Aguilar is in the call now.')
  await expect(question(page)).toContainText(/[234] min/)
  await database.db
    .updateTable('presence')
    .set({ joined_at: new Date(Date.now() - 5 * minute) })
    .where('person_id', '=', client.id)
    .execute()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Leave the call' })).toBeVisible()
  await clientNotThere(database.db, client.id)

  await page.reload()
  await page.getByRole('button', { name: 'Join Session' }).click()
  await leave(page)
  await question(page).getByRole('button', { name: 'Exit Session' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
  await expect(page).toHaveURL('/sessions')
  expect(await statusOf(database.db, session.id)).toBe('Scheduled')
})

test('\'Cancel & Mark as "No Show"\' marks the session and leads to the list; a refusal says so and keeps the coach in the call [LEAVE-05 LEAVE-08]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const session = await make.session({ coach, client, start: fromNow(-10), end: fromNow(50) })
  await joinCall(page, session.id)
  await leave(page)
  await expect(question(page)).toBeVisible()

  // The client joins at the moment of the click.
  await justBefore(page, 'POST', `**/api/sessions/cancel/${session.id}`, () =>
    clientThere(database.db, session.id, client.id, 6),
  )
  await noShow(page).click()
  await expect(page.getByText('Failed to cancel instance')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expect(page).toHaveURL(`/session/${session.id}/join`)
  await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  expect(await statusOf(database.db, session.id)).toBe('Scheduled')

  await clientNotThere(database.db, client.id)
  await leave(page)
  await noShow(page).click()
  await expect(page).toHaveURL('/sessions')
  await expect(page.getByText('Marked as No Show')).toBeVisible()
  expect(await statusOf(database.db, session.id)).toBe('NoShow')
})

test("only the session's coach is asked about a no-show, never a client or a participant of an Org session [LEAVE-04]", async ({
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
  // Coach and client are in one call, at a time when the server would accept a no-show.
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
  expect(await statusOf(database.db, session.id)).toBe('Scheduled')
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

test('before the start, after the end, in an Org session or once the client was there for 5 minutes, leaving asks nothing and leads to the completion page [LEAVE-03 LEAVE-07]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  const { organization_id } = coach
  const client = await make.person({ level: 'Client', organization_id })
  const other = await make.person({ level: 'Coach', organization_id })
  // Remove each session's busy times, because these sessions overlap.
  const session = async (given: Omit<Parameters<typeof make.session>[0], 'coach'>) => {
    const { id } = await make.session({ coach, ...given })
    await database.db.deleteFrom('session_busy').where('session_id', '=', id).execute()
    return id
  }
  const early = await session({ client, start: fromNow(5), end: fromNow(65) })
  const late = await session({ client, start: fromNow(-65), end: fromNow(-5) })
  const org = await session({ participants: [other], start: fromNow(-10) })
  const held = await session({ client, start: fromNow(-10), end: fromNow(50) })
  for (const id of [early, late, org, held]) {
    await clientThere(database.db, id, client.id, id === held ? 6 : 2)
    await joinCall(page, id)
    await leave(page)
    await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
    await expect(page).toHaveURL(`/session/${id}/completionpage`)
    expect(await statusOf(database.db, id)).toBe('Scheduled')
  }
})

test("the completion page shows the minutes, and its Rejoin, 'Mark Session Complete' and 'Return to Dashboard' do what they say [ROUTE-15 DONE-01 DONE-02 DONE-03 DONE-04] @any-width", async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const session = await make.session({ coach, client, start: fromNow(-30), end: fromNow(30) })
  await clientThere(database.db, session.id, client.id, 12)
  const path = `/session/${session.id}/completionpage`
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: 'This call has ended.' })).toBeVisible()
  await expect(page.getByText('12 min')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Rejoin' }).click()
  await expect(page).toHaveURL(`/session/${session.id}/join`)

  await page.goto(path)
  await page.getByRole('link', { name: 'Return to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await statusOf(database.db, session.id)).toBe('Scheduled')

  const set = (status: 'Cancelled' | 'Scheduled') =>
    database.db.updateTable('sessions').set({ status }).where('id', '=', session.id).execute()
  await page.goto(path)
  await justBefore(page, 'POST', `**/api/sessions/complete/${session.id}`, () => set('Cancelled'))
  await page.getByRole('button', { name: 'Mark Session Complete' }).click()
  await expect(page.getByText('Failed to complete session')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await set('Scheduled')
  await page.goto(path)
  await page.getByRole('button', { name: 'Mark Session Complete' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Session completed')).toBeVisible()
  expect(await statusOf(database.db, session.id)).toBe('Completed')
})

test('when a sign-in expires or ends during a call, the page asks for a new one over the call, which goes on [AUTH-17]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  test.slow()
  const coach = await signIn('Coach')
  await make.passwordFor(coach.id)
  const client = await make.person({ level: 'Client', organization_id: coach.organization_id })
  const session = await make.session({ coach, client, start: fromNow(-10), end: fromNow(50) })
  await joinCall(page, session.id)
  const stays = () =>
    database.db
      .selectFrom('presence')
      .select(['connection', 'left_at'])
      .where('session_id', '=', session.id)
      .where('joined_at', 'is not', null)
      .execute()
  const [stay] = await eventually(stays, (rows) => rows.length > 0)
  const own = page.getByRole('figure', { name: /^You/ }).locator('video')
  const frames = () =>
    own.evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)

  const ends = {
    'Your session has expired': () =>
      database.db
        .updateTable('sign_in_tokens')
        .set({ issued_at: new Date(0), last_used_at: new Date(0) })
        .where('person_id', '=', coach.id)
        .execute(),
    'You have been signed out': () =>
      database.db
        .updateTable('sign_in_tokens')
        .set({ ended_at: new Date(), end_reason: 'signed_out' })
        .where('person_id', '=', coach.id)
        .where('ended_at', 'is', null)
        .execute(),
  }
  for (const [title, end] of Object.entries(ends)) {
    await end()
    // The page finds out through its own periodic requests, such as the one for who is present.
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible({ timeout: 30_000 })
    const before = await frames()
    await expect.poll(frames).toBeGreaterThan(before + 5)
    await expect(page).toHaveURL(`/session/${session.id}/join`)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Mute, Mic on' })).toBeVisible()
  }
  expect(await stays()).toEqual([{ connection: stay?.connection, left_at: null }])
})
