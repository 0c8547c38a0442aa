import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, within } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { switchSingleKeys } from '#ui/keys/shortcuts.tsx'
import { CallView } from './call-view.tsx'
import { sampleActs as acts } from './sample-acts.ts'
import { sampleCall, samplePersonIn } from './sample-call.ts'
import { samplePicture } from './sample-picture.ts'

const tomas = samplePersonIn('Tomás Aguilar', { picture: samplePicture('#5d6b8c') })
const amara = samplePersonIn('Amara Diallo', { picture: samplePicture('#a8752d'), isHandUp: true })
const me = samplePersonIn('Dana Whitfield', { isSelf: true, picture: samplePicture('#35655f') })

const meta = {
  title: 'Call/Hands',
  component: CallView,
  args: {
    state: sampleCall({ people: [tomas, amara, me] }),
    level: createStore(-30),
    left: <p className="font-figures text-title font-semibold">11:38 AM</p>,
    waitingText: 'Waiting for Client',
    triesUntil: '12:30 PM',
    acts,
  },
  decorators: [
    (Story) => (
      <div className="fixed inset-0">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => {
    for (const act of Object.values(acts)) act.mockClear()
    switchSingleKeys(true)
  },
} satisfies Meta<typeof CallView>
export default meta
type Story = StoryObj<typeof meta>

const more = () => userEvent.click(screen.getByRole('button', { name: 'More' }))
const entry = (name: string) => screen.queryByRole('menuitem', { name })
const keys = async () => {
  await userEvent.keyboard('?')
  const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  return within(list)
}

export const Three: Story = {
  name: 'With three people [CALL-34]',
  play: async () => {
    const tile = screen.getByRole('figure', { name: 'Amara Diallo, hand raised' })
    await expect(within(tile).getByText('Hand raised')).toBeVisible()
    await expect(screen.getByRole('figure', { name: 'Tomás Aguilar' })).toBeVisible()
    await more()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Raise hand' }))
    await expect(acts.onHand).toHaveBeenCalledOnce()
    await userEvent.keyboard('h')
    await expect(acts.onHand).toHaveBeenCalledTimes(2)
    await expect((await keys()).getByText('Raise or lower your hand')).toBeVisible()
  },
}

export const Two: Story = {
  name: 'No hands with two people [CALL-34]',
  args: { state: sampleCall({ people: [tomas, me] }) },
  play: async () => {
    await userEvent.keyboard('h')
    await expect(acts.onHand).not.toHaveBeenCalled()
    await more()
    await expect(await screen.findByRole('menuitem', { name: 'Audio only' })).toBeVisible()
    await expect(entry('Raise hand')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect((await keys()).queryByText('Raise or lower your hand')).toBeNull()
  },
}

/** The others may have left meanwhile. */
export const OwnUp: Story = {
  name: 'Your hand is up and can be lowered',
  args: { state: sampleCall({ people: [tomas, { ...me, isHandUp: true }] }) },
  play: async () => {
    await expect(screen.getByRole('figure', { name: 'You, hand raised' })).toBeVisible()
    await more()
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Lower hand' }))
    await expect(acts.onHand).toHaveBeenCalledOnce()
  },
}
