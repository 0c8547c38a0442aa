import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld } from '../../../.storybook/world.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { samplePerson } from './sample-people.ts'

const meta = { title: 'People/In use' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const client = samplePerson({ abilities: { delete: true } })
const nothingAhead = { total: 0, sessions: [] }
const onDeleted = fn()

const Question = () => (
  <>
    <DeleteQuestion me={sampleMe('OrgAdmin')} person={client} onDeleted={onDeleted} onClose={() => {}} />
    <ToastRegion />
  </>
)

/** Deleting a client uses the specification's words, and can be undone. */
export const Deleted: Story = {
  beforeEach: givenWorld({
    answers: {
      'GET /sessions/future/client-kwame': nothingAhead,
      'DELETE /profiles/client-kwame': { ...client, deletedAt: '2026-11-16T14:00:00.000Z' },
    },
  }),
  render: () => <Question />,
  play: async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete client' })
    await expect(outlineOf(question)).toEqual([
      'alertdialog:',
      'heading 2: Delete client',
      'Are you sure you want to delete Kwame Boateng? (this action can be undone)',
      'button: Never mind',
      'button: Delete (on-accent)',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Successfully deleted user')
    await screen.findByText('Kwame Boateng was moved to Deleted.')
    await expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  },
}
