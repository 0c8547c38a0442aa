import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx'
import { Menu, MenuItem, MenuTrigger } from '#ui/overlay/menu.tsx'
import { Modal } from '#ui/overlay/modal.tsx'

const meta = { title: 'Focus' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const names = ['Ana', 'Ben', 'Cleo']

/** Rows with a menu each, from which a row can be deleted after a question. */
function People() {
  const [people, setPeople] = useState(names)
  const [asked, setAsked] = useState<string>()
  const [isFailed, setIsFailed] = useState(false)
  const remove = () => {
    setPeople(people.filter((each) => each !== asked))
    setAsked(undefined)
  }
  return (
    <>
      <h1 tabIndex={-1}>People</h1>
      {people.length === 0 && <p>Nobody is left.</p>}
      <ul aria-label="People">
        {people.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
            <MenuTrigger>
              <Button aria-label={`Actions for ${name}`}>…</Button>
              <Menu aria-label={`Actions for ${name}`}>
                <MenuItem onAction={() => setAsked(name)}>Delete</MenuItem>
              </Menu>
            </MenuTrigger>
          </li>
        ))}
      </ul>
      {isFailed ? (
        <Button onPress={() => setIsFailed(false)}>Try again</Button>
      ) : (
        <p>
          Figures <Button onPress={() => setIsFailed(true)}>Fail</Button>
        </p>
      )}
      <p className="py-8">Empty ground</p>
      <ConfirmDialog
        title={`Delete ${asked}?`}
        act="Delete"
        isOpen={asked !== undefined}
        onConfirm={remove}
        onClose={() => setAsked(undefined)}
      >
        They go.
      </ConfirmDialog>
    </>
  )
}

async function remove(name: string) {
  screen.getByRole('button', { name: `Actions for ${name}` }).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('menuitem', { name: 'Delete' })
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('alertdialog')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

const focused = (name: string) => waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus())

/** After a deletion the focus is at the row that is now in that place, else at the row before, and never at the body. */
export const RowsDeleted: Story = {
  render: () => <People />,
  play: async () => {
    await remove('Ben')
    await focused('Cleo')
    await remove('Cleo')
    await focused('Ana')
    await remove('Ana')
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  },
}

/** A form with many fields, opened from the page. */
function LongForm() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open</Button>
      <Modal place="center" label="Form" isOpen={isOpen} onOpenChange={setIsOpen}>
        {Array.from({ length: 15 }, (_, i) => (
          <Button key={i} onPress={() => setIsOpen(false)}>
            Field {i + 1}
          </Button>
        ))}
      </Modal>
    </>
  )
}

/** After all of them the focus returns to where the form was opened. */
export const LongWayThroughAForm: Story = {
  render: () => <LongForm />,
  play: async () => {
    screen.getByRole('button', { name: 'Open' }).focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Form' })
    for (const field of screen.getAllByRole('button', { name: /^Field/ })) field.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
  },
}

/** An element that is replaced after a press passes the focus on to its replacement. */
export const PressedAndReplaced: Story = {
  render: () => <People />,
  play: async () => {
    screen.getByRole('button', { name: 'Fail' }).focus()
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(screen.getByRole('button', { name: 'Fail' })).toHaveFocus()
  },
}

function Saving() {
  const [step, setStep] = useState<'writing' | 'saving' | 'slow'>('writing')
  return (
    <>
      <Button isDisabled={step !== 'writing'} onPress={() => setStep('saving')}>
        Save
      </Button>
      <Button>Never mind</Button>
      <Button onPress={() => setStep('slow')}>Wait</Button>
      {step === 'slow' && <p>It takes a while.</p>}
    </>
  )
}

/** A control that becomes disabled passes the focus on to the one beside it. */
export const PressedAndDisabled: Story = {
  render: () => <Saving />,
  play: async () => {
    screen.getByRole('button', { name: 'Save' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(document.body))
    screen.getByText('Wait').click()
    await screen.findByText('It takes a while.')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Never mind' })).toHaveFocus())
  },
}

/** A press on empty ground leaves on purpose: nothing takes the focus back. */
export const LeftOnPurpose: Story = {
  render: () => <People />,
  play: async () => {
    screen.getByRole('button', { name: 'Fail' }).focus()
    await userEvent.click(screen.getByText('Empty ground'))
    await expect(document.activeElement).toBe(document.body)
    screen.getByText('Fail').click()
    await screen.findByRole('button', { name: 'Try again' })
    await expect(document.activeElement).toBe(document.body)
  },
}
