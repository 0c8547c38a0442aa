import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { Ellipsis } from './ellipsis.tsx'

const meta = { title: 'Ellipsis' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const long = 'Margarethe Oosterhuis-van den Heuvel'

/** Pointing at a text that is cut shows all of it in a tooltip; a text that fits has none. */
export const Cut: Story = {
  render: () => (
    <div className="w-40">
      <Ellipsis>{long}</Ellipsis>
      <Ellipsis>Dana Whitfield</Ellipsis>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByText(long))
    await expect(await screen.findByRole('tooltip')).toHaveTextContent(long)
    await userEvent.hover(canvas.getByText('Dana Whitfield'))
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  },
}
