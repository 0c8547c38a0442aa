import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { browserZone, clockText } from '#platform/time/time-zone.ts'
import { GuestEnd } from './guest-end.tsx'
import { sampleGuestSession } from '#features/calls/guest/sample-guest.ts'

const acts = { onRejoin: fn(), onMove: fn(), onReport: fn() }
const until = clockText(browserZone(), Date.parse('2026-11-16T17:30:00.000Z'))

const meta = {
  title: 'Call/A client after the call',
  component: GuestEnd,
  args: { end: 'left', session: sampleGuestSession, stayedMs: 59 * 60_000, mayRejoin: true, ...acts },
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof GuestEnd>
export default meta
type Story = StoryObj<typeof meta>

const heading = (name: string) => screen.getByRole('heading', { level: 1, name })

export const Left: Story = {
  play: async () => {
    await expect(heading('This call has ended.')).toBeVisible()
    await expect(
      screen.getByText('Thank you, Tomás. You were in the call with Dana for 59 minutes.'),
    ).toBeVisible()
    await expect(screen.getByText('Left by mistake, or did something go wrong?')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Report technical issues' }))
    await expect(acts.onReport).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: `Rejoin until ${until}` }))
    await expect(acts.onRejoin).toHaveBeenCalledOnce()
    await expect(acts.onMove).not.toHaveBeenCalled()
  },
}

export const TooLate: Story = {
  name: 'Too late to rejoin',
  args: { end: 'closed', mayRejoin: false, stayedMs: 60_000 },
  play: async () => {
    await expect(
      screen.getByText('Thank you, Tomás. You were in the call with Dana for 1 minute.'),
    ).toBeVisible()
    await expect(screen.getByText('Did something go wrong?')).toBeVisible()
    await expect(screen.getAllByRole('button')).toHaveLength(1)
    await expect(screen.getByRole('button', { name: 'Report technical issues' })).toBeVisible()
  },
}

export const InAnotherTab: Story = {
  args: { end: 'moved', onReport: undefined },
  play: async () => {
    await expect(heading('The call continues in another tab.')).toBeVisible()
    await expect(screen.queryByText(/^Thank you/)).toBeNull()
    await expect(screen.queryByRole('button', { name: 'Report technical issues' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Move the call here' }))
    await expect(acts.onMove).toHaveBeenCalledOnce()
    await expect(acts.onRejoin).not.toHaveBeenCalled()
  },
}

export const Short: Story = {
  name: 'Less than a minute in the call',
  args: { stayedMs: 20_000, session: { ...sampleGuestSession, first_name: '' } },
  play: async () => {
    await expect(screen.getByText('Thank you.')).toBeVisible()
  },
}
