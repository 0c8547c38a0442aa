import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { CorrectDialog } from './correct-dialog.tsx'

const meta = { title: 'Sessions/Correct' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const sent = fn()
const onClose = fn()
const done = sampleSession({ status: 'Completed', abilities: { correct: true } })

/** The dialog asks for a reason and sends it with the chosen status. */
export const Correcting: Story = {
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'POST /sessions/correct/session-1': (_url: URL, body: unknown) => {
        sent(body)
        return { ...done, status: 'NoShow' }
      },
    },
  }),
  render: () => (
    <>
      <CorrectDialog session={done} onClose={onClose} />
      <ToastRegion />
    </>
  ),
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Correct the status' })
    await expect(outlineOf(dialog)).toEqual([
      'dialog:',
      'heading 2: Correct the status',
      'It is Completed now. The correction and its reason are kept in the history.',
      'radiogroup:',
      'It should be',
      'field [checked]:',
      'Cancelled (accent-ink)',
      'field:',
      'No Show',
      'Reason',
      'field:',
      'button: Never mind',
      'button: Correct status (on-accent)',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Correct status' }))
    await expect(sent).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('No Show'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Nobody was there')
    await userEvent.click(screen.getByRole('button', { name: 'Correct status' }))
    await waitFor(() => expect(sent).toHaveBeenCalledWith({ status: 'NoShow', reason: 'Nobody was there' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    await expect(await screen.findByText('Status corrected')).toBeVisible()
    await expect(screen.getByText('It is No Show now.')).toBeVisible()
  },
}
