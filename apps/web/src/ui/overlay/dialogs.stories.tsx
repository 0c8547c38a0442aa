import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Drawer } from './drawer.tsx'
import { Modal } from './modal.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { outlineOf } from '../../../.storybook/outline.ts'
import { StepAway } from '../../../.storybook/steps.tsx'

const meta = { title: 'Dialogs' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function AddClient() {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState('')
  const close = () => {
    setIsOpen(false)
    setName('')
  }
  return (
    <>
      <Button look="primary" onPress={() => setIsOpen(true)}>
        Add Client
      </Button>
      <Drawer
        title="Add Client"
        isOpen={isOpen}
        onClose={close}
        hasUnsavedInput={name !== ''}
        footer={(leave) => (
          <>
            <p className="flex-1 text-label text-ink-3">2 fields to fix</p>
            <Button look="quiet" onPress={leave}>
              Never mind
            </Button>
            <Button look="primary" onPress={close}>
              Add Client
            </Button>
          </>
        )}
      >
        <div className="flex flex-col gap-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField label="First name" value={name} onChange={setName} />
            <TextField label="Last name" error="Last name is required" />
          </div>
          <TextField label="Email" placeholder="name@example.com" error="Email is required" />
        </div>
      </Drawer>
    </>
  )
}

/** Navigating away with something typed in a drawer asks first. */
export const LeavingWithInput: Story = {
  render: () => (
    <>
      <AddClient />
      <StepAway />
    </>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add Client' }))
    await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), 'Liesbeth')
    // A click in the DOM, because the drawer covers it.
    screen.getByText('Step away').click()
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Liesbeth')
  },
}

export const DrawerClosed: Story = { render: () => <AddClient /> }

export const DrawerOpen: Story = {
  render: () => <AddClient />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add Client' }))
  },
}

export const DrawerOnPhone: Story = { ...DrawerOpen, globals: { viewport: { value: 'phone' } } }

export const Confirmation: Story = {
  render: () => (
    <ConfirmDialog
      title="Delete client"
      act="Delete"
      isOpen
      onConfirm={() => undefined}
      onClose={() => undefined}
    >
      Are you sure you want to delete Tomás Aguilar? (this action can be undone)
      <p className="mt-1 text-label">
        2 sessions ahead are cancelled in 10 minutes unless you undo; a later restore does not bring them
        back.
      </p>
    </ConfirmDialog>
  ),
}

/** On a small screen a question is a sheet at the lower edge, no taller than it needs to be. */
export const ConfirmationOnPhone: Story = {
  ...Confirmation,
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete client' })
    await waitFor(async () => {
      const { bottom, left, right, top } = question.getBoundingClientRect()
      await expect([left, right, bottom]).toEqual([0, innerWidth, innerHeight])
      await expect(top).toBeGreaterThan(innerHeight / 2)
    })
  },
}

export const ConfirmationUnderWay: Story = {
  render: () => (
    <ConfirmDialog
      title="Delete client"
      act="Delete"
      isOpen
      isPending
      onConfirm={() => undefined}
      onClose={() => undefined}
    >
      Are you sure you want to delete Tomás Aguilar? (this action can be undone)
    </ConfirmDialog>
  ),
}

const [onDiscard, onSave] = [fn(), fn()]

export const UnsavedChanges: Story = {
  beforeEach: () => {
    for (const each of [onDiscard, onSave]) each.mockClear()
  },
  render: () => <SaveBar changes={3} isSaving={false} onDiscard={onDiscard} onSave={onSave} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      '3 unsaved changes',
      'button: Discard',
      'button: Save (on-accent)',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await expect(onDiscard).toHaveBeenCalledOnce()
    await expect(onSave).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect(onSave).toHaveBeenCalledOnce()
  },
}

function Making() {
  const [isOpen, setIsOpen] = useState(true)
  const [isHeld, setIsHeld] = useState(true)
  return (
    <Modal place="center" label="New codes" isOpen={isOpen} isHeld={isHeld} onOpenChange={setIsOpen}>
      <Button onPress={() => setIsHeld(false)}>Answer</Button>
    </Modal>
  )
}

/** While something runs whose outcome the dialog shows, neither Esc nor a press beside it closes it. */
export const Held: Story = {
  render: () => <Making />,
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'New codes' })
    await userEvent.keyboard('{Escape}')
    await userEvent.click(document.body)
    await expect(dialog).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Answer' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
