import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import { judgeSpan, lanesOf, type Availability } from '#features/sessions/ruler/session-lanes.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { atNine, sampleSession } from '#features/sessions/sample-sessions.ts'
import { optionsOf } from './person-options.ts'
import { withTypedStart } from './session-times.ts'
import { CheckingNote, ClashNote, ClockNote, HoursNote } from './time-notes.tsx'

// 9 AM on Monday in New York, where the coach works nine to five; 3 PM in Berlin, where the client works mornings.
const session = sampleSession(atNine)
const { coach, others } = optionsOf(session)
const span = { start: Date.parse(session.start_time), end: Date.parse(session.end_time) }
const now = Date.parse('2026-11-16T12:00:00.000Z')
const zone = 'America/New_York'

type Answer = NonNullable<Parameters<typeof lanesOf>[2]>

const known = (
  id: string,
  first_name: string,
  time_zone: string,
  until: string,
  busy: Answer[0]['busy'],
) => ({
  id,
  first_name,
  time_zone,
  working_hours: Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri'].map((day): [string, [string, string][]] => [day, [['09:00', until]]]),
  ),
  busy,
})

const coachKnown = (busy: Answer[0]['busy'] = []) => known(session.coach_id, 'Dana', zone, '17:00', busy)
const clientKnown = (until = '13:00') => known(session.user_id, 'Kwame', 'Europe/Berlin', until, [])

function availabilityOf(people: typeof others, answer: Answer, at = span): Availability {
  const lanes = lanesOf(coach, people, answer)
  return {
    ...judgeSpan(lanes, at, now),
    lanes,
    isChecking: lanes.some(({ isKnown }) => !isKnown),
    isFailed: false,
  }
}

const onUse = fn()

const Notes = ({ availability, at = span }: { availability: Availability; at?: typeof span }) => {
  const offer = { availability, isOrg: false, zone, day: '2026-11-16', onUse }
  return (
    <>
      <ClashNote {...offer} />
      <CheckingNote availability={availability} />
      <HoursNote {...offer} span={at} />
    </>
  )
}

const meta = { title: 'Notes on a time' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

/** Both days are known: the note says that both are free and who gets a bad hour. */
export const BothFree: Story = {
  render: () => <Notes availability={availabilityOf(others, [coachKnown(), clientKnown()])} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Both are free\./)).toHaveTextContent(
      'For Kwame it is 3:00 PM in Berlin, outside working hours.',
    )
    await expect(canvas.queryByText('Checking who is free…')).toBeNull()
  },
}

/** Nobody is called free while the client's day is loading. */
export const Checking: Story = {
  render: () => <Notes availability={availabilityOf(others, [coachKnown()])} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Checking who is free…')
    await expect(canvas.queryByText(/are free/)).toBeNull()
  },
}

/** With the coach alone, the note does not say 'both'. */
export const CoachBusyAlone: Story = {
  render: () => (
    <Notes
      availability={availabilityOf(
        [],
        [coachKnown([{ start: session.start_time, end: session.end_time, session: null }])],
      )}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/^Next free time:/)).toHaveTextContent(
      'Next free time: 10:00 – 11:00 AM EST',
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Use 10:00 AM' }))
    await expect(onUse).toHaveBeenCalledWith({ start: span.end, end: span.end + 3_600_000 })
  },
}

const hour = 3_600_000
const atNoon = { start: span.start + 3 * hour, end: span.end + 3 * hour }

/** The note offers a time within the hours of both, and a press takes it. */
export const KinderTime: Story = {
  beforeEach: () => void onUse.mockClear(),
  render: () => (
    <Notes availability={availabilityOf(others, [coachKnown(), clientKnown('17:00')], atNoon)} at={atNoon} />
  ),
  play: async ({ canvas, canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'Both are free. For Kwame it is 6:00 PM in Berlin, outside working hours.',
      'button: Find a kinder time: Nov 17, 2026, 9:00 – 10:00 AM EST',
    ])
    await userEvent.click(canvas.getByRole('button', { name: /^Find a kinder time/ }))
    await expect(onUse.mock.calls).toEqual([[{ start: span.start + 24 * hour, end: span.end + 24 * hour }]])
  },
}

const onChoose = fn()
/** Midnight before New York's clocks go back. */
const eve = { start: Date.parse('2026-11-01T04:00:00.000Z'), end: null, note: null }

/** The note asks which instant is meant by a time that occurs twice. */
export const TimeThatComesTwice: Story = {
  beforeEach: () => void onChoose.mockClear(),
  render: () => <ClockNote times={withTypedStart(eve, '01:30', zone)} zone={zone} onChoose={onChoose} />,
  play: async ({ canvas, canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      '1:30 AM comes twice on that day, because the clocks go back. (accent-ink)',
      'radiogroup:',
      'Which one (accent-ink, heard)',
      'field [checked]:',
      '1:30 AM EDT, UTC-4 (accent-ink)',
      'field:',
      '1:30 AM EST, UTC-5',
    ])
    await userEvent.click(canvas.getByText('1:30 AM EST, UTC-5'))
    await expect(onChoose.mock.calls).toEqual([[Date.parse('2026-11-01T06:30:00.000Z')]])
  },
}
