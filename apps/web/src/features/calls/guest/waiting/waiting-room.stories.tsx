import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { clockText, browserZone } from '#platform/time/time-zone.ts'
import { sampleAdmission, sampleGuestSession } from '#features/calls/guest/sample-guest.ts'
import { WaitingRoom } from './waiting-room.tsx'

const acts = { onDevices: fn(), onLeave: fn() }
const at = (clock: string) => Date.parse(`2026-11-16T${clock}:00.000Z`)
const told = clockText(browserZone(), at('16:11'))

const meta = {
  title: 'Call/A client in the waiting room',
  component: WaitingRoom,
  args: {
    session: sampleGuestSession,
    admission: sampleAdmission({ told_at: '2026-11-16T16:11:00.000Z' }),
    now: at('16:11'),
    isUnheard: false,
    picture: (
      <div className="flex aspect-[16/10] items-center justify-center rounded-panel bg-stage text-stage-ink">
        You
      </div>
    ),
    ...acts,
  },
  parameters: { layout: 'fullscreen' },
} satisfies Meta<typeof WaitingRoom>
export default meta
type Story = StoryObj<typeof meta>

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

export const CoachKnows: Story = {
  play: async () => {
    await expect(await heading('Dana knows you are here, Tomás.')).toBeVisible()
    await expect(
      screen.getByText('You will be let in when Dana is ready. There is nothing you need to do.'),
    ).toBeVisible()
    await expect(screen.getByText(`Dana was told at ${told}`)).toBeVisible()
    // Both side by side.
    const [own, coach] = ['You', 'Dana'].map((text) => screen.getByText(text).getBoundingClientRect())
    await expect(coach?.left).toBeGreaterThan(own?.right ?? 0)
    await userEvent.click(screen.getByRole('button', { name: 'Camera and sound' }))
    await expect(acts.onDevices).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
    await expect(acts.onLeave).toHaveBeenCalledOnce()
  },
}

export const CoachWasNotTold: Story = {
  name: 'The coach has not been told yet',
  args: { admission: sampleAdmission() },
  play: async () => {
    await expect(await heading('You are in the waiting room, Tomás.')).toBeVisible()
    await expect(screen.queryByText(/was told at/)).toBeNull()
    await expect(screen.getByText('We are telling Dana')).toBeVisible()
  },
}

export const CoachIsJoining: Story = {
  name: 'After Join and admit, until the coach is in the call',
  args: { admission: sampleAdmission({ is_coach_joining: true, told_at: '2026-11-16T16:11:00.000Z' }) },
  play: async () => {
    await expect(await heading('Dana is joining, Tomás.')).toBeVisible()
    await expect(screen.getByText('On the way into the call')).toBeVisible()
  },
}

export const Early: Story = {
  args: { now: at('15:00'), admission: sampleAdmission() },
  play: async () => {
    await expect(await heading("You're early, Tomás.")).toBeVisible()
    await expect(screen.getByText('Not here yet')).toBeVisible()
    await expect(
      screen.getByText(
        `The call opens at ${clockText(browserZone(), at('16:00'))}. You can stay on this page: Dana will be told then.`,
      ),
    ).toBeVisible()
  },
}

export const NoConnection: Story = {
  args: { isUnheard: true },
  play: async () => {
    await expect(
      screen.getByText('No connection: Dana may not see you right now. Trying again…'),
    ).toBeVisible()
  },
}

export const AnotherDevice: Story = {
  args: { admission: sampleAdmission({ is_other_device: true }) },
  play: async () => {
    await expect(
      screen.getByText('Your link was opened on another device first. Dana decides which one to let in.'),
    ).toBeVisible()
  },
}
