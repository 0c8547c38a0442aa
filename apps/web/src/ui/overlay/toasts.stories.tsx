import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { toast, useToastPlace } from './toast.ts'
import { ToastRegion } from './toast-region.tsx'
import { Pager } from '#ui/table/pages/pager.tsx'

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

const none = () => undefined

/** A page with a pager in the corner of the toasts, and actions that fail and succeed. */
function Acting({ undo = none, onGone = none }: { undo?: () => void; onGone?: () => void }) {
  const offer = () =>
    toast.undoableFor({
      title: 'Session cancelled',
      description: 'Delegation practice',
      undo,
      ms: 1500,
      about: 'session 1',
      onGone,
    })
  const fail = () =>
    toast.error('Failed to cancel instance', 'No answer', {
      about: 'session 1',
      act: { label: 'Try again', onAction: offer },
    })
  return (
    <div className="flex gap-2">
      <Button onPress={fail}>Fail</Button>
      <Button onPress={offer}>Cancel it</Button>
      <Button onPress={() => toast.error('Failed to complete session', 'No answer', { about: 'session 2' })}>
        Fail another
      </Button>
      <Button onPress={toast.clear}>Sign out</Button>
      <div style={{ position: 'fixed', right: 32, bottom: 16 }}>
        <Pager page={1} pageCount={9} onChange={none} />
      </div>
      <ToastRegion />
    </div>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A progress toast says how far it is, and its outcome replaces it. */
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
    // Leaves no toast for the next story.
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await userEvent.click(close)
  },
}

/** On a page with controls at its bottom, toasts are shown at the top. */
export const AtTheTop: Story = {
  render: () => <Sending place="top" />,
  play: async () => {
    await press('Tell')
    const told = await screen.findByText('Notes are shared')
    await waitFor(() => expect(told.getBoundingClientRect().top).toBeLessThan(100))
  },
}

/** The next toast about the same action replaces its failure, and no other toast. */
export const SuccessClearsFailure: Story = {
  render: () => <Acting />,
  play: async () => {
    await press('Fail another')
    await press('Fail')
    await screen.findByText('Failed to cancel instance')
    await press('Try again')
    await screen.findByText('Session cancelled')
    await expect(screen.queryByText('Failed to cancel instance')).toBeNull()
    await expect(screen.getByText('Failed to complete session')).toBeVisible()
    await press('Sign out')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Notifications' })).toBeNull())
  },
}

const undo = fn()
const onGone = fn()

/** Undo ends on time, even under the pointer, because the server's time runs on. */
export const UndoEnds: Story = {
  render: () => <Acting undo={undo} onGone={onGone} />,
  beforeEach: () => {
    undo.mockClear()
    onGone.mockClear()
  },
  play: async () => {
    await press('Cancel it')
    await userEvent.hover(await screen.findByText('Session cancelled'))
    await waitFor(() => expect(screen.queryByText('Session cancelled')).toBeNull())
    await expect(undo).not.toHaveBeenCalled()
    await expect(onGone).toHaveBeenCalledTimes(1)
    await press('Cancel it')
    await press('Undo')
    await expect(undo).toHaveBeenCalledTimes(1)
    await expect(onGone).toHaveBeenCalledTimes(2)
  },
}

/** Toasts never cover the pager. */
export const ClearOfThePager: Story = {
  globals: { viewport: { value: 'desktop' } },
  render: () => <Acting />,
  play: async () => {
    await press('Fail')
    const told = await screen.findByRole('region', { name: 'Notifications' })
    const pager = screen.getByRole('navigation', { name: 'Pages' })
    await waitFor(() =>
      expect(told.getBoundingClientRect().bottom).toBeLessThanOrEqual(pager.getBoundingClientRect().top),
    )
    await press('Close')
  },
}

/** F6 moves the focus to a toast; after its action is used, the focus returns to where it was. */
export const ByKeyboard: Story = {
  render: () => <Acting undo={undo} />,
  beforeEach: () => void undo.mockClear(),
  play: async () => {
    await press('Cancel it')
    const from = screen.getByRole('button', { name: 'Cancel it' })
    await screen.findByText('Session cancelled')
    await expect(from).toHaveFocus()
    toast.error('Failed to complete session', 'No answer')
    await screen.findByText('Failed to complete session')
    await userEvent.keyboard('{F6}')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Notifications' })).toHaveFocus())
    screen.getByRole('button', { name: 'Undo' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(undo).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByText('Session cancelled')).toBeNull())
    await expect(from).toHaveFocus()
    await press('Sign out')
  },
}
