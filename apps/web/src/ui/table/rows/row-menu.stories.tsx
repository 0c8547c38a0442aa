import type { Meta, StoryObj } from '@storybook/react-vite'
import { Pencil, Trash2 } from 'lucide-react'
import { expect, screen } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { RowMenu } from './row-acts-view.tsx'

const edit = { id: 'edit', label: 'Edit', icon: <Pencil /> }
const destructive = { id: 'delete', label: 'Delete', icon: <Trash2 /> }

const meta = {
  title: 'Table/Menu of a row',
  component: RowMenu,
  args: {
    name: 'Jun Watanabe',
    acts: { menu: [edit], destructive },
    card: { title: 'Jun Watanabe' },
    isOpen: true,
    onOpenChange: () => undefined,
  },
} satisfies Meta<typeof RowMenu>
export default meta
type Story = StoryObj<typeof meta>

/** A destructive action is last, behind a rule. */
export const WithBoth: Story = {
  play: async () => {
    await expect(outlineOf(await screen.findByRole('menu'))).toEqual([
      'menu "Actions for Jun Watanabe":',
      'menuitem:',
      'Edit',
      'separator:',
      'menuitem:',
      'Delete (red-ink)',
    ])
  },
}

/** Without other actions there is no rule. */
export const WithDeleteAlone: Story = {
  args: { acts: { menu: [], destructive } },
  play: async () => {
    await expect(outlineOf(await screen.findByRole('menu'))).toEqual([
      'menu "Actions for Jun Watanabe":',
      'menuitem:',
      'Delete (red-ink)',
    ])
  },
}
