import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, isPhone, test } from '../support/journeys/journey.ts'
import { inDays, inMinutes } from '../support/journeys/moments.ts'

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

const ahead = (page: Page) => page.getByRole('dialog', { name: /^Before this person is/ })
const rowOf = (dialog: Locator, title: string) => dialog.getByRole('listitem').filter({ hasText: title })

async function give(page: Page, dialog: Locator, title: string, name: string): Promise<void> {
  await rowOf(dialog, title)
    .getByRole('button', { name: new RegExp(`^Who takes ${title}`) })
    .click()
  await page.getByRole('searchbox').last().fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

test("a coach's upcoming sessions are reassigned or cancelled before the coach is deleted [PEOPLE-43] @any-width", async ({
  page,
  signIn,
  make,
  database,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const place = { organization_id }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Rafael', last_name: 'Teixeira' })
  const other = await make.person({ level: 'Coach', ...place, first_name: 'Dana', last_name: 'Whitfield' })
  const client = await make.person({ level: 'Client', ...place, first_name: 'Noor', last_name: 'Al-Sayegh' })
  const taken = await make.session({ coach, client, start: inDays(2), title: 'Values in practice' })
  const clash = await make.session({ coach, client, start: inDays(4), title: 'First conversation' })
  const off = await make.session({ coach, client, start: inDays(6), title: 'Trial call' })
  await make.session({ coach, client, start: inDays(-6), title: 'Long over', status: 'Completed' })
  const busy = await make.session({
    coach: other,
    client: await make.person({ level: 'Client', ...place }),
    start: inDays(4),
  })

  const coachesOf = async () => {
    const all = [taken.id, clash.id, off.id]
    const found = await database.db.selectFrom('sessions').select('coach_id').where('id', 'in', all).execute()
    return found.map(({ coach_id }) => coach_id)
  }

  await page.goto('/coaches')
  await choose(page, 'Rafael Teixeira', 'Delete')
  const dialog = ahead(page)
  await expect(dialog).toContainText('Rafael Teixeira has 3 sessions ahead.')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  const goOn = dialog.getByRole('button', { name: 'Continue to delete' })
  await expect(goOn).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel all' }).click()
  await expect(dialog.getByText('Noor gets a cancellation by email')).toHaveCount(3)
  // One choice applies to all sessions, and each can still be changed.
  await dialog.getByRole('button', { name: /^Who takes all of them/ }).click()
  await page.getByRole('option', { name: /^Dana Whitfield/ }).click()
  await expect(dialog.getByRole('button', { name: /^Who takes .+ Dana Whitfield$/ })).toHaveCount(3)
  await rowOf(dialog, 'Trial call').getByText('Cancel', { exact: true }).click()
  await expect(rowOf(dialog, 'Trial call')).toContainText('Noor gets a cancellation by email')
  await expectAccessible(page)
  // The options mark a coach who is busy at that time.
  await rowOf(dialog, 'First conversation')
    .getByRole('button', { name: /^Who takes/ })
    .click()
  await expect(page.getByRole('option', { name: /Dana Whitfield/ })).toContainText('busy then')
  await page.keyboard.press('Escape')
  await goOn.click()
  const question = page.getByRole('alertdialog', { name: 'Delete coach' })
  await expect(question).toContainText('Are you sure you want to delete Rafael Teixeira?')
  await expect(question).toContainText(
    'Sessions ahead: 2 reassigned, 1 cancelled. Everyone in them gets an email.',
  )
  await question.getByRole('button', { name: 'Delete' }).click()
  // Dana is busy during one session: its row says so, nobody is deleted and no session changes.
  await expect(question).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(rowOf(dialog, 'First conversation').getByRole('alert')).toContainText('at that time.')
  await expect(dialog.getByRole('alert')).toHaveCount(1)
  expect(await coachesOf()).toEqual([coach.id, coach.id, coach.id])
  await database.db.deleteFrom('session_busy').where('session_id', '=', busy.id).execute()
  await goOn.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Successfully deleted user')).toBeVisible()
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'coach_id', 'status'])
    .where('id', 'in', [taken.id, clash.id, off.id])
    .orderBy('start_time')
    .execute()
  expect(rows).toEqual([
    { id: taken.id, coach_id: other.id, status: 'Scheduled' },
    { id: clash.id, coach_id: other.id, status: 'Scheduled' },
    { id: off.id, coach_id: coach.id, status: 'Cancelled' },
  ])
})

test('moving a client or a coach to another organization reassigns or cancels their upcoming sessions [PEOPLE-43 PEOPLE-44] @any-width', async ({
  page,
  signIn,
  make,
  database,
}) => {
  const admin = await signIn('Admin')
  const { id: organization_id } = await make.organization()
  const target = await make.organization({ display_name: `Target of ${admin.username}` })
  const place = { organization_id, last_name: admin.username }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Ingrid' })
  const client = await make.person({ level: 'Client', ...place, first_name: 'Jun' })
  const next = await make.person({ level: 'Client', ...place, first_name: 'Sofia' })
  const session = await make.session({ coach, client, start: inDays(2), title: 'Listening' })

  const move = async (path: string, id: string) => {
    await page.goto(`${path}?edit=${id}`)
    const drawer = page.getByRole('dialog', { name: /^Edit / })
    await drawer.getByRole('button', { name: /^Organization/ }).click()
    await page.getByRole('searchbox', { name: 'Search organization' }).fill(target.display_name)
    await page.getByRole('option', { name: new RegExp(`^${target.display_name}`) }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
  }
  await move('/clients', client.id)
  await expect(ahead(page)).toContainText(`Jun ${admin.username} has 1 session ahead.`)
  await give(page, ahead(page), 'Listening', `Sofia ${admin.username}`)
  await ahead(page).getByRole('button', { name: 'Save and move' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await move('/coaches', coach.id)
  await rowOf(ahead(page), 'Listening').getByText('Cancel', { exact: true }).click()
  await ahead(page).getByRole('button', { name: 'Save and move' }).click()
  await expect(ahead(page)).toHaveCount(0)
  await expect
    .poll(() =>
      database.db
        .selectFrom('people')
        .select('organization_id')
        .where('id', 'in', [coach.id, client.id])
        .execute(),
    )
    .toEqual([{ organization_id: target.id }, { organization_id: target.id }])
  expect(
    await database.db
      .selectFrom('sessions')
      .select(['user_id', 'status'])
      .where('id', '=', session.id)
      .executeTakeFirst(),
  ).toEqual({ user_id: next.id, status: 'Cancelled' })
})

test("deleting a client says how many upcoming sessions are cancelled; rows show a client's next session and a coach's last weeks [PEOPLE-45 PEOPLE-48] @any-width", async ({
  page,
  signIn,
  make,
}) => {
  const { organization_id } = await signIn('OrgAdmin')
  const place = { organization_id }
  const coach = await make.person({ level: 'Coach', ...place, first_name: 'Dana', last_name: 'Whitfield' })
  const client = await make.person({ level: 'Client', ...place, first_name: 'Tomás', last_name: 'Aguilar' })
  await make.person({ level: 'Client', ...place, first_name: 'Aroha', last_name: 'Ngata' })
  await make.session({ coach, client, start: inDays(3) })
  await make.session({ coach, client, start: inDays(5) })
  await make.session({ coach, client, start: inMinutes(-30) })

  await page.goto('/clients')
  const rows = page.locator('[data-row]')
  await expect(rows.filter({ hasText: 'Tomás' })).toContainText(
    /[A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2} [AP]M E[SD]T/,
  )
  await expect(rows.filter({ hasText: 'Aroha' })).toContainText(/none scheduled/i)
  await choose(page, 'Tomás Aguilar', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Are you sure you want to delete Tomás Aguilar? (this action can be undone)',
  )
  await expect(question).toContainText(
    "2 sessions ahead are cancelled in 10 minutes unless you undo; a later restore won't bring them back.",
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Never mind' }).click()

  await page.goto('/coaches')
  if (!isPhone(page))
    await expect(rows.filter({ hasText: 'Dana Whitfield' })).toContainText(/Calls in the last weeks/)
})
