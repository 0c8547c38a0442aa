import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleDocument } from '../sample-document.ts'
import { HelpView } from './help-view.tsx'

const meta = {
  title: 'Help',
  component: HelpView,
  args: {
    sought: '',
    categories: [
      {
        title: 'Camera and sound',
        topics: [
          { title: 'My camera is blocked?', tag: 'blocked', content: sampleDocument('Allow it again.') },
          { title: 'Why do I hear an echo?', tag: 'echo', content: sampleDocument('Use a headset.') },
        ],
      },
      {
        title: 'Joining and links',
        topics: [
          {
            title: 'What if my connection drops?',
            tag: 'drops',
            content: sampleDocument('You come back by yourself, and your camera too.'),
          },
        ],
      },
    ],
  },
} satisfies Meta<typeof HelpView>
export default meta
type Story = StoryObj<typeof meta>

const list = (...lines: string[]) => ['part "Categories":', 'list:', ...lines]

export const Categories: Story = {
  name: 'Categories narrow the topics, which open and close [HELP-03] [HELP-04]',
  play: async ({ canvas, canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      ...list(
        'entry:',
        'button [current]: Camera and sound (accent-ink) | 2',
        'entry:',
        'button: Joining and links | 1',
      ),
      'section "Camera and sound":',
      'heading 2: Camera and sound',
      'heading 3:',
      'button [expanded]: My camera is blocked?',
      'group:',
      'Allow it again.',
      'heading 3:',
      'button: Why do I hear an echo?',
    ])
    await userEvent.click(canvas.getByRole('button', { name: 'Why do I hear an echo?' }))
    await expect(canvas.getByText('Use a headset.')).toBeVisible()
    await expect(canvas.getByText('Allow it again.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'My camera is blocked?' }))
    await expect(canvas.getByText('Allow it again.')).not.toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Joining and links 1' }))
    await expect(canvas.queryByText('My camera is blocked?')).toBeNull()
    await expect(canvas.getByText('You come back by yourself, and your camera too.')).toBeVisible()
  },
}

export const Searching: Story = {
  args: { sought: 'cam' },
  play: async ({ canvas, canvasElement }) => {
    const marks = [...canvasElement.querySelectorAll('mark')].map(({ textContent }) => textContent)
    await expect(marks).toEqual(['camera', 'camera'])
    await expect(canvas.getByRole('status')).toHaveTextContent('3 answers')
    await expect(canvas.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'My camera is blocked?',
      'What if my connection drops?',
      'Why do I hear an echo?',
    ])
    await userEvent.click(canvas.getByRole('button', { name: 'Joining and links 1' }))
    await expect(canvas.getAllByRole('heading', { level: 3 })).toHaveLength(1)
  },
}

export const NothingFound: Story = {
  args: { sought: 'invoice', elsewhere: <button type="button">See 1 answer for clients</button> },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('heading', { level: 2, name: 'No answer found' })).toBeVisible()
    await expect(canvas.getByText('Try a single word, such as camera, link or time.')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'See 1 answer for clients' })).toBeVisible()
  },
}

export const ByLink: Story = {
  args: { topic: 'drops' },
  play: async () => {
    await expect(screen.getByRole('heading', { level: 2, name: 'Joining and links' })).toBeVisible()
    await expect(screen.getByText('You come back by yourself, and your camera too.')).toBeVisible()
  },
}
