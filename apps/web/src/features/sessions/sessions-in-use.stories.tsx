import type { Meta, StoryObj } from '@storybook/react-vite'
import { Link } from '@tanstack/react-router'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { givenWorld, refusal } from '../../../.storybook/world.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { Button } from '#ui/button/button.tsx'
import { useSessionChanges } from './cache/session-changes.ts'
import { ScheduleSession } from './form/schedule-session.tsx'
import { useScheduledToast } from './form/schedule-session.tsx'
import { sampleMe, sampleNow, sampleSession } from './sample-sessions.ts'

const meta = { title: 'Sessions/In use' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const session = sampleSession({ abilities: { cancel: true, complete: true } })

function Changes() {
  const { cancel, complete } = useSessionChanges()
  return (
    <>
      <Button onPress={() => void cancel(session, { noShow: false })}>Cancel it</Button>
      <Button onPress={() => void complete(session)}>Complete it</Button>
      <ToastRegion />
    </>
  )
}

/** A refusal is reported in the specification's words. */
export const Refused: Story = {
  beforeEach: givenWorld({
    answers: {
      'POST /sessions/cancel/session-1': refusal(409),
      'POST /sessions/complete/session-1': refusal(409),
    },
  }),
  render: () => <Changes />,
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Cancel it' }))
    await screen.findByText('Failed to cancel instance')
    await userEvent.click(screen.getByRole('button', { name: 'Complete it' }))
    await screen.findByText('Failed to complete session')
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await userEvent.click(close)
    await waitFor(() => expect(screen.queryByText(/Failed to/)).toBeNull())
  },
}

function Booked() {
  const toastScheduled = useScheduledToast(sampleMe('Coach'))
  return (
    <>
      <Button onPress={() => toastScheduled(sampleSession())}>Book it</Button>
      <ToastRegion />
    </>
  )
}

/** A toast says what was booked and when, and links to it in the list. */
export const Scheduled: Story = {
  name: 'Scheduled [LIST-35]',
  render: () => <Booked />,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Book it' }))
    await screen.findByText('Session scheduled')
    await screen.findByText('Values in practice, Nov 19, 2026 10:00 – 11:00 AM EST')
    await expect(screen.getByRole('button', { name: 'Show' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByText('Session scheduled')).toBeNull())
  },
}

/** Leaving the form with unsaved input asks first. */
export const LeavingTheForm: Story = {
  beforeEach: givenWorld({ now: sampleNow }),
  render: () => (
    <>
      {/* The gallery's router has no other page: only the navigation itself matters. */}
      <Link to={'/elsewhere' as '/'} id="away">
        Away
      </Link>
      <ScheduleSession me={sampleMe('Coach')} isOpen onClose={() => {}} />
    </>
  ),
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Half written')
    document.getElementById('away')?.click()
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(question).toHaveTextContent("What you changed here hasn't been saved.")
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Half written')
  },
}
