import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { wholePage } from '../../../../.storybook/whole-page.ts'
import { Button } from '#ui/button/button.tsx'
import { SecondTab } from './second-tab.tsx'

const acts = { onMove: fn(), onKeep: fn() }

const meta = {
  title: 'Call/In another tab',
  component: SecondTab,
  parameters: wholePage,
  args: {
    onMove: acts.onMove,
    keep: (
      <Button size="large" onPress={acts.onKeep}>
        Keep it in the other tab
      </Button>
    ),
  },
} satisfies Meta<typeof SecondTab>
export default meta

/** The call moves only after a press. */
export const Asked: StoryObj<typeof meta> = {
  play: async () => {
    await expect(
      screen.getByRole('heading', { level: 1, name: 'You are in this call in another tab' }),
    ).toBeVisible()
    await expect(screen.getByText(/^Move it here with the same camera and microphone\./)).toBeVisible()
    await expect(acts.onMove).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Keep it in the other tab' }))
    await expect(acts.onKeep).toHaveBeenCalledOnce()
    await expect(acts.onMove).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Move the call here' }))
    await expect(acts.onMove).toHaveBeenCalledOnce()
  },
}
