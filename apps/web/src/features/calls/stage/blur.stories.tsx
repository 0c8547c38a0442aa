import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { createStore } from '#base/store.ts'
import { CallView } from './call-view.tsx'
import { sampleActs as acts } from './sample-acts.ts'
import { sampleCall } from './sample-call.ts'

const meta = {
  title: 'Call/Blur',
  component: CallView,
  args: {
    state: sampleCall(),
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
  },
} satisfies Meta<typeof CallView>
export default meta
type Story = StoryObj<typeof meta>

/** The entries without picture in picture, which not every browser has. */
async function entries(): Promise<(string | null)[]> {
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const found = await screen.findAllByRole('menuitem')
  return found.map(({ textContent }) => textContent).filter((text) => text !== 'Picture in picture')
}
const others = ['Audio only', 'Hide my picture', 'Keyboard shortcuts']

export const Off: Story = {
  name: 'Off, as in every new call [M4]',
  play: async () => {
    await expect(await entries()).toEqual(['Blur background', ...others])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Blur background' }))
    await expect(acts.onBlur).toHaveBeenCalledOnce()
  },
}

/** Until the model has loaded, the room is seen: the person who asked for blur has to know. */
export const Starting: Story = {
  args: { state: sampleCall({ blur: 'starting' }) },
  play: async () => {
    await expect(screen.getByText('Blur is starting. Until then your background is visible.')).toBeVisible()
    await expect(await entries()).toEqual(['Turn blur off', ...others])
  },
}

export const StartingUnseen: Story = {
  name: 'Starting in a call that was joined meanwhile: the picture waits for it [DEVICE-22]',
  args: { state: sampleCall({ blur: 'starting', camera: 'starting' }) },
  play: async () => {
    await expect(screen.getByText('Blur is starting. Nobody sees you until then.')).toBeVisible()
  },
}

export const On: Story = {
  args: { state: sampleCall({ blur: 'on' }) },
  play: async () => {
    await expect(screen.queryByText(/^Blur/)).toBeNull()
    await expect(await entries()).toEqual(['Turn blur off', ...others])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Turn blur off' }))
    await expect(acts.onBlur).toHaveBeenCalledOnce()
  },
}

export const Unsupported: Story = {
  name: 'Not supported by the browser, or failed to start',
  args: { state: sampleCall({ blur: 'unsupported', news: { kind: 'blur', why: 'failed' } }) },
  play: async () => {
    await expect(screen.getByText("Your background couldn't be blurred.")).toBeVisible()
    await expect(await entries()).toEqual(others)
  },
}

export const TooSlow: Story = {
  name: 'Too slow, so turned off [M4]',
  args: { state: sampleCall({ news: { kind: 'blur', why: 'slow' } }) },
  play: async () => {
    await expect(screen.getByText('Blur was turned off: this computer is too slow for it.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    await expect(acts.onNewsRead).toHaveBeenCalledOnce()
    await expect(await entries()).toEqual(['Blur background', ...others])
  },
}

export const Broken: Story = {
  name: 'Stopped working',
  args: { state: sampleCall({ news: { kind: 'blur', why: 'broken' } }) },
  play: async () => {
    await expect(screen.getByText('Blur was turned off: it stopped working.')).toBeVisible()
  },
}
