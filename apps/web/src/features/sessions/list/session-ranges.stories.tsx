import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { SessionsScreen } from './sessions-screen.tsx'

const meta = {
  title: 'Sessions/Ranges',
  component: SessionsScreen,
  args: { me: sampleMe('Coach') },
} satisfies Meta<typeof SessionsScreen>
export default meta
type Story = StoryObj<typeof meta>

/** The query of the last request. */
let asked = new URLSearchParams()

const given = (...entries: Session[]) =>
  givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions': ({ searchParams }: URL) => {
        asked = searchParams
        const entryCount = entries.length
        return { entries, entryCount, entryCountExact: true, pageCount: 1 }
      },
    },
  })

const lastQuery = () => Object.fromEntries(asked)
const expectQuery = (query: Record<string, string>) =>
  waitFor(() => expect(lastQuery()).toEqual({ page: '1', ...query }))

const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const dateHead = () => screen.getByRole('columnheader', { name: 'Date' })

/** No range, today, upcoming and past, each in the order in which people read it. */
export const Quick: Story = {
  name: 'Quick ranges [LIST-31 LIST-34]',
  beforeEach: given(sampleSession()),
  play: async () => {
    const when = await screen.findByRole('radiogroup', { name: 'When' })
    await expect(
      within(when)
        .getAllByRole('radio')
        .map((each) => each.closest('label')?.textContent),
    ).toEqual(['All', 'Today', 'Upcoming', 'Past'])
    await expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
    await expectQuery({})
    await waitFor(() => expect(dateHead()).toHaveAttribute('aria-sort', 'descending'))

    await choose('Today')
    await expectQuery({
      order: '["start_time","ASC"]',
      start_time_range: '["2026-11-16T05:00:00.000Z","2026-11-17T05:00:00.000Z"]',
    })
    await waitFor(() => expect(dateHead()).toHaveAttribute('aria-sort', 'ascending'))
    await choose('Upcoming')
    await expectQuery({ order: '["start_time","ASC"]', when: 'upcoming' })
    await choose('Past')
    await expectQuery({ when: 'past' })
    await waitFor(() => expect(dateHead()).toHaveAttribute('aria-sort', 'descending'))
    await choose('All')
    await expectQuery({})
  },
}

/** Days are chosen in a calendar, shown beside the ranges, and combine with past or upcoming. */
export const Dates: Story = {
  name: 'Dates [LIST-32 LIST-34]',
  beforeEach: given(sampleSession()),
  parameters: { address: '/?when=past&page=1' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Dates' }))
    const calendar = await screen.findByRole('dialog', { name: 'Dates' })
    await within(calendar).findByText('Choose the first day, then the last.')
    const day = (name: RegExp) => within(calendar).getByRole('button', { name })
    await userEvent.click(day(/November 9, 2026/))
    await userEvent.click(day(/November 12, 2026/))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expectQuery({
      when: 'past',
      start_time_range: '["2026-11-09T05:00:00.000Z","2026-11-13T05:00:00.000Z"]',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Clear Dates Nov 9, 2026 – Nov 12, 2026' }))
    await expectQuery({ when: 'past' })
  },
}

/** Controls on one line have the same height. */
export const OneHeight: Story = {
  beforeEach: given(sampleSession()),
  play: async () => {
    const ranges = await screen.findByRole('radiogroup', { name: 'When' })
    const dates = screen.getByRole('button', { name: 'Dates' })
    await expect(ranges.getBoundingClientRect().height).toBe(dates.getBoundingClientRect().height)
  },
}

/** Choosing 'Today' clears the days, and choosing days clears 'Today'. */
export const TodayOrDates: Story = {
  beforeEach: given(sampleSession()),
  parameters: { address: '/?from=2026-11-09&until=2026-11-12' },
  play: async () => {
    await screen.findByText('Nov 9, 2026 – Nov 12, 2026')
    await choose('Today')
    await waitFor(() => expect(screen.queryByText('Nov 9, 2026 – Nov 12, 2026')).toBeNull())
    await expectQuery({
      order: '["start_time","ASC"]',
      start_time_range: '["2026-11-16T05:00:00.000Z","2026-11-17T05:00:00.000Z"]',
    })
  },
}

/** An empty range says which one it is, and leads back to all sessions. */
export const Empty: Story = {
  name: 'Empty ranges [LIST-34]',
  beforeEach: given(),
  parameters: { address: '/?when=today' },
  play: async () => {
    await screen.findByRole('heading', { name: 'No sessions today' })
    await screen.findByText('Sessions at other times are in the full list.')
    await choose('Upcoming')
    await screen.findByRole('heading', { name: 'No upcoming sessions' })
    await choose('Past')
    await screen.findByRole('heading', { name: 'No past sessions' })
    await userEvent.click(screen.getByRole('button', { name: 'Show all sessions' }))
    await screen.findByRole('heading', { name: 'No sessions yet' })
    await expectQuery({})
  },
}

export const EmptyDates: Story = {
  beforeEach: given(),
  parameters: { address: '/?from=2026-11-09&until=2026-11-09' },
  play: async () => {
    await screen.findByRole('heading', { name: 'No sessions' })
    // Once in the chip beside the ranges, and once below the heading.
    await expect(screen.getAllByText('Nov 9, 2026')).toHaveLength(2)
    await screen.findByRole('button', { name: 'Clear Dates Nov 9, 2026' })
  },
}

/** The session that a link leads to is marked and has the focus. */
export const Marked: Story = {
  name: 'A marked session [LIST-35]',
  beforeEach: given(sampleSession({ id: 'session-2', title: 'Another one' }), sampleSession()),
  parameters: { address: '/?from=2026-11-19&until=2026-11-19&marked=session-1' },
  play: async () => {
    const marked = await screen.findByRole('row', { current: true })
    await expect(marked).toHaveTextContent('Values in practice')
    await waitFor(() =>
      expect(within(marked).getByRole('link', { name: /Values in practice/ })).toHaveFocus(),
    )
  },
}
