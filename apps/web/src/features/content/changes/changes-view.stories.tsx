import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleDocument } from '../sample-document.ts'
import { ChangesView } from './changes-view.tsx'

const part = (category: string, text: string) => ({ fields: { category, changes: sampleDocument(text) } })

const meta = {
  title: 'Update notes',
  component: ChangesView,
  args: {
    items: [
      {
        fields: {
          versiondate: '2026-11-16',
          title: 'The call itself',
          changes: sampleDocument('Join a session.', 'Write in the call.'),
          releasedChanges: [part('Calls', 'Join a session.'), part('Chat', 'Write in the call.')],
        },
      },
      {
        fields: {
          versiondate: '2026-11-15',
          title: 'Sessions and people',
          changes: sampleDocument('Open a link.'),
          releasedChanges: [part('Calls', 'Open a link.')],
        },
      },
    ],
  },
} satisfies Meta<typeof ChangesView>
export default meta

export const Releases: StoryObj<typeof meta> = {
  name: 'Categories at the left, releases by date at the right [NOTES-01] [NOTES-02]',
  play: async ({ canvas, canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'part "Categories":',
      'list:',
      'entry:',
      'button [current]: All (accent-ink) | 2',
      'entry:',
      'button: Calls | 2',
      'entry:',
      'button: Chat | 1',
      'heading 2:',
      'button [expanded]: Nov 16, 2026 | The call itself | New (accent-ink)',
      'group:',
      'Join a session.',
      'Write in the call.',
      'heading 2:',
      'button: Nov 15, 2026 | Sessions and people',
    ])
    const categories = canvas.getByRole('navigation', { name: 'Categories' }).getBoundingClientRect()
    const newest = canvas.getByRole('heading', { level: 2, name: /Nov 16/ }).getBoundingClientRect()
    await expect(categories.right).toBeLessThanOrEqual(newest.left)
    await expect(categories.top).toBeLessThan(newest.bottom)
    await userEvent.click(canvas.getByRole('button', { name: /Sessions and people/ }))
    await expect(canvas.getByText('Open a link.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Chat 1' }))
    await expect(canvas.getByText('Write in the call.')).toBeVisible()
    await expect(canvas.queryByText('Join a session.')).toBeNull()
    await expect(canvas.queryByText('Sessions and people')).toBeNull()
  },
}
