import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { KnockCard } from './knock-card.tsx'
import { sampleGuest } from './sample-knocks.ts'

const acts = { onAdmit: fn(), onTurnAway: fn(), onClose: fn() }

const meta = {
  title: 'Call/Who is at the door',
  component: KnockCard,
  args: { guest: sampleGuest(), zone: 'America/New_York', admitText: 'Admit', ...acts },
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof KnockCard>
export default meta
type Story = StoryObj<typeof meta>

export const Waiting: Story = {
  play: async () => {
    await expect(screen.getByRole('heading', { level: 2, name: 'Tomás Aguilar is waiting' })).toBeVisible()
    await expect(screen.getByText('since 11:12 AM')).toBeVisible()
    const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    await expect(facts).toEqual(['Camera', 'Microphone', 'Weak connection'])
    await userEvent.click(screen.getByRole('button', { name: 'Admit: Tomás Aguilar' }))
    await expect(acts.onAdmit).toHaveBeenCalledOnce()
    await expect(acts.onTurnAway).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Turn away: Tomás Aguilar' }))
    await expect(acts.onTurnAway).toHaveBeenCalledOnce()
  },
}

export const OnAnotherPage: Story = {
  args: { isNamed: true, admitText: 'Join and admit' },
  play: async () => {
    await expect(screen.getByText('Difficult conversations: rehearsal, 11:15 AM')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Join and admit: Tomás Aguilar' })).toBeVisible()
  },
}

export const AnotherDevice: Story = {
  args: { guest: sampleGuest({ is_other_device: true }) },
  play: async () => {
    await expect(screen.getByText('another device, since 11:12 AM')).toBeVisible()
    await expect(
      screen.getByText('Opened on another device. Admitting this device disconnects the other one.'),
    ).toBeVisible()
    await expect(screen.queryByRole('list')).toBeNull()
  },
}

export const TurnedAway: Story = {
  args: { guest: sampleGuest({ state: 'turned_away' }) },
  play: async () => {
    await expect(screen.getByRole('region', { name: 'Tomás Aguilar was turned away' })).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Let in: Tomás Aguilar' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close: Tomás Aguilar was turned away' }))
    await expect(acts.onClose).toHaveBeenCalledOnce()
  },
}

export const Promised: Story = {
  name: 'At the device check after Join and admit',
  args: { guest: sampleGuest({ is_promised: true }), isPromised: true },
  play: async () => {
    await expect(screen.getByText('Will join when you do.')).toBeVisible()
    await expect(screen.getByRole('button')).toHaveAccessibleName('Turn away: Tomás Aguilar')
  },
}

export const CameInUnasked: Story = {
  name: 'Joined without asking, because nobody has to wait',
  args: { guest: sampleGuest({ state: 'admitted' }), isNamed: true },
  play: async () => {
    await expect(screen.getByRole('heading', { name: 'Tomás Aguilar has come in' })).toBeVisible()
    await expect(screen.queryByRole('button')).toBeNull()
  },
}
