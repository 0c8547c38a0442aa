import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { ReportsScreen } from './reports-screen.tsx'

const at = (clock: string) => `2026-11-16T${clock}:00.000Z`
const asked: string[] = []

const meta = {
  title: 'Call/Reports',
  component: ReportsScreen,
  args: { me: sampleMe('Admin') },
  globals: { viewport: { value: 'desktop' } },
  beforeEach: () => {
    asked.length = 0
    return givenWorld({
      now: Date.parse(at('16:00')),
      answers: {
        'GET /calls/reports': ({ search }: URL) => {
          asked.push(decodeURIComponent(search))
          return {
            entries: [
              {
                id: 'report-1',
                at: at('15:10'),
                by: { id: 'coach-dana', name: 'Dana Whitfield' },
                session: { id: 'session-1', title: 'Values in practice', start_time: at('14:00') },
                organization: 'Northlight Coaching',
                kinds: ['sound', 'connection'],
                text: 'The sound stopped twice.',
              },
            ],
            entryCount: 1,
            entryCountExact: true,
            pageCount: 1,
          }
        },
      },
    })()
  },
} satisfies Meta<typeof ReportsScreen>
export default meta
type Story = StoryObj<typeof meta>

export const Listed: Story = {
  play: async () => {
    const list = within(await screen.findByRole('table', { name: 'Call reports' }))
    await list.findByText('Dana Whitfield')
    await expect(list.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Reported (EST)',
      'By',
      'Issue',
      'What happened',
      'Organization',
    ])
    await expect(list.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Today, 10:10:00 AM',
      'Dana Whitfield',
      'Sound, The connection broke off',
      'The sound stopped twice.',
      'Northlight Coaching',
    ])
    await userEvent.click(list.getByText('Today, 10:10:00 AM'))
    await expect(await screen.findByRole('dialog', { name: 'Sound, The connection broke off' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const OfOneIssue: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const filters = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await expect(filters.getByText('Issue')).toBeVisible()
    await userEvent.click(filters.getByRole('option', { name: 'Sound' }))
    await waitFor(() => expect(asked.some((search) => search.includes('sound'))).toBe(true))
  },
}
