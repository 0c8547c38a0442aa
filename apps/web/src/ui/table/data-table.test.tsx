import { composeStories } from '@storybook/react-vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import * as stories from './data-table.stories.tsx'
import { answerSample } from './sample-clients.ts'

const { List, Narrowed } = composeStories(stories)

type Args = Required<typeof List.args>
const ask = vi.fn<Args['ask']>((query) => Promise.resolve(answerSample(query)))
const onOpen = vi.fn<Args['onOpen']>()
const onAct = vi.fn<Args['onAct']>()

beforeEach(async () => {
  localStorage.clear()
  ask.mockClear()
  onOpen.mockClear()
  onAct.mockClear()
  await page.viewport(1440, 900)
})
afterEach(() => vi.useRealTimers())

/** Shows the list; `address` is the one that a link to it has. */
async function show(address = '/', story: typeof List = List) {
  await story.run({ args: { ask, onOpen, onAct }, parameters: { address } })
  await expect.element(page.getByText(/^\d+ – \d+ of/)).toBeVisible()
}

const search = () => page.getByRole('searchbox')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const firstRow = () => page.getByRole('row').nth(1)
const expectLastQuery = async (query: Parameters<Args['ask']>[0]) => {
  await expect.poll(() => ask.mock.lastCall?.[0]).toEqual(query)
}
const texts = (locator: ReturnType<typeof page.getByRole>) =>
  locator.elements().map((each) => each.textContent)

test('a link restores the page, order, search and filters of a list', async () => {
  await show('/?page=2&search=a&order=["last_name","DESC"]&filters={"status":["Scheduled"],"billable":true}')
  expect(ask).toHaveBeenLastCalledWith({
    page: 2,
    search: 'a',
    order: ['last_name', 'DESC'],
    filters: { status: ['Scheduled'], billable: true },
  })
  await expect.element(search()).toHaveValue('a')
  await expect.element(button('Sort: Last name (desc)')).toBeVisible()
})

test('search sends one request, 200 ms after the last key [TABLE-02]', async () => {
  await show('/?page=3')
  ask.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await search().click()
  await userEvent.keyboard('ar')
  await expect.element(search()).toHaveValue('ar')
  vi.advanceTimersByTime(150)
  await userEvent.keyboard('o')
  await expect.element(search()).toHaveValue('aro')
  vi.advanceTimersByTime(199)
  expect(ask).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expectLastQuery({ page: 1, search: 'aro' })
  await expect.element(firstRow()).toMatchTextContent(/Aroha Ngata/)
  expect(ask).toHaveBeenCalledOnce()
})

test('the filters popover narrows the list, by pointer and by keyboard [TABLE-03]', async () => {
  await show('/?page=3')
  await button('Filters').click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await panel.getByRole('option', { name: /Completed/ }).click()
  await expectLastQuery({ page: 1, filters: { status: ['Completed'] } })

  await panel.getByRole('searchbox', { name: 'Search coach' }).click()
  await userEvent.keyboard('dan')
  await expect.element(panel.getByRole('option', { name: 'Ingrid Solheim' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expectLastQuery({ page: 1, filters: { status: ['Completed'], coach: ['Dana Whitfield'] } })

  await panel.getByRole('radio', { name: 'Any' }).click({ force: true })
  await userEvent.keyboard('{ArrowRight}')
  await expectLastQuery({
    page: 1,
    filters: { status: ['Completed'], coach: ['Dana Whitfield'], billable: true },
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(button('Filters 3 active')).toHaveFocus()
})

test('each active filter has a chip that clears it, and one button clears all [TABLE-04]', async () => {
  await show(Narrowed.parameters.address)
  const chips = page.getByRole('list', { name: 'Active filters' })
  await expect.element(chips.getByText('Status Scheduled')).toBeVisible()
  await expect.element(chips.getByText('Coach 2 selected')).toBeVisible()
  await expect.element(page.getByRole('status')).toMatchTextContent(/^58 clients/)

  await button('Clear Status Scheduled').click()
  await expectLastQuery({
    page: 1,
    order: ['last_name', 'DESC'],
    filters: { coach: ['Dana Whitfield', 'Ingrid Solheim'] },
  })
  await expect.element(chips.getByText('Status Scheduled')).not.toBeInTheDocument()

  await button('Clear all').click()
  await expectLastQuery({ page: 1, order: ['last_name', 'DESC'] })
  await expect.element(chips).not.toBeInTheDocument()
  await expect.element(page.getByRole('status')).toMatchTextContent(/^348 clients/)
})

test("the sort menu offers 'None', each column, and each column '(desc)' [TABLE-05]", async () => {
  await show()
  // Without a choice the button still names the order that applies.
  await button('Sort: First name').click()
  await expect
    .element(page.getByRole('menuitemradio', { name: 'None' }))
    .toHaveAttribute('aria-checked', 'true')
  expect(texts(page.getByRole('menuitemradio'))).toEqual([
    'None',
    'First name',
    'First name (desc)',
    'Last name',
    'Last name (desc)',
    'Username',
    'Username (desc)',
  ])
})

test("a column sorts ascending, its '(desc)' descending, and 'None' in the default order [TABLE-06]", async () => {
  await show('/?page=4')
  const choose = async (now: string, next: string) => {
    await button(`Sort: ${now}`).click()
    await page.getByRole('menuitemradio', { name: next, exact: true }).click()
  }
  await choose('First name', 'Last name')
  await expectLastQuery({ page: 1, order: ['last_name', 'ASC'] })
  await expect.element(firstRow()).toMatchTextContent(/Tomás Aguilar/)

  await choose('Last name', 'Last name (desc)')
  await expectLastQuery({ page: 1, order: ['last_name', 'DESC'] })
  const head = page.getByRole('columnheader', { name: 'Client' })
  await expect.element(head).toHaveAttribute('aria-sort', 'descending')

  await choose('Last name (desc)', 'None')
  await expect.element(firstRow()).toMatchTextContent(/Amara Okonkwo-Reyes/)
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending') // The list's default order.

  await head.getByRole('button').click()
  await expectLastQuery({ page: 1, order: ['first_name', 'DESC'] })
})

test('pages are numbered, and pressing a number opens that page [TABLE-07]', async () => {
  await show()
  await expect.element(page.getByText('1 – 10 of 348')).toBeVisible()
  await button('Page 4').click()
  await expectLastQuery({ page: 4 })
  await expect.element(page.getByText('31 – 40 of 348')).toBeVisible()
  await expect.element(button('Page 4')).toHaveAttribute('aria-current', 'page')

  await button('Page 35').click()
  await expect.element(page.getByText('341 – 348 of 348')).toBeVisible()
  await expect.element(button('Next page')).toBeDisabled()
  await button('Previous page').click()
  await expect.element(page.getByText('331 – 340 of 348')).toBeVisible()
  await button('Page 1').click()
  await expect.element(page.getByText('1 – 10 of 348')).toBeVisible()
})

test('an address with a page after the last one shows the last one', async () => {
  await show('/?page=99')
  await expect.element(page.getByText('341 – 348 of 348')).toBeVisible()
})

test('arrow keys move through the rows, Enter opens one, Shift+F10 opens its menu and Esc returns the focus', async () => {
  await show()
  const opener = (name: RegExp) => page.getByRole('row').getByRole('button', { name }).first()
  opener(/^Amara/)
    .element()
    .focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(opener(/^Aroha/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ first_name: 'Aroha' }))

  await userEvent.keyboard('{End}')
  await expect.element(opener(/^Tomás/)).toHaveFocus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
  const menu = page.getByRole('menu', { name: 'Actions for Tomás Aguilar' })
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(opener(/^Tomás/)).toHaveFocus()

  await userEvent.keyboard('{Home}{ContextMenu}')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  expect(onAct).toHaveBeenCalledWith('delete', expect.objectContaining({ first_name: 'Amara' }))
})

test("a row's button and its menu items run their action without opening the row", async () => {
  await show()
  await button('Join Call, Margarethe Öztürk-Lindqvist').click()
  expect(onAct).toHaveBeenLastCalledWith('join', expect.objectContaining({ id: 'client-7' }))
  await button('Actions for Jun Watanabe').click()
  await page.getByRole('menuitem', { name: 'Add to calendar' }).click()
  await page.getByRole('menuitem', { name: 'Google' }).click()
  expect(onAct).toHaveBeenLastCalledWith('google', expect.objectContaining({ first_name: 'Jun' }))
  expect(onOpen).not.toHaveBeenCalled()
})

test('the chosen columns are remembered', async () => {
  await show()
  await button('Columns').click()
  await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Time zone' }).click()
  await userEvent.keyboard('{Escape}')
  const heads = ['Client', 'Coach', 'Status', 'Next session', 'Hours', 'Time zone', 'Actions']
  await expect.poll(() => texts(page.getByRole('columnheader'))).toEqual(heads)

  await show()
  expect(texts(page.getByRole('columnheader'))).toEqual(heads)
})

test('a skeleton shows after 150 ms of waiting, and then for at least 300 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const answers: (() => void)[] = []
  const slow: Args['ask'] = (query) =>
    new Promise((resolve) => answers.push(() => resolve(answerSample(query))))
  const running = List.run({ args: { ask: slow, onOpen, onAct } })
  const table = page.getByRole('table', { name: 'Clients' })
  await expect.element(table).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByRole('columnheader', { name: 'Client' })).toBeVisible()
  const rows = () => getComputedStyle(table.element().querySelector('tbody') ?? document.body).opacity
  expect(rows()).toBe('0')
  vi.advanceTimersByTime(150)
  await expect.poll(rows).toBe('1')

  for (const answer of answers) answer()
  vi.advanceTimersByTime(299)
  expect(page.getByText('Amara Okonkwo-Reyes').elements()).toHaveLength(0)
  vi.advanceTimersByTime(1)
  await expect.element(page.getByText('Amara Okonkwo-Reyes')).toBeVisible()
  vi.useRealTimers()
  await running
})

test('a list that could not be loaded says so, keeps its toolbar, and loads after Try again', async () => {
  const failing = vi.fn<Args['ask']>(ask).mockRejectedValueOnce(new Error('No answer'))
  await List.run({ args: { ask: failing, onOpen, onAct } })
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Something went wrong.*Please refresh the page/)
  await expect.element(search()).toBeVisible()
  await button('Try again').click()
  await expect.element(firstRow()).toMatchTextContent(/Amara Okonkwo-Reyes/)
})

test('an empty result names the search and filters behind it, and offers to clear them', async () => {
  await List.run({
    args: { ask, onOpen, onAct },
    parameters: { address: '/?search=zzz&filters={"deleted":true}' },
  })
  await expect
    .element(page.getByRole('heading', { name: 'Nothing matches “zzz” among deleted clients' }))
    .toBeVisible()
  await button('Clear filters').click()
  await expect
    .element(page.getByRole('heading', { name: 'Nothing matches “zzz”', exact: true }))
    .toBeVisible()
  await button('Clear search').last().click()
  await expect.element(page.getByText('1 – 10 of 348')).toBeVisible()
})

test('on a small screen rows are cards, and filters and menus are sheets at the bottom', async () => {
  await page.viewport(390, 844)
  await show('/?filters={"status":["Scheduled"]}')
  expect(page.getByRole('table').elements()).toHaveLength(0)
  const cards = page.getByRole('list', { name: 'Clients' }).getByRole('listitem')
  expect(cards.elements()).toHaveLength(10)
  await button('Filters 1 active').click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  await button('Show 116 clients').click()
  await expect.element(panel).not.toBeInTheDocument()
  await button('Actions for Amara Okonkwo-Reyes').click()
  const sheet = page.getByRole('menu', { name: 'Actions for Amara Okonkwo-Reyes' })
  await expect.element(sheet).toBeVisible()
  await expect.poll(() => Math.round(sheet.element().getBoundingClientRect().bottom)).toBe(844)
})
