import type { Locator, Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import {
  closeToast,
  expect,
  expectAccessible,
  holdToast,
  isPhone,
  test,
} from '../support/journeys/journey.ts'
import { noonZone } from '../support/journeys/moments.ts'
import { choose, row } from '../support/journeys/session-rows.ts'

const quarter = 900_000
const hour = 4 * quarter
const iso = (at: number): string => new Date(at).toISOString()

const formOf = (page: Page, name = 'Schedule Session') => page.getByRole('dialog', { name, exact: true })

async function openForm(page: Page): Promise<Locator> {
  await page.goto('/sessions')
  await page.getByRole('button', { name: 'Schedule Session' }).first().click()
  const form = formOf(page)
  await expect(form.getByLabel('Title')).toBeVisible()
  return form
}

/** Chooses an option in a select with a search box. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await formOf(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .click()
  // The search box has the focus as soon as the list opens.
  await expect(page.getByRole('searchbox', { name: `Search ${label.toLowerCase()}` })).toBeFocused()
  await page.keyboard.type(option)
  await page.getByRole('option', { name: new RegExp(option) }).click()
}

async function chooseTime(
  page: Page,
  label: 'Start time' | 'End time',
  option: RegExp | string,
): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  const found = page.getByRole('option', { name: option, ...(typeof option === 'string' && { exact: true }) })
  await found.first().click()
}

const shownTime = async (page: Page, label: 'Start time' | 'End time'): Promise<string> => {
  if (isPhone(page)) {
    const name = await page.getByRole('button', { name: new RegExp(`^${label}`) }).getAttribute('aria-label')
    return (name ?? '').replace(`${label}: `, '')
  }
  const text = await page.getByRole('group', { name: label }).first().innerText()
  // Bidi marks around the parts keep their order in right-to-left text.
  return text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?: ?/g, ':')
    .trim()
}

const unique = (): string => randomUUID().slice(0, 6)

test.describe('the session form', () => {
  test('the session form of a coach has the coach fixed to themselves, names what is missing, and books a session [LIST-02 FORM-01 FORM-02 FORM-03 FORM-05 FORM-06 FORM-07 FORM-08 FORM-22 FORM-23 FORM-25 FORM-26 LIST-35]', async ({
    page,
    signIn,
    make,
  }) => {
    const organization = await make.organization({ time_zone: noonZone() })
    const me = await signIn('Coach', {
      first_name: 'Ingrid',
      last_name: 'Solheim',
      organization_id: organization.id,
    })
    await make.person({
      level: 'Client',
      first_name: 'Priya',
      last_name: 'Raghunathan',
      organization_id: organization.id,
      coach_id: me.id,
    })
    const form = await openForm(page)
    await expect(form.getByRole('radio')).toHaveCount(0)
    await expect(form.getByRole('checkbox', { name: /Billable/ })).toHaveCount(0)
    await expect(form.getByLabel('Coach')).toHaveValue('Ingrid Solheim')
    await expect(form.getByLabel('Coach')).toHaveAttribute('readonly')
    await expect(form.getByRole('textbox', { name: 'Instances' })).toHaveValue('1')
    await form.getByRole('button', { name: 'Schedule Session' }).click()
    await expect(form.getByText('Client is required')).toBeVisible()
    await expect(form.getByText('Title is required')).toBeVisible()
    await expectAccessible(page)

    // The form warns about the nearest quarter of an hour, but not about a time that is far enough away.
    const warning = 'Scheduling under 25 minutes before start time may cause technical issues.'
    await chooseTime(page, 'Start time', /./)
    await expect(form.getByText(warning)).toBeVisible()
    await chooseTime(page, 'Start time', '3:00 PM')
    await expect(form.getByText(warning)).toHaveCount(0)
    expect(await shownTime(page, 'End time')).toBe('4:00 PM')

    await form.getByRole('textbox', { name: 'Instances' }).fill('4')
    await form.getByLabel('Title').fill('Values in practice')
    await expect(form.getByText('You are limited to 3 instances')).toBeVisible()
    await form.getByRole('textbox', { name: 'Instances' }).fill('-1')
    await expect(form.getByRole('textbox', { name: 'Instances' })).not.toHaveValue('-1')
    await form.getByRole('textbox', { name: 'Instances' }).fill('0')
    await pick(page, 'Client', 'Priya')
    await form.getByRole('button', { name: 'Schedule Session' }).click()
    await holdToast(page, 'Session scheduled')
    await expect(form).toBeHidden()
    await expect(page.getByRole('button', { name: 'Schedule Session' })).toBeFocused()
    await expect(row(page, 'Values in practice')).toContainText('3:00 – 4:00 PM')
    await expect(row(page, 'Values in practice')).toContainText('Scheduled')

    // 'Show' opens the list at the session's day, where its row is marked and has the focus.
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page).toHaveURL(/\/sessions\?from=(\d{4}-\d{2}-\d{2})&until=\1&marked=/)
    await expect(row(page, 'Values in practice')).toHaveAttribute('aria-current', 'true')
    await expect(row(page, 'Values in practice').getByRole('link').first()).toBeFocused()
    await expect(page.getByText('Session scheduled')).toHaveCount(0)
    // Until that day's rows are loaded, the previous rows are shown pale.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('the session form of an Admin shows both time zones and a clash while choosing, offers the next free time, and shows a refusal by the server [FORM-02 FORM-04 FORM-05 FORM-07 FORM-31 FORM-32 FORM-33]', async ({
    page,
    signIn,
    make,
    quietConsole,
  }) => {
    quietConsole.allow(/status of 500/)
    const id = unique()
    const place = await make.organization({ time_zone: 'Etc/GMT+5' })
    await signIn('Admin', { organization_id: place.id })
    const coach = await make.person({ level: 'Coach', first_name: `Dana${id}`, organization_id: place.id })
    const client = await make.person({
      level: 'Client',
      first_name: `Margarethe${id}`,
      organization_id: place.id,
      coach_id: coach.id,
      time_zone: 'Europe/Berlin',
    })
    const elsewhere = await make.organization()
    await make.person({ level: 'Client', first_name: `Noor${id}`, organization_id: elsewhere.id })
    const tomorrow = Math.floor((Date.now() - 5 * hour) / (24 * hour)) * 24 * hour + 29 * hour
    const taken = { start: iso(tomorrow + 10 * hour), end: iso(tomorrow + 12 * hour) }
    await make.session({ coach, participants: [], ...taken, title: 'Taken' })

    const form = await openForm(page)
    await expect(form.getByRole('radio', { name: 'Individual' })).toBeChecked()
    await expect(form.getByRole('checkbox', { name: 'Billable' })).toBeChecked()
    const offered = page.waitForRequest('**/api/profiles/list-admins*')
    await pick(page, 'Coach', `Dana${id}`)
    await offered
    // All people of a session belong to one organization.
    await form.getByRole('button', { name: /^Client/ }).click()
    await page.getByRole('searchbox', { name: 'Search client' }).fill(`Noor${id}`)
    await expect(page.getByText('Nothing found')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search client' }).fill(`Margarethe${id}`)
    await page.getByRole('option', { name: new RegExp(`Margarethe${id}`) }).click()
    await expect(form.getByText(/^Berlin, /)).toBeVisible()
    await form.getByLabel('Title').fill(`Feedback ${id}`)
    // Late in the evening a new form already proposes tomorrow.
    const isTomorrow = await form.getByText(/, tomorrow$/).isVisible()
    if (!isTomorrow) await form.getByRole('button', { name: 'Day after' }).click()
    await chooseTime(page, 'Start time', '10:30 AM')
    await expect(form.getByText(`Dana${id} is in “Taken” until 12:00 PM.`)).toBeVisible()
    await expect(form.getByText(/Berlin$/).first()).toBeVisible()
    const save = form.getByRole('button', { name: 'Schedule Session' })
    await expect(save).toBeDisabled()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Use 12:00 PM' }).click()
    await expect(form.getByText('is in “Taken”')).toHaveCount(0)
    // The clicked button is gone, so the focus moves to the time that it set.
    await expect(form.locator('[data-time="Start time"] :focus')).toHaveCount(1)
    expect(await shownTime(page, 'Start time')).toBe('12:00 PM')
    expect(await shownTime(page, 'End time')).toBe('1:00 PM')

    // An arrow key moves the frame on the ruler by a quarter of an hour.
    await form.getByRole('slider', { name: 'Session time' }).press('ArrowDown')
    expect(await shownTime(page, 'Start time')).toBe('12:15 PM')
    expect(await shownTime(page, 'End time')).toBe('1:15 PM')

    await page.route('**/api/sessions/create', (route) =>
      route.fulfill({ status: 409, json: { response: 'That time is taken.', code: 'clash' } }),
    )
    await save.click()
    await expect(page.getByText("Sorry, we can't save your session.")).toBeVisible()
    await expect(page.getByText('That time is taken.')).toBeVisible()
    await closeToast(page, "Sorry, we can't save your session.")
    await page.unroute('**/api/sessions/create')
    await page.route('**/api/sessions/create', (route) =>
      route.fulfill({ status: 500, json: { response: 'x', code: 'internal' } }),
    )
    await save.click()
    await expect(page.getByText("We're experiencing technical difficulties.")).toBeVisible()
    await closeToast(page, "Sorry, we can't save your session.")
    await page.unroute('**/api/sessions/create')

    const sent = page.waitForRequest('**/api/sessions/create')
    await form.getByText('Billable', { exact: true }).click()
    await save.click()
    const body: unknown = (await sent).postDataJSON()
    expect(body).toEqual({
      title: `Feedback ${id}`,
      start_time: iso(tomorrow + 12.25 * hour),
      end_time: iso(tomorrow + 13.25 * hour),
      coach_id: coach.id,
      user_id: client.id,
      participants: [client.id],
      instance_count: 1,
      billable: false,
    })
    await expect(page.getByText('Session scheduled')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search title, client or coach' }).fill(`Feedback ${id}`)
    await expect(row(page, `Feedback ${id}`)).toContainText('Not Billable')
  })

  test('the session form of an OrgAdmin books an Org session, and refuses an edit once when somebody else has changed the session [FORM-01 FORM-02 FORM-05 LIST-18 SESSION-25] @any-width', async ({
    page,
    signIn,
    make,
  }) => {
    const id = unique()
    const place = await make.organization({ time_zone: noonZone() })
    const me = await signIn('OrgAdmin', { organization_id: place.id })
    await make.person({ level: 'Coach', first_name: `Dana${id}`, organization_id: place.id })
    for (const first_name of ['Beatrix', 'Rafael'])
      await make.person({
        level: 'Coach',
        first_name,
        organization_id: place.id,
        time_zone: 'Asia/Singapore',
      })
    const form = await openForm(page)
    await expect(form.getByRole('checkbox', { name: /Billable/ })).toHaveCount(0)
    await form.getByText('Org', { exact: true }).click()
    await pick(page, 'Coach', `Dana${id}`)
    await form.getByLabel('Title').fill('Coach circle')
    await form.getByRole('button', { name: 'Schedule Session' }).click()
    await expect(form.getByText('Participants are required')).toBeVisible()
    await form.getByRole('button', { name: 'Add people' }).click()
    const list = page.getByRole('dialog', { name: 'Participants' })
    for (const name of ['Beatrix', 'Rafael'])
      await list.getByRole('option', { name: new RegExp(`${name}.*Singapore · free`) }).click()
    await page.keyboard.press('Escape')
    await expect(form.getByText('2 of 10')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Schedule Session' }).click()
    await expect(row(page, 'Coach circle')).toContainText('2 participants')
    await expect(form).toBeHidden()

    await choose(page, 'Coach circle', 'Edit')
    const editing = formOf(page, 'Edit session')
    await expect(editing.getByLabel('Title')).toHaveValue('Coach circle')
    await expect(editing.getByRole('radio', { name: 'Org' })).toBeChecked()
    await expect(editing.getByRole('button', { name: 'Remove Rafael Ames' })).toBeVisible()
    await editing.getByLabel('Title').fill('Mine')
    const sessionId = new URL(page.url()).searchParams.get('edit') ?? ''
    await page.request.post(`/api/sessions/update/${sessionId}`, {
      headers: { authorization: `Bearer ${me.token}` },
      data: { instance_count: 3 },
    })
    await expect(editing.getByText(/Somebody else has changed this meanwhile/)).toBeVisible()
    // The form sends the version that it was opened with, and after the refusal the one that it shows then.
    const sent = () => page.waitForRequest(`**/api/sessions/update/${sessionId}`)
    const first = sent()
    await editing.getByRole('button', { name: 'Save' }).click()
    expect((await first).postDataJSON()).toMatchObject({ title: 'Mine', version: 1 })
    await expect(page.getByText("Sorry, we can't save your session.")).toBeVisible()
    await expect(editing.getByRole('textbox', { name: 'Instances' })).toHaveValue('3')
    await expect(editing.getByLabel('Title')).toHaveValue('Mine')
    await closeToast(page, "Sorry, we can't save your session.")
    const second = sent()
    await editing.getByRole('button', { name: 'Save' }).click()
    expect((await second).postDataJSON()).toMatchObject({ version: 2 })
    await expect(editing).toBeHidden()
    await expect(row(page, 'Mine')).toBeVisible()
  })

  test('the session form takes days from today on and times in quarters of an hour, typed or chosen from a list [FORM-16 FORM-17 FORM-18 FORM-19 FORM-20 FORM-21 FORM-24 FORM-27 FORM-28]', async ({
    page,
    signIn,
    make,
  }) => {
    const place = await make.organization({ time_zone: 'America/New_York' })
    await signIn('Coach', { organization_id: place.id })
    await page.clock.setFixedTime('2027-05-18T16:00:00Z')
    const form = await openForm(page)
    const date = form.getByRole('button', { name: /^Date/ })
    const today = await date.innerText()
    for (const key of ['Backspace', 'Delete']) await date.press(key)
    await expect(date).toHaveText(today)
    await date.click()
    const calendar = page.getByRole('grid')
    await expect(calendar.locator('[data-selected]')).toHaveText('18')
    await expect(calendar.getByText('17', { exact: true })).toHaveAttribute('aria-disabled', 'true')
    await expect(calendar.getByText('19', { exact: true })).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')

    await chooseTime(page, 'Start time', '9:45 PM')
    expect(await shownTime(page, 'End time')).toBe('10:45 PM')
    // Choosing the current option closes the list like any other.
    await chooseTime(page, 'Start time', '9:45 PM')
    await expect(page.getByRole('option')).toHaveCount(0)
    expect(await shownTime(page, 'Start time')).toBe('9:45 PM')
    await page.getByRole('button', { name: /^End time/ }).click()
    await expect(page.getByRole('option')).toHaveCount(32)
    const ends = await page.getByRole('option').allInnerTexts()
    expect(ends[0]).toContain('10:00 PM')
    expect(ends[31]).toContain('5:45 AM')
    expect(ends[31]).toContain('next day')
    await page.getByRole('option', { name: /^1:00 AM/ }).click()
    await expect(form.getByText(/^next day/)).toBeVisible()

    if (isPhone(page)) await page.getByRole('button', { name: /^End time/ }).press('Backspace')
    else await form.getByRole('spinbutton', { name: /minute, End time/ }).press('Backspace')
    expect(await shownTime(page, 'Start time')).toBe('9:00 PM')
    expect(await shownTime(page, 'End time')).toBe('10:00 PM')
    if (!isPhone(page)) await typeTimes(page, form)
  })

  async function typeTimes(page: Page, form: Locator): Promise<void> {
    const minute = form.getByRole('spinbutton', { name: /minute, Start time/ })
    await minute.press('ArrowUp')
    expect(await shownTime(page, 'Start time')).toBe('9:15 PM')
    await minute.press('4')
    await minute.press('0')
    await form.getByLabel('Title').focus()
    expect(await shownTime(page, 'Start time')).toBe('9:45 PM')
    expect(await shownTime(page, 'End time')).toBe('10:45 PM')

    await form.getByRole('spinbutton', { name: /hour, End time/ }).press('8')
    await expect(form.getByText('End Time must be later than Start Time')).toBeVisible()
    await form.getByRole('spinbutton', { name: /AM\/PM, Start time/ }).press('a')
    await form.getByRole('spinbutton', { name: /hour, Start time/ }).press('1')
    await expect(form.getByText('Start Time has already passed')).toBeVisible()
    await expectAccessible(page)
  }

  test(
    'leaves out the skipped hour and offers the repeated one twice when the clocks change [FORM-29 FORM-30]',
    { tag: '@any-width' },
    async ({ page, signIn, make }) => {
      const place = await make.organization({ time_zone: 'America/New_York' })
      await signIn('Coach', { organization_id: place.id })
      await page.clock.setFixedTime('2027-03-13T15:00:00Z')
      const form = await openForm(page)
      await form.getByRole('button', { name: 'Day after' }).click()
      await page.getByRole('button', { name: /^Start time/ }).click()
      await expect(page.getByRole('option', { name: '1:45 AM', exact: true })).toBeVisible()
      await expect(page.getByRole('option', { name: '2:00 AM', exact: true })).toHaveCount(0)
      await page.getByRole('option', { name: '3:00 AM', exact: true }).click()
      if (!isPhone(page)) {
        await form.getByRole('spinbutton', { name: /hour, Start time/ }).press('2')
        await expect(form.getByText(/does not exist on that day.*It became 3:00 AM/)).toBeVisible()
      }

      await page.clock.setFixedTime('2027-11-06T15:00:00Z')
      await page.goto('/dashboard')
      const fall = await openForm(page)
      await fall.getByRole('button', { name: 'Day after' }).click()
      await page.getByRole('button', { name: /^Start time/ }).click()
      await expect(page.getByRole('option', { name: /^1:30 AM/ })).toHaveText([/EDT, UTC-4/, /EST, UTC-5/])
      await page.getByRole('option', { name: /^12:30 AM/ }).click()
      if (isPhone(page)) return
      await fall.getByRole('spinbutton', { name: /hour, Start time/ }).press('1')
      await expect(fall.getByText(/1:30 AM comes twice on that day/)).toBeVisible()
      await expect(fall.getByRole('radio', { name: '1:30 AM EDT, UTC-4' })).toBeChecked()
      await fall.getByText('1:30 AM EST, UTC-5').click()
      await expect(fall.getByRole('radio', { name: '1:30 AM EST, UTC-5' })).toBeChecked()
    },
  )

  test(
    'the session form shows a booked or edited session in the list while it is saved, and takes it back when it is refused [LIST-25 LIST-26]',
    { tag: '@any-width' },
    async ({ page, signIn, make }) => {
      const place = await make.organization({ time_zone: noonZone() })
      const me = await signIn('Coach', { organization_id: place.id })
      await make.person({
        level: 'Client',
        first_name: 'Priya',
        organization_id: place.id,
        coach_id: me.id,
      })
      const form = await openForm(page)
      await form.getByLabel('Title').fill('First try')
      await pick(page, 'Client', 'Priya')
      const refused = await holdAnswer(page, '**/api/sessions/create', 409)
      await form.getByRole('button', { name: 'Schedule Session' }).click()
      await expect(row(page, 'First try')).toContainText('Priya')
      await expect(row(page, 'First try')).toContainText('Scheduled')
      // The form cannot be closed before the answer arrives.
      await page.keyboard.press('Escape')
      await expect(form).toBeVisible()
      await refused()
      await expect(page.getByText("Sorry, we can't save your session.")).toBeVisible()
      await expect(row(page, 'First try')).toHaveCount(0)
      await expect(form.getByLabel('Title')).toHaveValue('First try')

      await closeToast(page, "Sorry, we can't save your session.")
      const booked = await holdAnswer(page, '**/api/sessions/create')
      await form.getByRole('button', { name: 'Schedule Session' }).click()
      await expect(row(page, 'First try')).toHaveCount(1)
      await booked()
      await expect(form).toBeHidden()
      await expect(row(page, 'First try')).toHaveCount(1)

      await choose(page, 'First try', 'Edit')
      const editing = formOf(page, 'Edit session')
      await editing.getByLabel('Title').fill('Second try')
      const changed = await holdAnswer(page, '**/api/sessions/update/*', 409)
      await editing.getByRole('button', { name: 'Save' }).click()
      await expect(row(page, 'Second try')).toHaveCount(1)
      await changed()
      await expect(row(page, 'Second try')).toHaveCount(0)
      await expect(row(page, 'First try')).toHaveCount(1)
      await expect(editing.getByLabel('Title')).toHaveValue('Second try')
    },
  )
})

/** Delays the next request to this URL until the returned function is called; then it continues or is refused. */
async function holdAnswer(page: Page, url: string, refusedAs?: number): Promise<() => Promise<void>> {
  const letGo = Promise.withResolvers<void>()
  const isOver = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      await letGo.promise
      if (refusedAs === undefined) await route.continue()
      else await route.fulfill({ status: refusedAs, json: { response: 'Not now.', code: 'busy' } })
      isOver.resolve()
    },
    { times: 1 },
  )
  return () => {
    letGo.resolve()
    return isOver.promise
  }
}
