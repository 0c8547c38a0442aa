import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { atNine, sampleMe, servedTo } from '#features/sessions/sample-sessions.ts'
import { Upcoming } from './upcoming.tsx'

const me = sampleMe('Coach')
const now = Date.parse('2026-11-16T14:10:00.000Z')
const running = servedTo(me, now, { ...atNine, title: 'Runs beside it' })
const later = servedTo(me, now, {
  id: 'session-2',
  title: 'This afternoon',
  start_time: '2026-11-16T19:00:00.000Z',
  end_time: '2026-11-16T20:00:00.000Z',
})

const meta = {
  title: 'Upcoming calls',
  component: Upcoming,
  args: { me, now, sessions: [running, later] },
} satisfies Meta<typeof Upcoming>
export default meta
type Story = StoryObj<typeof meta>

/** A second running session has its own Join Call; one that cannot be joined yet has its calendar entry. */
export const TwoCalls: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Join Call, Runs beside it' })).toHaveAttribute(
      'href',
      `/session/${running.id}/preview`,
    )
    await expect(canvas.queryByRole('link', { name: 'Join Call, This afternoon' })).toBeNull()
    await expect(canvas.getByText('2:00 PM EST')).toBeVisible()
  },
}

/** On a small screen the zone is beside the time too. */
export const TwoCallsOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('link', { name: 'Join Call, Runs beside it' })).toBeVisible()
    await expect(canvas.getAllByText('EST')[0]).toBeVisible()
  },
}
