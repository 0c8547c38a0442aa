import type { Locator, Page } from '@playwright/test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Window } from './two-browsers-window.ts'

export interface Acting {
  window: Window
  choose: () => number
  /** Marks at the start of the titles of bookings that the screen has confirmed, and the number of bookings tried. */
  booked: { told: Set<string>; tried: number }
  /** Typed input that disappeared from a form. */
  lost: string[]
}

type Act = (acting: Acting) => Promise<void>

/** Each act with its weight. */
const acts: [number, Act][] = [
  [3, goElsewhere],
  [1, reload],
  [1, sleep],
  [1, loseNetwork],
  [2, search],
  [4, settleSession],
  [3, schedule],
  [3, edit],
]
const weights = acts.reduce((sum, [weight]) => sum + weight, 0)

export async function actAtRandom(acting: Acting): Promise<void> {
  let left = acting.choose() * weights
  const act = acts.find(([weight]) => (left -= weight) < 0)?.[1] ?? goElsewhere
  await act(acting)
  await closeAll(acting.window.page)
}

/** Closes everything on top of the page as a person would, discarding typed input. */
async function closeAll(page: Page): Promise<void> {
  const over = page.locator('[role=dialog]:visible, [role=menu]:visible, [role=alertdialog]:visible')
  for (let i = 0; i < 6; i += 1) {
    const discard = page.getByRole('button', { name: 'Discard changes' })
    if (await discard.isVisible()) await tried(discard.click({ timeout: 2000 }))
    const toast = page.getByRole('region').getByRole('button', { name: 'Close' }).first()
    if (await toast.isVisible()) await tried(toast.click({ timeout: 2000 }))
    if ((await over.count()) === 0) return
    await page.keyboard.press('Escape')
    await pause(100)
  }
}

/** If another browser's change removes an element before the click, that is no fault: returns false, the act is not done. */
const tried = (step: Promise<unknown>): Promise<boolean> =>
  step.then(
    () => true,
    () => false,
  )

const oneOf = <T>(some: readonly T[], choose: () => number): T | undefined =>
  some[Math.floor(choose() * some.length)]

async function goElsewhere({ window: { page }, choose }: Acting): Promise<void> {
  const name = oneOf(['Dashboard', 'Sessions', 'Clients', 'Help'], choose) ?? 'Sessions'
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await tried(link.click({ timeout: 3000 }))
}

async function reload({ window: { page } }: Acting): Promise<void> {
  await page.reload()
}

function sleep({ window, choose }: Acting): Promise<void> {
  return window.sleep(500 + choose() * 3000)
}

function loseNetwork({ window, choose }: Acting): Promise<void> {
  return window.cut(300 + choose() * 4000)
}

async function search({ window: { page }, choose }: Acting): Promise<void> {
  await openSessions(page)
  const box = page.getByRole('searchbox').first()
  const words = oneOf(['talk', 'priya', 'c1', 'nobody', ''], choose) ?? ''
  await tried(box.fill(words, { timeout: 3000 }))
  await pause(choose() * 600)
  await tried(box.fill('', { timeout: 3000 }))
}

async function openSessions(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === '/sessions') return
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Sessions', exact: true })
  await tried(link.click({ timeout: 3000 }))
  await tried(page.waitForURL('**/sessions*', { timeout: 3000 }))
}

/** Opens a random row's menu and clicks one of the named items that it offers. */
async function chooseOfRow({ window: { page }, choose }: Acting, names: readonly string[]): Promise<string> {
  await openSessions(page)
  const menus = page.getByRole('button', { name: /^Actions for / })
  const n = Math.floor(choose() * (await menus.count()))
  if (!(await tried(menus.nth(n).click({ timeout: 2000 })))) return ''
  const offered = (await page.getByRole('menuitem').allInnerTexts()).filter((name) => names.includes(name))
  const name = oneOf(offered, choose)
  if (name === undefined) return ''
  const isPressed = await tried(page.getByRole('menuitem', { name, exact: true }).click({ timeout: 2000 }))
  return isPressed ? name : ''
}

async function settleSession(acting: Acting): Promise<void> {
  const { page } = acting.window
  const name = await chooseOfRow(acting, ['Complete', 'Cancel'])
  if (name === '') return
  if (name === 'Cancel') {
    const question = page.getByRole('alertdialog', { name: 'Cancel this session?' })
    if (acting.choose() < 0.4) await tried(question.getByText(/mark as no-show/).click({ timeout: 1500 }))
    await tried(
      question.getByRole('button', { name: /^Cancel Session$|^Cancel & Mark/ }).click({ timeout: 2000 }),
    )
  }
  if (acting.choose() < 0.5) return
  await pause(acting.choose() * 1500)
  await tried(page.getByRole('button', { name: 'Undo' }).first().click({ timeout: 1500 }))
}

/** Causes a disturbance while a form is open, and checks that the typed input is still there. */
async function disturb(acting: Acting, title: Locator, typed: string): Promise<void> {
  await pauseSomehow(acting)
  const now = await title.inputValue({ timeout: 5000 }).catch(() => 'no field any more')
  if (now !== typed) acting.lost.push(`${acting.window.name}: '${typed}' became '${now}'`)
}

/** A submitted form may close at any moment; as long as it is open, it must contain the typed input. */
async function waitForEnd(acting: Acting, title: Locator, typed: string): Promise<void> {
  await pauseSomehow(acting)
  const now = await title.inputValue({ timeout: 500 }).catch(() => typed)
  if (now !== typed) acting.lost.push(`${acting.window.name}, sent: '${typed}' became '${now}'`)
}

async function pauseSomehow({ window, choose }: Acting): Promise<void> {
  const dice = choose()
  if (dice < 0.3) await window.cut(300 + choose() * 2500)
  else if (dice < 0.5) await window.sleep(300 + choose() * 2000)
  else await pause(choose() * 1500)
}

async function schedule(acting: Acting): Promise<void> {
  const { window, choose, booked } = acting
  const { page } = window
  await openSessions(page)
  if (!(await tried(page.getByRole('button', { name: 'Schedule Session' }).first().click({ timeout: 3000 }))))
    return
  const form = page.getByRole('dialog', { name: 'Schedule Session', exact: true })
  const title = form.getByLabel('Title')
  booked.tried += 1
  const mark = `${window.name}${booked.tried}`
  if (!(await tried(title.fill(`${mark} ${'words '.repeat(3)}`.trim(), { timeout: 5000 })))) return
  const typed = await title.inputValue()
  for (const label of window.name === 'c' ? ['Client'] : ['Coach', 'Client'])
    if (!(await pickAny(page, form, label, choose))) return
  await tried(pickTime(page, choose))
  await disturb(acting, title, typed)
  await tried(form.getByRole('button', { name: /^Schedule/ }).click({ timeout: 3000 }))
  if (await tried(page.getByText('Session scheduled').first().waitFor({ timeout: 4000 })))
    booked.told.add(mark)
  else await waitForEnd(acting, title, typed)
}

async function pickAny(page: Page, form: Locator, label: string, choose: () => number): Promise<boolean> {
  if (!(await tried(form.getByRole('button', { name: new RegExp(`^${label}`) }).click({ timeout: 3000 }))))
    return false
  const options = page.getByRole('option')
  if (!(await tried(options.first().waitFor({ timeout: 4000 })))) return false
  return tried(options.nth(Math.floor(choose() * (await options.count()))).click({ timeout: 2000 }))
}

async function pickTime(page: Page, choose: () => number): Promise<void> {
  await page.getByRole('button', { name: /^Start time/ }).click({ timeout: 2000 })
  const options = page.getByRole('option')
  await options.first().waitFor({ timeout: 2000 })
  await options.nth(Math.floor(choose() * (await options.count()))).click({ timeout: 2000 })
}

async function edit(acting: Acting): Promise<void> {
  const { window, choose } = acting
  if ((await chooseOfRow(acting, ['Edit'])) === '') return
  const form = window.page.getByRole('dialog', { name: 'Edit session' })
  const title = form.getByLabel('Title')
  const before = await title.inputValue({ timeout: 5000 }).catch(() => undefined)
  if (before === undefined) return
  const typed = `${before.split(' ')[0] ?? ''} again ${Math.floor(choose() * 1000)}`
  if (!(await tried(title.fill(typed, { timeout: 3000 })))) return
  await disturb(acting, title, typed)
  await tried(form.getByRole('button', { name: /^Save/ }).click({ timeout: 3000 }))
  if (!(await tried(form.waitFor({ state: 'hidden', timeout: 4000 })))) await waitForEnd(acting, title, typed)
}
