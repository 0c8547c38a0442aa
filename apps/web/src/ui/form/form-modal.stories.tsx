import type { Meta, StoryObj } from '@storybook/react-vite'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { StepAway } from '../../../.storybook/steps.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { FormModal } from './form-modal.tsx'

const meta = { title: 'Form over a page' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const onClose = fn()

function Form() {
  const [title, setTitle] = useState('')
  const { pathname } = useLocation()
  return (
    <>
      <p>You are at {pathname}</p>
      <StepAway />
      <FormModal
        title="Schedule Session"
        isOpen
        onClose={onClose}
        hasUnsavedInput={title !== ''}
        isHeld={false}
        footer={() => null}
      >
        <TextField label="Title" value={title} onChange={setTitle} />
      </FormModal>
    </>
  )
}

const opened = () => screen.findByRole('dialog', { name: 'Schedule Session' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** A click in the DOM, because the form covers it. */
const stepAway = () => screen.getByText('Step away').click()
const asked = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' })

/** Without input no question is asked, neither on close nor on navigation. */
export const Untouched: Story = {
  beforeEach: () => void onClose.mockClear(),
  render: () => <Form />,
  play: async () => {
    await expect(outlineOf(await opened())).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'Title',
      'field = :',
    ])
    await press('Close')
    await expect(onClose).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(onClose).toHaveBeenCalledTimes(2)
    stepAway()
    await expect(await screen.findByText('You are at /elsewhere')).toBeInTheDocument()
    await expect(screen.queryByRole('alertdialog')).toBeNull()
  },
}

/** With input there is a question first, and only a yes goes on. */
export const WithInput: Story = {
  beforeEach: () => void onClose.mockClear(),
  render: () => <Form />,
  play: async () => {
    await opened()
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'First hour')
    stepAway()
    await userEvent.click(within(await asked()).getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(screen.getByText('You are at /')).toBeInTheDocument()
    stepAway()
    await userEvent.click(within(await asked()).getByRole('button', { name: 'Discard changes' }))
    await expect(await screen.findByText('You are at /elsewhere')).toBeInTheDocument()
  },
}

/** On a small screen it fills the page, with the Back button at its beginning. */
export const OnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  render: () => <Form />,
  play: async () => {
    await expect(outlineOf(await opened())).toEqual([
      'dialog:',
      'button "Back":',
      'heading 2: Schedule Session',
      'Title',
      'field = :',
    ])
  },
}
