import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { toast, useToastPlace } from './toast.ts'
import { ToastRegion } from './toast-region.tsx'

const meta = { title: 'Toasts' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function Sending({ place }: { place: 'corner' | 'top' }) {
  const [progress, setProgress] = useState<ReturnType<typeof toast.progress>>()
  useToastPlace(place)
  return (
    <div className="flex gap-2">
      <Button onPress={() => setProgress(toast.progress('Sending the file', '10 of 40 kB'))}>Send</Button>
      <Button onPress={() => progress?.update('30 of 40 kB')}>Go on</Button>
      <Button onPress={() => progress?.done('File sent')}>Finish</Button>
      <Button onPress={() => progress?.fail('The file was not sent')}>Break</Button>
      <Button onPress={() => toast.info('Notes are shared', 'Your client sees them too.')}>Tell</Button>
      <ToastRegion />
    </div>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** What goes on says how far it is, and gives its place to what came of it. */
export const Progress: Story = {
  render: () => <Sending place="corner" />,
  play: async () => {
    await press('Send')
    await screen.findByText('10 of 40 kB')
    await press('Go on')
    await screen.findByText('30 of 40 kB')
    await expect(screen.queryByText('10 of 40 kB')).toBeNull()
    await press('Finish')
    await screen.findByText('File sent')
    await expect(screen.queryByText('Sending the file')).toBeNull()
    await press('Send')
    await press('Break')
    await expect(await screen.findByRole('alert')).toHaveTextContent('The file was not sent')
    // The next story begins without any.
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  },
}

/** On a page with controls at its bottom they stand at the top. */
export const AtTheTop: Story = {
  render: () => <Sending place="top" />,
  play: async () => {
    await press('Tell')
    const told = await screen.findByText('Notes are shared')
    await waitFor(() => expect(told.getBoundingClientRect().top).toBeLessThan(100))
  },
}
