import type { Locator, Page } from '@playwright/test'
import { acceptTerms, expect, expectAccessible, password, test } from '../support/journeys/journey.ts'
import { inMinutes, noonZone } from '../support/journeys/moments.ts'

/** Presses keys one after the other, and checks where the focus is after them. */
const keysOf = (page: Page) => async (keys: string, focused: Locator) => {
  for (const key of keys.split(' ')) await page.keyboard.press(key)
  await expect(focused, `${keys}, then ${String(focused)}`).toBeFocused()
}

/** Presses a key until the target has the focus, at most 40 times, after which a person would give up. */
async function walk(page: Page, key: string, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let i = 0; i < 40; i += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused({ timeout: 1 })
}

test('a whole day works by keyboard alone, and after each action the focus is where the next one begins [SHELL-13] @any-width', async ({
  page,
  make,
  database,
}) => {
  test.slow()
  const { id: organization_id } = await make.organization({ display_name: 'Harbor', time_zone: noonZone() })
  const admin = await make.person({ level: 'OrgAdmin', organization_id, first_name: 'Helena' })
  const coach = await make.person({ level: 'Coach', organization_id, first_name: 'Ingrid' })
  const client = await make.person({
    level: 'Client',
    organization_id,
    coach_id: coach.id,
    first_name: 'Priya',
    last_name: 'Raghunathan',
  })
  for (const level of ['Coach', 'Client'] as const)
    await make.person({
      level,
      organization_id,
      first_name: 'Wren',
      ...(level === 'Client' && { coach_id: coach.id }),
    })
  await make.session({ coach, client, start: inMinutes(-60), end: inMinutes(150), title: 'Long' })
  await acceptTerms(database, admin.id)
  await make.passwordFor(admin.id)

  const keys = keysOf(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  const rowOf = (title: string) => page.locator('[data-row]').filter({ hasText: title })
  const tabTo = (target: Locator) => walk(page, 'Tab', target)
  const arrowTo = (target: Locator) => walk(page, 'ArrowDown', target)
  /** Presses Enter once the wanted item is highlighted, as a person would. */
  const enterMarked = async (marked: Locator, focused: Locator) => {
    await expect(marked).toHaveAttribute('data-focused', 'true')
    await keys('Enter', focused)
  }
  /** Chooses the only remaining option. */
  const chooseFirst = async (focused: Locator) => {
    const option = page.getByRole('option')
    await expect(option).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await enterMarked(option, focused)
  }

  // Sign-in.
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(admin.username)
  await keys('Tab', page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await keys('Enter', heading('Dashboard'))

  // Schedule a session with a clash.
  const palette = page.getByRole('dialog').getByLabel('Search or jump to', { exact: true }).last()
  await keys('Control+k', palette)
  await page.keyboard.type('schedule')
  const form = page.getByRole('dialog', { name: 'Schedule Session' })
  await enterMarked(page.getByRole('menuitem', { name: 'Schedule Session' }), form)
  await keys('Tab Tab Tab', form.getByRole('button', { name: /^Coach/ }))
  await keys('Enter', page.getByRole('searchbox', { name: 'Search coach' }))
  await page.keyboard.type('Ingrid')
  await chooseFirst(form.getByRole('button', { name: /^Coach/ }))
  await keys('Tab', form.getByRole('button', { name: /^Client/ }))
  await keys('Enter', page.getByRole('searchbox', { name: 'Search client' }))
  await page.keyboard.type('Priya')
  await chooseFirst(form.getByRole('button', { name: /^Client/ }))
  await keys('Tab', form.getByLabel('Title'))
  await page.keyboard.type('Values in practice')
  await keys('Tab', form.getByRole('button', { name: /^Date|^Nov|^Dec|^Jan/ }).first())
  await keys('Tab', form.getByRole('spinbutton', { name: /hour.*Start time/ }))
  await page.keyboard.press('ArrowDown')
  const use = form.getByRole('button', { name: /^Use / })
  await expect(use).toBeVisible()
  await tabTo(use)
  await keys('Enter', form.getByRole('spinbutton', { name: /hour.*Start time/ }))
  await expect(use).toHaveCount(0)
  await tabTo(form.getByRole('button', { name: 'Schedule Session' }))
  await keys('Enter', heading('Session Management'))
  await expect(form).toHaveCount(0)

  // Edit it through its row.
  const actions = (title: string) => button(new RegExp(`^Actions for ${title}`))
  await tabTo(actions('Values in practice'))
  await keys('Enter', page.getByRole('menuitem').first())
  await arrowTo(page.getByRole('menuitem', { name: 'Edit', exact: true }))
  const edit = page.getByRole('dialog', { name: 'Edit session' })
  await keys('Enter', edit)
  await tabTo(edit.getByLabel('Title'))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Values, again')
  await tabTo(edit.getByRole('button', { name: /^Save/ }))
  await keys('Enter', rowOf('Values, again').locator(':focus'))

  // No-show, and back.
  await tabTo(actions('Long'))
  await keys('Enter', page.getByRole('menuitem').first())
  await arrowTo(page.getByRole('menuitem', { name: 'Cancel', exact: true }))
  const question = page.getByRole('alertdialog', { name: 'Cancel this session?' })
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await tabTo(question.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(question.getByRole('button', { name: 'Cancel & Mark as "No Show"' }))
  await keys('Enter', rowOf('Long').locator(':focus'))
  await expect(rowOf('Long')).toContainText('No Show')
  const told = page.getByRole('alertdialog').filter({ hasText: 'Marked as No Show' })
  await keys('F6', page.getByRole('region', { name: 'Notifications' }))
  await tabTo(told.getByRole('button', { name: 'Undo' }))
  await keys('Enter', rowOf('Long').locator(':focus'))
  await expect(rowOf('Long')).toContainText('Scheduled')

  // The person's page.
  await keys('Control+k', palette)
  await page.keyboard.type('Priya')
  await enterMarked(page.getByRole('menuitem', { name: /^Priya/ }), heading('Priya Raghunathan'))
  await expect(page).toHaveURL(`/clients/${client.id}`)

  // An import.
  await keys('Control+k', palette)
  await page.keyboard.type('import')
  await enterMarked(page.getByRole('menuitem', { name: /^Import/ }), heading('Import clients'))
  // Wait for the file chooser first: on a busy page, the key could arrive before its file dialogs are intercepted.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(button('Choose a file'))
  await page.keyboard.press('Enter')
  const csv = `first_name,last_name,username,email\nNoor,Al-Sayegh,noor-${admin.username},noor@example.org\n`
  await (await chooser).setFiles({ name: 'clients.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('noor@example.org')).toBeVisible()
  await expect(heading('Import clients')).toBeFocused()
  await tabTo(button('Import 1 client'))
  await keys('Enter', page.getByRole('link', { name: 'Show clients' }))
  await expect(page.getByText('1 client was added.')).toBeVisible()
  await expectAccessible(page)

  // Sign-out.
  await tabTo(button(/^Helena/))
  await keys('Enter', page.getByRole('menuitem').first())
  await arrowTo(page.getByRole('menuitem', { name: 'Logout' }))
  await keys('Enter', page.getByLabel('Username'))
})
