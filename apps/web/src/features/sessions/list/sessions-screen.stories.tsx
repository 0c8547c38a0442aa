import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleGuest } from '#features/calls/knock/sample-knocks.ts'
import { sampleMe, sampleNow, servedTo } from '#features/sessions/sample-sessions.ts'
import { SessionsScreen } from './sessions-screen.tsx'

const me = sampleMe('Coach')
const session = servedTo(me, sampleNow)
const counted = (value: string, count: number) => ({ value, label: value, count })

const meta = {
  title: 'Sessions/Session Management',
  component: SessionsScreen,
  args: { me },
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions': { entries: [session], entryCount: 1, entryCountExact: true, pageCount: 1 },
      'GET /sessions/session-1': session,
      'GET /sessions/busy': [],
      'GET /sessions/filter': {
        status: [],
        client_name: [],
        coach_name: [],
        organization: [counted('Birch Coaching', 312), counted('Cedar Coaching', 1884)],
      },
    },
  }),
} satisfies Meta<typeof SessionsScreen>
export default meta
type Story = StoryObj<typeof meta>

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** The page's forms open over it and close again. */
export const Forms: Story = {
  play: async () => {
    const list = within(await screen.findByRole('table', { name: 'Session Management' }))
    await list.findByText('Values in practice')
    await expect(screen.queryByRole('dialog')).toBeNull()
    await press('Schedule Session')
    await screen.findByRole('dialog', { name: 'Schedule Session' }, { timeout: 20_000 })
    await press('Never mind')
    await closed()
    await press(/^Actions for Values in practice/)
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const form = await screen.findByRole('dialog', { name: 'Edit session' }, { timeout: 20_000 })
    await expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Values in practice')
    await press('Never mind')
    await closed()
  },
}

/** Combined columns first, then one column for each fact. */
export const Columns: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
    const menu = within(await screen.findByRole('menu', { name: 'Columns' }))
    const groups = menu.getAllByRole('group')
    await expect(
      groups.map((group) =>
        within(group)
          .getAllByRole('menuitemcheckbox')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Session (card and title)', 'Date', 'Client (name and username)', 'Status'],
      ['Card', 'Title', 'Client name', 'Client username', 'First name', 'Last name'],
    ])
    await expect(groups[0]).toHaveAccessibleName('Grouped')
    await expect(groups[1]).toHaveAccessibleName('Each on its own')
  },
}

/** The list marks the session with somebody in the waiting room, and no other. */
export const SomebodyWaits: Story = {
  name: 'Somebody is waiting [CALL-36]',
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions': {
        entries: [session, { ...session, id: 'session-2', title: 'First conversation' }],
        entryCount: 2,
        entryCountExact: true,
        pageCount: 1,
      },
      'GET /calls/waiting': [
        sampleGuest({ session_id: 'session-1' }),
        // A guest who was turned away no longer waits.
        sampleGuest({ id: 'knock-2', session_id: 'session-2', state: 'turned_away' }),
      ],
    },
  }),
  play: async () => {
    const list = within(await screen.findByRole('table', { name: 'Session Management' }))
    const rows = () => list.getAllByRole('row').slice(1)
    await waitFor(() => expect(list.getByText('Waiting')).toBeVisible())
    await expect(rows().map((row) => within(row).queryByText('Waiting') !== null)).toEqual([true, false])
    const [lit, plain] = rows().map((row) => getComputedStyle(row).getPropertyValue('--row-ground'))
    await expect(lit).not.toBe(plain)
  },
}

/** Checks the organizations that the filters offer to an Admin. */
async function expectOrganizations(...expected: string[]): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }))
  const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
  const list = within(await panel.findByRole('listbox', { name: 'Organization' }))
  await waitFor(() =>
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(expected),
  )
}

/** Counts are shown for the whole list only. */
export const Counted: Story = {
  name: 'Counts [LIST-39]',
  args: { me: sampleMe('Admin') },
  play: () => expectOrganizations('Birch Coaching312', 'Cedar Coaching1,884'),
}

export const WithinARange: Story = {
  name: 'No counts among past or upcoming sessions [LIST-39]',
  args: { me: sampleMe('Admin') },
  parameters: { address: '/?when=past' },
  play: () => expectOrganizations('Birch Coaching', 'Cedar Coaching'),
}

export const WithinDays: Story = {
  name: 'No counts within chosen days [LIST-39]',
  args: { me: sampleMe('Admin') },
  parameters: { address: '/?from=2026-11-09&until=2026-11-12' },
  play: () => expectOrganizations('Birch Coaching', 'Cedar Coaching'),
}
