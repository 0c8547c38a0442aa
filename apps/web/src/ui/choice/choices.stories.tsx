import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { Modal } from '#ui/overlay/modal.tsx'
import { TextField } from '#ui/field/text-field.tsx'
import { Checkbox } from './checkbox.tsx'
import { ComboBox } from './combo-box.tsx'
import type { Option } from './options.ts'
import { Chip } from '#ui/display/chip.tsx'
import { Radio, RadioGroup } from './radio-group.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Switch } from './switch.tsx'
import { TriState } from './tri-state.tsx'

const meta = { title: 'Choices' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const Checkboxes: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-3">
      <Checkbox defaultSelected>On</Checkbox>
      <Checkbox>Off</Checkbox>
      <Checkbox isIndeterminate>Some</Checkbox>
      <Checkbox isDisabled defaultSelected>
        Not yours to change
      </Checkbox>
      <Checkbox hint="Each of them gets an email.">Send login emails</Checkbox>
      <Checkbox error="Please tick this box">I understand</Checkbox>
    </div>
  ),
  // Keyboard users see the focus at the box itself.
  play: async ({ canvas }) => {
    const outlines = () =>
      canvas.getAllByRole('checkbox').map((box) => {
        const drawn = box.closest('label')?.querySelector('[aria-hidden]')
        return drawn ? getComputedStyle(drawn).outlineStyle : undefined
      })
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByRole('checkbox', { name: 'Off' })).toHaveFocus()
    await expect(outlines()).toEqual(['none', 'solid', 'none', 'none', 'none', 'none'])
  },
}

export const Switches: Story = {
  render: () => (
    <div className="flex flex-col items-start gap-3">
      <Switch defaultSelected>On</Switch>
      <Switch>Off</Switch>
      <Switch isDisabled>Not yours to change</Switch>
      <Switch defaultSelected hint="From the next sign-in on.">
        Require two-factor sign-in
      </Switch>
    </div>
  ),
}

export const Radios: Story = {
  render: () => (
    <RadioGroup label="What happens to the sessions" defaultValue="reassign">
      <Radio value="reassign">Reassign</Radio>
      <Radio value="cancel" hint="Each client gets a cancellation by email.">
        Cancel
      </Radio>
      <Radio value="later" isDisabled>
        Decide later
      </Radio>
    </RadioGroup>
  ),
}

function Segments() {
  const [view, setView] = useState<'reassign' | 'cancel'>('reassign')
  const segments = [
    { value: 'reassign', label: 'Reassign' },
    { value: 'cancel', label: 'Cancel' },
  ] as const
  return (
    <SegmentedControl
      label="Session of Nov 17"
      isLabelHidden
      segments={segments}
      value={view}
      onChange={setView}
    />
  )
}

export const Segmented: Story = { render: () => <Segments /> }

function TriStates() {
  const [shown, setShown] = useState<boolean | null>(null)
  const [billable, setBillable] = useState<boolean | null>(true)
  return (
    <div className="flex max-w-80 flex-col gap-4">
      <TriState label="Showed interest" value={shown} onChange={setShown} />
      <TriState label="Billable" words="filter" value={billable} onChange={setBillable} />
      <TriState label="Locked" value={false} onChange={() => undefined} isDisabled />
      <output>Showed interest is {shown === null ? 'unset' : String(shown)}</output>
    </div>
  )
}

export const ThreeStates: Story = { render: () => <TriStates /> }

export const Chips: Story = {
  render: () => (
    <div className="flex gap-2">
      <Chip name="Status" value="No Show" onClear={() => undefined} />
      <Chip name="Coach" value="6 selected" onClear={() => undefined} />
    </div>
  ),
}

const clients: Option[] = ['Ana', 'Bo', 'Chidi', 'Dana', 'Emre', 'Farah', 'Marga', 'Marit', 'Noor'].map(
  (label) => ({ value: label, label }),
)

function Picking() {
  const [client, setClient] = useState<Option | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Modal place="center" label="Schedule Session" isOpen={isOpen} onOpenChange={setIsOpen}>
      <div className="flex flex-col gap-4">
        <ComboBox label="Client" options={clients} value={client} onChange={setClient} />
        <TextField label="Title" />
      </div>
    </Modal>
  )
}

/** By keyboard: an arrow or a letter opens it, Esc closes the list but not the dialog, Tab goes on to the next field. */
export const PickByKeyboard: Story = {
  render: () => <Picking />,
  play: async () => {
    const box = () => screen.getByRole('button', { name: /^Client/ })
    const search = () => screen.findByRole('searchbox', { name: 'Search client' })
    const isClosed = () => waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull())
    await screen.findByRole('dialog', { name: 'Schedule Session' })
    box().focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await search()).toHaveFocus())
    await userEvent.keyboard('mar')
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await expect(screen.getByRole('dialog', { name: 'Schedule Session' })).toBeVisible()
    await waitFor(() => expect(box()).toHaveFocus())

    await userEvent.keyboard('zoe')
    await expect(await screen.findByText('Nothing found')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await waitFor(() => expect(box()).toHaveFocus())

    await userEvent.keyboard('mari')
    await waitFor(async () => expect(await search()).toHaveValue('mari'))
    await userEvent.keyboard('{Tab}')
    await isClosed()
    await waitFor(() => expect(screen.getByLabelText('Title')).toHaveFocus())

    box().focus()
    await userEvent.keyboard('mari')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await isClosed()
    await expect(box()).toHaveTextContent('Marit')
  },
}
