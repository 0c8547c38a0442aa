import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { CancelQuestion } from './cancel-question.tsx'

const session = sampleSession({ abilities: { cancel: true } })
const meta = {
  title: 'Sessions/Cancel',
  component: CancelQuestion,
  args: { me: sampleMe('Coach'), session, onCancel: fn(), onClose: fn() },
} satisfies Meta<typeof CancelQuestion>
export default meta
type Story = StoryObj<typeof meta>

const asked = () => screen.findByRole('alertdialog', { name: 'Cancel this session?' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** Before its start, a session can be cancelled but not marked as a no-show. */
export const Ahead: Story = {
  play: async ({ args }) => {
    await expect(outlineOf(await asked())).toEqual([
      'alertdialog:',
      'heading 2: Cancel this session?',
      'Values in practice with Kwame Boateng, Nov 19, 2026 10:00 – 11:00 AM EST.',
      'Everyone in it gets an email, and the time is free again.',
      'button: Never mind',
      'button: Cancel Session (on-accent)',
    ])
    await expect(screen.queryByRole('checkbox')).toBeNull()
    await press('Cancel Session')
    await expect(args.onCancel).toHaveBeenCalledWith(session, { noShow: false })
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

const begun = sampleSession({ abilities: { cancel: true, noShow: true } })

/** After the start, the viewer who cancels can mark the client as a no-show. */
export const Begun: Story = {
  args: { session: begun },
  play: async ({ args }) => {
    await asked()
    await userEvent.click(screen.getByRole('checkbox'))
    await expect(outlineOf(await asked())).toEqual([
      'alertdialog:',
      'heading 2: Cancel this session?',
      'Values in practice with Kwame Boateng, Nov 19, 2026 10:00 – 11:00 AM EST.',
      'It counts as a no-show, and no email goes out.',
      'field [checked]:',
      "The client didn't come: mark as no-show",
      'button: Never mind',
      'button: Cancel & Mark as "No Show" (on-accent)',
    ])
    await press('Cancel & Mark as "No Show"')
    await expect(args.onCancel).toHaveBeenCalledWith(begun, { noShow: true })
  },
}

export const LeftAlone: Story = {
  play: async ({ args }) => {
    await asked()
    await press('Never mind')
    await waitFor(() => expect(args.onClose).toHaveBeenCalledOnce())
    await expect(args.onCancel).not.toHaveBeenCalled()
  },
}
