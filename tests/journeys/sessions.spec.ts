import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { closeToast, expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import { noonZone } from '../support/journeys/moments.ts'
import { choose, openMenu, row, rows } from '../support/journeys/session-rows.ts'

const quarter = 900_000
const hour = 4 * quarter
/** The last full quarter of an hour. */
const base = Math.floor(Date.now() / quarter) * quarter
const iso = (at: number): string => new Date(at).toISOString()

test.describe('Session Management', () => {
  test('an Admin searches, sorts, filters and pages through everybody’s sessions [ROUTE-03 LIST-01 LIST-03 LIST-04 LIST-05 LIST-06 LIST-07 LIST-10 LIST-11 LIST-12 LIST-13 LIST-14 LIST-15 LIST-16 LIST-17 STATUS-02 STATUS-06]', async ({
    page,
    signIn,
    make,
    database,
  }) => {
    await signIn('Admin')
    const mark = `Review${randomUUID().slice(0, 6)}`
    const place = await make.organization({ display_name: `Northlight ${mark}` })
    const coach = await make.person({
      level: 'Coach',
      first_name: 'Dana',
      last_name: 'Whitfield',
      organization_id: place.id,
    })
    const client = await make.person({
      level: 'Client',
      first_name: 'Kwame',
      last_name: 'Boateng',
      organization_id: place.id,
      coach_id: coach.id,
    })
    const statuses = ['Completed', 'NoShow', 'Cancelled'] as const
    for (let i = 0; i < 11; i += 1) {
      const start = iso(base - (i + 2) * 24 * hour)
      const title = `${mark} ${String.fromCharCode(75 - i)}`
      await make.session({ coach, client, start, title, status: statuses[i % 3] ?? 'Completed' })
    }
    const circle = await make.session({
      coach,
      participants: [await make.person({ level: 'Coach', organization_id: place.id })],
      start: iso(base + 24 * hour),
      title: `${mark} circle`,
    })
    await database.db.updateTable('sessions').set({ billable: false }).where('id', '=', circle.id).execute()

    await page.goto('/sessions')
    await expect(page.getByRole('heading', { level: 1, name: 'Session Management' })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search title, client or coach' }).fill(mark)
    await expect(page.getByText('1 – 10 of 12')).toBeVisible()
    await expect(rows(page)).toHaveCount(10)
    // By default the newest comes first.
    await expect(rows(page).first()).toContainText('circle')
    await expect(rows(page).first()).toContainText('Not Billable')
    await expect(rows(page).nth(1)).toContainText(`${mark} K`)
    await expect(row(page, `${mark} J`)).toContainText('No Show')
    await expect(row(page, `${mark} J`)).toContainText('Dana Whitfield')
    await expect(row(page, `${mark} J`)).toContainText(`Northlight ${mark}`)
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(page.getByText('11 – 12 of 12')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)

    await page.getByRole('button', { name: /^Sort/ }).click()
    await expect(page.getByRole('menuitemradio', { name: 'None' })).toBeVisible()
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual(
      ['None'].concat(
        [
          'Title',
          'Date',
          'Status',
          'Organization',
          'Client name',
          'Client username',
          'Client first name',
          'Client last name',
          'Coach name',
          'Coach first name',
          'Coach last name',
        ].flatMap((name) => [name, `${name} (desc)`]),
      ),
    )
    await page.getByRole('menuitemradio', { name: 'Title', exact: true }).click()
    await expect(rows(page).first()).toContainText(`${mark} A`)

    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('option', { name: /^No Show/ }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Filters' })).toHaveCount(0)
    await expect(rows(page)).toHaveCount(4)
    await page.getByRole('button', { name: 'Clear Status No Show' }).click()
    await expect(rows(page)).toHaveCount(10)
    if (!isPhone(page)) await showColumns(page)
  })

  /** Each column can be switched separately, and the choice is remembered. */
  async function showColumns(page: Page): Promise<void> {
    const heads = page.getByRole('columnheader')
    expect(await heads.allInnerTexts()).toEqual([
      'Session',
      'Date',
      'Client',
      'Coach',
      'Organization',
      'Status',
      'Actions',
    ])
    await page.getByRole('button', { name: 'Columns' }).click()
    const single = [
      'Card',
      'Title',
      'Client name',
      'Client username',
      'First name',
      'Last name',
      'Coach name',
      'Coach first name',
      'Coach last name',
    ]
    for (const name of single) await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    for (const name of ['Session (card and title)', 'Client (name and username)', 'Coach', 'Organization'])
      await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(heads.first()).toHaveText('Date')
    expect(await heads.allInnerTexts()).toEqual(['Date', 'Status', ...single, 'Actions'])
    await page.getByRole('button', { name: 'Coach last name' }).click()
    await expect(page.getByRole('columnheader', { name: 'Coach last name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
  }

  test('a coach sees their own sessions with the actions that each allows, without coach and organization [LIST-08 LIST-15 LIST-18 LIST-19 LIST-20 LIST-21 LIST-22 LIST-23 LIST-24 STATUS-06]', async ({
    page,
    signIn,
    make,
    database,
  }) => {
    const coach = await signIn('Coach', { first_name: 'Ingrid', last_name: 'Solheim' })
    const client = await make.person({
      level: 'Client',
      first_name: 'Priya',
      last_name: 'Raghunathan',
      organization_id: coach.organization_id,
      coach_id: coach.id,
    })
    const at = (start: number, title: string, status?: 'Completed') =>
      make.session({ coach, client, start: iso(start), title, ...(status && { status }) })
    // The next quarter of an hour, or the one after it if that is less than a minute away.
    const soon = Math.ceil((Date.now() + 60_000) / quarter) * quarter
    const running = await make.session({
      coach,
      client,
      start: iso(base - quarter),
      end: iso(soon),
      title: 'Running',
    })
    await make.session({ coach, client, start: iso(soon), title: 'Soon' })
    await at(base + 3.25 * hour, 'Far away')
    await at(base - 30 * hour, 'Done', 'Completed')
    await database.db.updateTable('sessions').set({ billable: false }).where('id', '=', running.id).execute()

    await page.goto('/sessions')
    await expect(row(page, 'Running')).toBeVisible()
    await expect(row(page, 'Running')).not.toContainText('Not Billable')
    await expect(row(page, 'Running')).not.toContainText('Ingrid Solheim')
    await expect(row(page, 'Soon').getByText(/^Starts in \d+ min$/)).toBeVisible()
    await expect(row(page, 'Far away')).not.toContainText('Starts')
    expect(await openMenu(page, 'Running')).toEqual([
      'Edit',
      'Details',
      'Add to calendar',
      'Complete',
      'Join',
      'Cancel',
    ])
    await page.keyboard.press('Escape')
    expect(await openMenu(page, 'Far away')).toEqual(['Edit', 'Details', 'Add to calendar', 'Cancel'])
    await page.keyboard.press('Escape')
    expect(await openMenu(page, 'Done')).toEqual(['Edit', 'Details', 'Add to calendar'])
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByRole('option', { name: /^Scheduled/ })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Filters' }).getByText(/Coach|Organization/)).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: /^Join Call, Running/ }).click()
    await expect(page).toHaveURL(`/session/${running.id}/preview`)
    await page.goBack()
    await choose(page, 'Running', 'Details')
    await expect(page).toHaveURL(`/session/${running.id}/preview`)
  })

  test('the ranges Today, Upcoming, Past and chosen days are kept in the address and work with search and pages [LIST-31 LIST-32 LIST-34] @any-width', async ({
    page,
    signIn,
    make,
  }) => {
    const { id: organization_id } = await make.organization({ time_zone: noonZone() })
    const coach = await signIn('Coach', { organization_id })
    const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
    const at = (start: number, title: string, status?: 'Completed') =>
      make.session({ coach, client, start: iso(start), title, ...(status && { status }) })
    await at(base - quarter, 'Running')
    for (let day = 1; day <= 11; day += 1) {
      await at(base + day * 24 * hour, `Ahead ${day}`)
      await at(base - day * 24 * hour, `Over ${day}`, 'Completed')
    }
    const when = (name: string) => page.getByRole('radiogroup', { name: 'When' }).getByText(name)
    await page.goto('/sessions')
    await expect(page.getByText('1 – 10 of 23')).toBeVisible()
    await expect(rows(page).first()).toContainText('Ahead 11')

    await when('Upcoming').click()
    await expect(page).toHaveURL('/sessions?when=upcoming')
    await expect(page.getByText('1 – 10 of 12')).toBeVisible()
    await expect(rows(page).first()).toContainText('Running')
    await expect(rows(page).nth(1)).toContainText('Ahead 1')
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expect(rows(page).last()).toContainText('Ahead 11')

    await when('Past').click()
    await expect(page).toHaveURL('/sessions?when=past')
    await expect(rows(page).first()).toContainText('Over 1')
    await page.getByRole('searchbox').fill('over 11')
    await expect(rows(page)).toHaveCount(1)
    await page.reload()
    await expect(rows(page)).toHaveText([/Over 11/])
    await when('Upcoming').click()
    await expect(page.getByRole('heading', { name: 'Nothing matches “over 11”' })).toBeVisible()
    await page.goBack()
    await expect(rows(page)).toHaveText([/Over 11/])

    await page.goto('/sessions?when=today')
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Running')

    // The address also holds days chosen in the calendar (choosing them: session-ranges.stories.tsx).
    const dayAgo = (days: number) => iso(base - days * 24 * hour).slice(0, 10)
    await page.goto(`/sessions?from=${dayAgo(2)}&until=${dayAgo(1)}`)
    await expect(rows(page)).toHaveText([/Over 1/, /Over 2/])
    await expect(page.getByRole('button', { name: /^Clear Dates/ })).toBeVisible()
    await expectAccessible(page)
  })

  test(
    'a session is added to a calendar by file, Google or Outlook, without its title [LIST-19]',
    { tag: '@any-width' },
    async ({ page, signIn, make }) => {
      const coach = await signIn('Coach')
      const client = await make.person({
        level: 'Client',
        first_name: 'Priya',
        organization_id: coach.organization_id,
        coach_id: coach.id,
      })
      await make.session({ coach, client, start: iso(base + 24 * hour), title: 'Secret title' })
      const hosts = /^https:\/\/(calendar\.google\.com|outlook\.office\.com)\//
      await page.context().route(hosts, (route) => route.fulfill({ body: 'A calendar' }))
      await page.goto('/sessions')
      await openMenu(page, 'Secret title')
      await page.getByRole('menuitem', { name: 'Add to calendar' }).click()
      const file = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: '.ics file' }).click()
      expect((await file).suggestedFilename()).toMatch(/\.ics$/)
      const entry = readFileSync(await (await file).path(), 'utf8')
      expect(entry).toContain('SUMMARY:Coaching Call with Priya')
      expect(entry).not.toContain('Secret')
      for (const [name, host] of [
        ['Google', 'calendar.google.com'],
        ['Outlook', 'outlook.office.com'],
      ] as const) {
        await openMenu(page, 'Secret title')
        await page.getByRole('menuitem', { name: 'Add to calendar' }).click()
        const opened = page.waitForEvent('popup')
        await page.getByRole('menuitem', { name }).click()
        const popup = await opened
        await popup.waitForURL(hosts)
        const asked = new URL(popup.url())
        await popup.close()
        expect(asked.hostname).toBe(host)
        expect(asked.href).toContain('Coaching')
        expect(asked.href).not.toContain('Secret')
      }
    },
  )
})

test.describe('a change in the list', () => {
  test('a change in the list shows at once, and a no-show and a completion are still there after a reload [LIST-25 STATUS-09 STATUS-10] @any-width', async ({
    page,
    signIn,
    make,
  }) => {
    const orgAdmin = await signIn('OrgAdmin')
    const { organization_id } = orgAdmin
    for (const title of ['No client came', 'Good talk']) {
      const coach = await make.person({ level: 'Coach', organization_id })
      const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
      await make.session({ coach, client, start: iso(base - quarter), title })
    }
    await page.goto('/sessions')
    const held = Promise.withResolvers<void>()
    await page.route('**/api/sessions/cancel/*', async (route) => {
      await held.promise
      await route.continue()
    })
    await choose(page, 'No client came', 'Cancel')
    const question = page.getByRole('alertdialog', { name: 'Cancel this session?' })
    await question.getByText("The client didn't come: mark as no-show").click()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel & Mark as "No Show"' }).click()
    const changing = row(page, 'No client came')
    await expect(changing).toContainText('No Show')
    await expect(changing).toContainText('Saving')
    held.resolve()
    await expect(changing).not.toContainText('Saving')
    await expect(changing).toContainText('No Show')

    await choose(page, 'Good talk', 'Complete')
    await expect(row(page, 'Good talk')).toContainText('Completed')
    await expect(row(page, 'Good talk')).not.toContainText('Saving')
    await expect(row(page, 'Good talk').locator(':focus')).toHaveCount(1)
    await page.reload()
    await expect(row(page, 'Good talk')).toContainText('Completed')
    await expect(changing).toContainText('No Show')
  })

  test(
    'a change in the list that fails is rolled back with a message and can be tried again [LIST-26 LIST-29 LIST-30]',
    { tag: '@any-width' },
    async ({ page, signIn, make, quietConsole }) => {
      quietConsole.allow(/status of 500/)
      const coach = await signIn('Coach')
      const client = await make.person({
        level: 'Client',
        organization_id: coach.organization_id,
        coach_id: coach.id,
      })
      await make.session({ coach, client, start: iso(base - quarter), title: 'Stays' })
      await page.goto('/sessions')
      const keys: (string | undefined)[] = []
      await page.route(/\/api\/sessions\/(cancel|complete)\//, (route) => {
        keys.push(route.request().headers()['idempotency-key'])
        return route.fulfill({ status: 500, json: { response: 'x', code: 'internal' } })
      })
      await choose(page, 'Stays', 'Complete')
      await expect(page.getByText('Failed to complete session')).toBeVisible()
      await expect(row(page, 'Stays')).toContainText('Scheduled')
      await closeToast(page, 'Failed to complete session')
      await choose(page, 'Stays', 'Cancel')
      await page.getByRole('button', { name: 'Cancel Session' }).click()
      await expect(page.getByText('Failed to cancel instance')).toBeVisible()
      await expect(row(page, 'Stays')).toContainText('Scheduled')
      // Each change was sent twice with one idempotency key.
      expect(keys).toEqual([keys[0], keys[0], keys[2], keys[2]])
      expect(keys[0]).toBeDefined()
      expect(keys[0]).not.toBe(keys[2])
      // The toast offers 'Try again', and closes once that has succeeded.
      await page.unroute(/\/api\/sessions\/(cancel|complete)\//)
      const told = page.getByRole('alertdialog').filter({ hasText: 'Failed to cancel instance' })
      await told.getByRole('button', { name: 'Try again' }).click()
      await expect(row(page, 'Stays')).toContainText('Cancelled')
      await expect(told).toHaveCount(0)
    },
  )

  test(
    'by somebody else shows within two seconds, without a reload',
    { tag: '@any-width' },
    async ({ page, signIn, make }) => {
      const coach = await signIn('Coach')
      const { organization_id } = coach
      const client = await make.person({ level: 'Client', organization_id, coach_id: coach.id })
      const session = await make.session({ coach, client, start: iso(base + 5 * hour), title: 'As it was' })
      const other = await make.person({ level: 'OrgAdmin', organization_id })
      const listening = page.waitForResponse('**/api/live')
      await page.goto('/sessions')
      await listening
      await expect(row(page, 'As it was')).toBeVisible()
      const headers = { authorization: `Bearer ${other.token}` }
      await page.request.post(`/api/sessions/update/${session.id}`, {
        headers,
        data: { title: 'As it is now' },
      })
      await expect(row(page, 'As it is now')).toBeVisible({ timeout: 2000 })
    },
  )
})
