import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { outlineOf } from '../../.storybook/outline.ts'
import { NotFoundPage } from './not-found.tsx'

const meta = { title: 'Pages/Not found', component: NotFoundPage } satisfies Meta<typeof NotFoundPage>
export default meta
type Story = StoryObj<typeof meta>

/** The words of the specification, to the letter. */
export const Lost: Story = {
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      '404',
      "heading 1: Looks like you're lost",
      "The page you're looking for is not available!",
      'link [current page] → /: Go To Home (on-accent)',
    ])
  },
}
