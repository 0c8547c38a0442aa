import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { atNine, sampleMe, sampleSession } from '#features/sessions/sample-sessions.ts'
import { NoShowQuestion } from './no-show-question.tsx'
import { onMonday, samplePresence, stretch } from './sample-presence.ts'

const acts = { onExit: fn(), onNoShow: fn(), onClose: fn() }

const meta = {
  title: 'Call/Leaving: the no-show question',
  component: NoShowQuestion,
  args: {
    me: sampleMe('Coach'),
    session: sampleSession(atNine),
    presence: samplePresence({ coach: { inRoom: [stretch('13:58')] } }, onMonday('14:14')),
    isOpen: true,
    isPending: false,
    ...acts,
  },
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
  },
} satisfies Meta<typeof NoShowQuestion>
export default meta
type Story = StoryObj<typeof meta>

const question = () => screen.findByRole('alertdialog', { name: 'Is the client a No-Show?' })

export const NobodyCame: Story = {
  name: 'Nobody came [LEAVE-02]',
  play: async () => {
    await expect(outlineOf(await question())).toEqual([
      'alertdialog:',
      'heading 2: Is the client a No-Show?',
      'button "Stay in the call":',
      'Kwame Boateng has not joined.',
      'You, present',
      '8:58 – 9:14 AM',
      'Kwame Boateng, in the call',
      '0 min',
      'Kwame Boateng, in the waiting room',
      '0 min',
      'button: Exit Session',
      'button: Cancel & Mark as "No Show"',
    ])
    // The button that changes nothing has the focus.
    await expect(screen.getByRole('button', { name: 'Exit Session' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel & Mark as "No Show"' }))
    await expect(acts.onNoShow).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Exit Session' }))
    await expect(acts.onExit).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(acts.onClose).toHaveBeenCalledOnce()
  },
}

export const CameMeanwhile: Story = {
  args: {
    presence: samplePresence(
      {
        coach: { inRoom: [stretch('13:58')] },
        client: { waiting: [stretch('14:10', '14:12')], inRoom: [stretch('14:12')] },
      },
      onMonday('14:14'),
    ),
  },
  play: async () => {
    const dialog = await question()
    await expect(dialog).toHaveTextContent('Kwame Boateng is in the call now.')
    await expect(outlineOf(dialog).slice(6, 10)).toEqual([
      'Kwame Boateng, in the call',
      '2 min',
      'Kwame Boateng, in the waiting room',
      '2 min',
    ])
  },
}

/** While the no-show is being saved, nothing else can be pressed. */
export const UnderWay: Story = {
  args: { isPending: true },
  play: async () => {
    await question()
    await expect(screen.getByRole('button', { name: 'Exit Session' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    await expect(acts.onClose).not.toHaveBeenCalled()
  },
}
