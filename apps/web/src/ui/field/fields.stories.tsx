import type { Meta, StoryObj } from '@storybook/react-vite'
import { Check, Globe } from 'lucide-react'
import { useState } from 'react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { ComboBox } from '#ui/choice/combo-box.tsx'
import { DateField } from './date-field.tsx'
import { NumberField } from './number-field.tsx'
import type { Option } from '#ui/choice/options.ts'
import { SearchField } from './search-field.tsx'
import { Select } from '#ui/choice/select.tsx'
import { TextArea } from './text-area.tsx'
import { TextField } from './text-field.tsx'
import { focusTime, TimeField } from './time-field.tsx'

const meta = { title: 'Fields' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const zones = [
  { value: 'America/New_York', label: 'New York, EST' },
  { value: 'Europe/Amsterdam', label: 'Amsterdam, CET' },
  { value: 'Asia/Tokyo', label: 'Tokyo, JST' },
]

const coaches: Option[] = [
  { value: 'dw', label: 'Dana Whitfield', hint: 'dana@northlight.example' },
  { value: 'bh', label: 'Beatrix van den Heuvel', hint: 'beatrix@harborvale.example' },
  { value: 'is', label: 'Ingrid Solheim', hint: 'ingrid@harborvale.example' },
]

const coachSource = {
  key: 'coaches',
  load: (search: string) =>
    Promise.resolve(coaches.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))),
}

export const TextFields: Story = {
  render: () => (
    <div className="grid max-w-160 gap-4 sm:grid-cols-2">
      <TextField label="Title" placeholder="Title" />
      <TextField label="Title" defaultValue="Values in practice" />
      <TextField label="Last name" error="Last name is required" />
      <TextField label="Coach" defaultValue="Dana Whitfield" isReadOnly hint="You schedule for yourself." />
      <TextField label="Username" defaultValue="lvandermeer" icon={<Check />} hint="Free." />
      <TextField label="Nickname" isOptional isDisabled />
      <TextField label="Password" type="password" defaultValue="secret" />
      <NumberField
        label="Hourly rate"
        defaultValue={155}
        formatOptions={{ style: 'currency', currency: 'USD' }}
      />
      <NumberField label="Retention" defaultValue={0} minValue={1} error="Use at least 1 day" />
      <SearchField label="Search name or email" value="Margarethe" onChange={() => undefined} />
      <div className="sm:col-span-2">
        <TextArea
          label="Notes"
          isOptional
          placeholder="What both should remember"
          hint="The client does not see this."
        />
      </div>
    </div>
  ),
  play: async ({ canvas, canvasElement, userEvent }) => {
    // A number's step buttons come after it; those of a stepper are on either side of it.
    await expect(
      outlineOf(canvas.getByRole('textbox', { name: 'Hourly rate' }).parentElement ?? canvasElement),
    ).toEqual(['group:', 'field = $155.00:', 'button "Decrease":', 'button "Increase":'])
    const password = canvas.getByLabelText('Password')
    await expect(password).toHaveAttribute('type', 'password')
    await userEvent.click(canvas.getByRole('button', { name: 'Show password' }))
    await expect(password).toHaveAttribute('type', 'text')
    await userEvent.click(canvas.getByRole('button', { name: 'Hide password' }))
    await expect(password).toHaveAttribute('type', 'password')
  },
}

const onDay = fn()

/** Choosing a day in the calendar also closes it. */
export const DayChosen: Story = {
  beforeEach: () => void onDay.mockClear(),
  render: () => (
    <DateField
      label="Date"
      value="2026-11-16"
      text="Nov 16, 2026"
      min="2026-11-16"
      max="2027-11-16"
      onChange={onDay}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Date Nov 16, 2026' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Date' }))
    await userEvent.click(calendar.getByRole('button', { name: /November 19, 2026/ }))
    await expect(onDay.mock.calls).toEqual([['2026-11-19']])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

function Pickers() {
  const [zone, setZone] = useState<string | null>('America/New_York')
  const [coach, setCoach] = useState<Option | null>(coaches[0] ?? null)
  const [copy, setCopy] = useState<Option | null>(null)
  return (
    <div className="grid max-w-160 gap-4 sm:grid-cols-2">
      <Select label="Time zone" options={zones} value={zone} onChange={setZone} icon={<Globe />} />
      <Select
        label="Priv level"
        options={zones}
        value={null}
        onChange={setZone}
        error="Priv level is required"
      />
      <ComboBox label="Coach" options={coachSource} value={coach} onChange={setCoach} />
      <ComboBox
        label="Copy from"
        options={coachSource}
        value={copy}
        onChange={setCopy}
        isOptional
        placeholder="Another client"
        hint="Takes over coach and time zone."
      />
      <ComboBox
        label="Organization"
        options={coachSource}
        value={null}
        onChange={setCoach}
        error="Organization is required"
      />
      <ComboBox
        label="Organization"
        options={coachSource}
        value={coaches[1] ?? null}
        onChange={setCoach}
        isDisabled
      />
    </div>
  )
}

const timeActs = { onStartTyping: fn(), onType: fn(), onChoose: fn(), onStep: fn(), onErase: fn() }
const timeFacts = {
  label: 'Start Time',
  value: '09:00',
  text: '9:00 AM',
  choices: [
    { key: '1', label: '9:00 AM' },
    { key: '2', label: '9:15 AM', mark: 'next day' },
  ],
  chosen: '1',
}
const forgetActs = () => {
  for (const act of Object.values(timeActs)) act.mockClear()
}

/** The arrow keys change the minutes by a quarter of an hour; erasing never leaves the field empty. */
export const TimeTyped: Story = {
  beforeEach: forgetActs,
  render: () => <TimeField {...timeFacts} {...timeActs} />,
  play: async ({ canvas, userEvent }) => {
    // Two groups have this name: the box with the parts and the button, and inside it the parts alone.
    const [box] = canvas.getAllByRole('group', { name: 'Start Time' })
    const field = within(box ?? canvas.getByRole('group'))
    await userEvent.click(field.getByRole('spinbutton', { name: /^minute/ }))
    await expect(timeActs.onStartTyping).toHaveBeenCalled()
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.keyboard('{ArrowDown}')
    await expect(timeActs.onStep.mock.calls).toEqual([[1], [-1]])
    await userEvent.keyboard('{Control>}{ArrowUp}{Backspace}{/Control}{Meta>}{Delete}{/Meta}')
    await expect(timeActs.onStep).toHaveBeenCalledTimes(2)
    await expect(timeActs.onErase).not.toHaveBeenCalled()
    await userEvent.keyboard('{Backspace}')
    await userEvent.keyboard('{Delete}')
    await expect(timeActs.onErase).toHaveBeenCalledTimes(2)
    await expect(timeActs.onType).not.toHaveBeenCalled()
  },
}

/** On a small screen the field is a button, and its error is read out with it. */
export const TimeOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  beforeEach: forgetActs,
  render: () => <TimeField {...timeFacts} {...timeActs} error="Start Time has already passed" />,
  play: async ({ canvas, canvasElement, userEvent }) => {
    const field = canvas.getByRole('button', { name: 'Start Time: 9:00 AM' })
    await expect(field).toHaveAccessibleDescription('Start Time has already passed')
    field.focus()
    await userEvent.keyboard('{Delete}')
    await expect(timeActs.onErase).toHaveBeenCalledOnce()
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: '9:15 AM next day' }))
    await expect(timeActs.onChoose.mock.calls).toEqual([['2']])
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    field.blur()
    focusTime(canvasElement, 'Start Time')
    await expect(field).toHaveFocus()
  },
}

export const PickerFields: Story = { render: () => <Pickers /> }

export const ComboBoxOpen: Story = {
  render: () => <Pickers />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Coach Dana Whitfield' }))
  },
}
