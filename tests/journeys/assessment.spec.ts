import type { Page } from '@playwright/test'
import type { Database } from '@parley/api/platform/database/database.ts'
import {
  acceptTerms,
  enterWith,
  expect,
  expectAccessible,
  isPhone,
  test,
} from '../support/journeys/journey.ts'
import type { TestPerson } from '../support/make.ts'
import { inMinutes } from '../support/journeys/moments.ts'

const assessmentOf = (id: string) => `/session/${id}/preview?tab=assessment`
const letAssess = (database: Database, { id }: TestPerson) =>
  database.db.updateTable('people').set({ is_assessor: true }).where('id', '=', id).execute()
const row = (page: Page, name: string, state: string) =>
  page.getByRole('group', { name: `${name}: ${state}` })
const saved = (page: Page) => page.getByText(/^Saved \d{1,2}:\d{2}\s[AP]M$/)
const first = 'States the purpose in the first minute'
const second = 'Asks whether now is a good time'
const third = 'Names an aim both could want'

/** Fails all requests of this page that save answers. Returns a function that restores them. */
async function cutAnswers(page: Page): Promise<() => Promise<void>> {
  await page.route('**/api/assessment/**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  return () => page.unroute('**/api/assessment/**')
}

test('a coach scores and writes, and after a reload finds all of it with the history of who set what [ASSESS-17 ASSESS-18]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  await letAssess(database, coach)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
    first_name: 'Margarethe',
    last_name: 'Öztürk-Lindqvist',
  })
  const session = await make.session({ coach, client, start: inMinutes(8), title: 'Values in practice' })
  const later = await make.session({ coach, client, start: inMinutes(600), title: 'The next one' })
  await page.goto(`/session/${session.id}/preview`)
  await page.getByRole('tab', { name: 'Assessment' }).click()
  await expect(page).toHaveURL(/tab=assessment/)
  await expect(page.getByRole('radio', { name: /Raising a concern, 0 of 36 answered/ })).toBeChecked()
  await expectAccessible(page)
  if (isPhone(page)) {
    await row(page, first, 'unset').getByRole('button', { name: 'Shown', exact: true }).click()
    await row(page, second, 'unset').getByRole('button', { name: 'Not shown' }).click()
  } else {
    await row(page, first, 'unset').focus()
    await page.keyboard.press('y')
    await page.keyboard.press('ArrowDown')
    await expect(row(page, second, 'unset')).toBeFocused()
    await page.keyboard.press('n')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('y')
    await page.keyboard.press('0')
  }
  await expect(row(page, first, 'shown')).toBeVisible()
  await expect(row(page, second, 'not shown')).toBeVisible()
  await expect(row(page, third, 'unset')).toBeVisible()
  // The page fetches the answers after a save, and shows 'Saved' only once the server has confirmed it.
  const fetched = page.waitForResponse((answer) => answer.url().includes('/responses') && answer.ok())
  await page.getByRole('textbox', { name: 'Overall' }).fill('Clear and kind.')
  await page.getByRole('textbox', { name: 'Overall' }).blur()
  await fetched
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await expect(row(page, first, 'shown')).toBeVisible()
  await expect(row(page, second, 'not shown')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Overall' })).toHaveValue('Clear and kind.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const history = page.getByRole('list', { name: 'History' })
  // The newest entry comes first.
  await expect(history.getByRole('listitem').first()).toContainText('Dana Whitfield wrote Overall')
  await expect(history).toContainText(`Dana Whitfield set ${first} to shown`)
  // Another conversation and another session start empty.
  await page.getByText('Complaint', { exact: true }).first().click()
  await expect(row(page, first, 'unset')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Overall' })).toHaveValue('')
  await page.goto(assessmentOf(later.id))
  await expect(row(page, first, 'unset')).toBeVisible()
})

test('without live updates, the answers are fetched again within 8 seconds of a save, before the next poll [ASSESS-17] @any-width', async ({
  page,
  signIn,
  make,
  database,
  quietConsole,
}) => {
  const coach = await signIn('Coach')
  await letAssess(database, coach)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const session = await make.session({ coach, client, start: inMinutes(8) })
  quietConsole.allow(/net::ERR_FAILED/)
  await page.route('**/api/live', (route) => route.abort())
  await page.goto(assessmentOf(session.id))
  await expect(row(page, first, 'unset')).toBeVisible()
  let savedAt = Infinity
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().includes('/assessment/')) savedAt = Date.now()
  })
  const fetched = page.waitForResponse(
    (answer) => answer.url().includes('/responses') && Date.now() >= savedAt,
  )
  await row(page, first, 'unset').getByRole('button', { name: 'Shown', exact: true }).click()
  await fetched
  expect(Date.now() - savedAt).toBeLessThan(8000)
})

test('Enter adds a line break to a text only on a mobile device, and Shift+Enter everywhere [ASSESS-26 ASSESS-27]', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const coach = await signIn('Coach')
  await letAssess(database, coach)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const session = await make.session({ coach, client, start: inMinutes(8) })
  await page.goto(assessmentOf(session.id))
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await notes.focus()
  await page.keyboard.type('One')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await expect(notes).toHaveValue(isPhone(page) ? 'One\ntwo' : 'Onetwo')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('three')
  await expect(notes).toHaveValue(isPhone(page) ? 'One\ntwo\nthree' : 'Onetwo\nthree')
})

test("answers that cannot be saved wait on the device without an alert, survive a reload and another person's sign-in, and are sent when their author is back [ASSESS-21 ASSESS-22 ASSESS-23] @any-width", async ({
  page,
  signIn,
  make,
  database,
  quietConsole,
}) => {
  quietConsole.allow(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/)
  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const other = await make.person({ level: 'Coach', organization_id: coach.organization_id })
  await acceptTerms(database, other.id)
  for (const person of [coach, other]) await letAssess(database, person)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const session = await make.session({ coach, client, start: inMinutes(8) })
  await page.goto(assessmentOf(session.id))
  const mend = await cutAnswers(page)
  await row(page, first, 'unset').getByRole('button', { name: 'Shown', exact: true }).click()
  await row(page, second, 'unset').getByRole('button', { name: 'Not shown' }).click()
  await expect(page.getByText('2 waiting on this device').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
  expect(logged.some((line) => line.includes('An answer could not be saved yet.'))).toBe(true)
  await page.reload()
  await expect(row(page, first, 'shown')).toBeVisible()
  await expect(page.getByText('2 waiting on this device').first()).toBeVisible()

  // Logout asks first; staying loses nothing.
  const logOut = async () => {
    await page.getByRole('button', { name: isPhone(page) ? 'Menu' : /Dana/ }).click()
    await (
      isPhone(page)
        ? page.getByRole('button', { name: 'Logout' })
        : page.getByRole('menuitem', { name: 'Logout' })
    ).click()
  }
  await logOut()
  await expect(page.getByRole('heading', { name: '2 answers are not saved yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay and send' }).click()
  await expect(page.getByText('2 waiting on this device').first()).toBeAttached()

  // After the sign-in expires, another person signs in: they neither see nor send the coach's unsent answers.
  await page.evaluate(() => localStorage.removeItem('parley.token'))
  await page.goto('/login')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/assessment/')) sent.push(request.url())
  })
  await mend()
  await enterWith(page, other.token)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  expect(sent).toEqual([])
  const stored = () =>
    database.db.selectFrom('assessment_answers').selectAll().where('session_id', '=', session.id).execute()
  expect(await stored()).toEqual([])

  // When the coach signs in again, on any page, the answers are sent automatically under their name.
  await enterWith(page, coach.token)
  await page.goto('/dashboard')
  await expect.poll(async () => (await stored()).length).toBe(2)
  const changes = await database.db
    .selectFrom('assessment_changes')
    .select('by_id')
    .where('session_id', '=', session.id)
    .execute()
  expect(changes.map(({ by_id }) => by_id)).toEqual([coach.id, coach.id])
})

test('unsent answers are discarded when the coach chooses so at Logout, after two weeks, and when the coach is deleted [ASSESS-23 ASSESS-24 ASSESS-25] @any-width', async ({
  page,
  signIn,
  make,
  database,
  quietConsole,
}) => {
  quietConsole.allow(/ERR_FAILED/)
  await cutAnswers(page)
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('parley.answer.')))
  /** Signs in a coach and lets them give an answer that is not sent. */
  const withOneWaiting = async () => {
    const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
    await letAssess(database, coach)
    const { organization_id } = coach
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const session = await make.session({ coach, client, start: inMinutes(8) })
    await page.goto(assessmentOf(session.id))
    await row(page, first, 'unset').getByRole('button', { name: 'Shown', exact: true }).click()
    await expect(page.getByText('1 waiting on this device').first()).toBeVisible()
    expect(await kept()).toHaveLength(1)
    return { coach, session }
  }
  await withOneWaiting()
  await page.getByRole('button', { name: isPhone(page) ? 'Menu' : /Dana/ }).click()
  await (
    isPhone(page)
      ? page.getByRole('button', { name: 'Logout' })
      : page.getByRole('menuitem', { name: 'Logout' })
  ).click()
  await expect(page.getByRole('heading', { name: 'One answer is not saved yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Discard and log out' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await kept()).toEqual([])

  // Answers that were kept after an expired sign-in are deleted after two weeks.
  await withOneWaiting()
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith('parley.answer.'))) {
      const unsent = JSON.parse(localStorage.getItem(key) ?? '{}') as { at: number }
      localStorage.setItem(key, JSON.stringify({ ...unsent, at: unsent.at - 14 * 86_400_000 }))
    }
  })
  await page.goto('/dashboard')
  await expect.poll(kept).toEqual([])

  // A deleted coach cannot come back, so the unsent answers are deleted.
  const { coach, session } = await withOneWaiting()
  const admin = await make.person({ level: 'OrgAdmin', organization_id: coach.organization_id })
  const headers = { authorization: `Bearer ${admin.token}` }
  const settle = [{ session_id: session.id, act: 'cancel' }]
  const done = await page.request.delete(`/api/profiles/${coach.id}`, { headers, data: { settle } })
  expect(done.status()).toBe(200)
  await expect(page).toHaveURL(/\/login/)
  expect(await kept()).toEqual([])
})

test('two assessors score at once and see each other’s answers, and a coach without the right sees no tab @any-width', async ({
  page,
  signIn,
  make,
  database,
  browser,
}) => {
  const coach = await signIn('Coach', { first_name: 'Dana', last_name: 'Whitfield' })
  const admin = await make.person({
    level: 'OrgAdmin',
    organization_id: coach.organization_id,
    first_name: 'Ingrid',
    last_name: 'Solheim',
  })
  await acceptTerms(database, admin.id)
  const client = await make.person({
    level: 'Client',
    organization_id: coach.organization_id,
    coach_id: coach.id,
  })
  const session = await make.session({ coach, client, start: inMinutes(8) })
  await page.goto(`/session/${session.id}/preview`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Assessment' })).toHaveCount(0)
  for (const person of [coach, admin]) await letAssess(database, person)
  await page.goto(assessmentOf(session.id))
  const context = await browser.newContext()
  const other = await context.newPage()
  await enterWith(other, admin.token)
  await other.goto(assessmentOf(session.id))
  await row(other, first, 'unset').getByRole('button', { name: 'Shown', exact: true }).click()
  await expect(row(page, first, 'shown')).toBeVisible()
  await row(page, second, 'unset').getByRole('button', { name: 'Not shown' }).click()
  await expect(row(other, second, 'not shown')).toBeVisible()
  // Both write into the same text without having seen the other's version; both texts are kept.
  await other.route('**/api/assessment/wa/**', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Notes' }).fill('Dana saw a pause.')
  await page.getByRole('textbox', { name: 'Notes' }).blur()
  await expect(saved(page)).toBeVisible()
  await other.getByRole('textbox', { name: 'Notes' }).fill('Ingrid heard a laugh.')
  await other.getByRole('textbox', { name: 'Notes' }).blur()
  const both = 'Dana saw a pause.\n\nIngrid Solheim:\nIngrid heard a laugh.'
  await expect(other.getByRole('textbox', { name: 'Notes' })).toHaveValue(both)
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(both)
  await context.close()
})
