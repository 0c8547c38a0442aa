import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions.ts'
import type { LevelName } from '@parley/contract/rules/levels.ts'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { EditSession } from './edit-session.tsx'
import { ScheduleSession } from './schedule-session.tsx'

const meta = { title: 'Sessions/Form' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const onClose = fn()
const sent = fn()

const dana = sampleCoach({ id: 'coach-dana', first_name: 'Dana', last_name: 'Whitfield', username: 'dana.w' })
const ingrid = sampleCoach({ time_zone: 'Europe/Oslo' })
const kwame = samplePerson()
const lena = samplePerson({ id: 'client-lena', first_name: 'Lena', last_name: 'Falk', username: 'lena.f' })
const harbor = {
  organization_id: 'harbor',
  organization: { displayName: 'Harbor', time_zone: 'Europe/London' },
}
const piers = sampleCoach({ id: 'coach-piers', first_name: 'Piers', last_name: 'Okafor', ...harbor })

const pageOf = (entries: readonly Person[]) => ({
  entries,
  entryCount: entries.length,
  entryCountExact: true,
  pageCount: 1,
})
type Busy = [start: string, end: string, title: string | null]
const dayOf = ({ id, first_name, time_zone, organization }: Person, busy: Busy[] = []) => ({
  id,
  first_name,
  time_zone: time_zone ?? organization?.time_zone ?? 'UTC',
  working_hours: null,
  busy: busy.map(([start, end, title]) => ({
    start: `2026-11-${start}:00.000Z`,
    end: `2026-11-${end}:00.000Z`,
    session: title === null ? null : { id: 'another', title },
  })),
})
/** Dana is busy from 10:30 to 11 in New York, Kwame from 9:15 to 10:15. */
const days = [
  dayOf(dana, [['16T15:30', '16T16:00', 'Supervision']]),
  dayOf(kwame, [['16T14:15', '16T15:15', null]]),
  dayOf(lena),
  dayOf(ingrid),
  dayOf(piers),
]

const world =
  (more: Answers = {}) =>
  () => {
    onClose.mockClear()
    sent.mockClear()
    return givenWorld({
      now: sampleNow,
      answers: {
        'GET /profiles/list-clients': pageOf([kwame, lena]),
        'GET /profiles/list-admins': pageOf([dana, ingrid, piers]),
        'GET /profiles/list-coaches': pageOf([dana, ingrid]),
        'GET /sessions/busy': (url: URL) => {
          const people = JSON.parse(url.searchParams.get('people') ?? '[]') as string[]
          return days.filter(({ id }) => people.includes(id))
        },
        'POST /sessions/create': (_: URL, body: unknown) => {
          sent(body)
          return sampleSession()
        },
        ...more,
      },
    })()
  }

const newOne = (level: LevelName) => () => (
  <>
    <ScheduleSession me={sampleMe(level)} isOpen onClose={onClose} />
    <ToastRegion />
  </>
)

const opened = async (name: string) => {
  const form = await screen.findByRole('dialog', { name })
  await waitFor(() => expect(within(form).queryByText('Checking who is free…')).toBeNull())
  return form
}
/** How a time field reads: its parts, its list, and what time it is for whom. */
function timeField(label: 'Start time' | 'End time', time: string, below: string, state = ''): string[] {
  const [hour, minute, half] = time.split(/[: ]/)
  const as = (role: string) => (state === '' ? role : `${role} ${state}`)
  return [
    label,
    `${as('group')}:`,
    `${as('group')}:`,
    `${as('spinbutton "hour, "')} [valuetext ${hour} ${half}]: ${hour}`,
    `${as('spinbutton "minute, "')} [valuetext ${minute}]: ${minute}`,
    `${as('spinbutton "AM/PM, "')} [valuetext ${half}]: ${half}`,
    `${as(`button "${label}, choose from a list"`)}:`,
    below,
  ]
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
async function choose(field: RegExp, option: RegExp): Promise<void> {
  await press(field)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
/** A coach books for themselves: the own clients, both days side by side, and whoever hears of it. */
export const NewForACoach: Story = {
  beforeEach: world(),
  render: newOne('Coach'),
  play: async () => {
    const form = await opened('Schedule Session')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'Coach',
      'field = Dana Whitfield:',
      'New York, EST',
      'Client',
      'button: Choose a client',
      'Title',
      'field = :',
      'Date',
      'button: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '9:30 AM', 'EST'),
      ...timeField('End time', '10:30 AM', 'EST'),
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'button "Day before" [disabled]:',
      'button [disabled]: Today',
      'button "Day after":',
      'Dana',
      'Client',
      'EST',
      'slider "Session time" [valuetext 9:30 – 10:30 AM EST]:',
      'list:',
      'entry: Dana Whitfield: Supervision 10:30 – 11:00 AM.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'button: Never mind',
      'button: Schedule Session (on-accent)',
    ])
    await press('Schedule Session')
    await expect(within(form).getByText('Client is required')).toBeVisible()
    await expect(within(form).getByText('Title is required')).toBeVisible()
    await expect(sent).not.toHaveBeenCalled()
  },
}

/** Filled in: the client's day and clock beside the own, and what is sent. */
export const BookedByACoach: Story = {
  beforeEach: world(),
  render: newOne('Coach'),
  play: async () => {
    const form = await opened('Schedule Session')
    await choose(/^Client/, /^Lena Falk/)
    await userEvent.type(within(form).getByRole('textbox', { name: 'Title' }), 'First hour')
    await within(form).findByText('Lena Falk: nothing else on that day.')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'Coach',
      'field = Dana Whitfield:',
      'New York, EST',
      'Client',
      'button: Lena Falk',
      'Berlin, CET (6 h ahead)',
      'Title',
      'field = First hour:',
      'Date',
      'button: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '9:30 AM', '3:30 PM Berlin'),
      ...timeField('End time', '10:30 AM', '4:30 PM Berlin'),
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'button "Day before" [disabled]:',
      'button [disabled]: Today',
      'button "Day after":',
      'Dana',
      'Lena',
      'EST',
      'CET',
      'slider "Session time" [valuetext 9:30 – 10:30 AM EST]:',
      'list:',
      'entry: Dana Whitfield: Supervision 10:30 – 11:00 AM.',
      'entry: Lena Falk: nothing else on that day.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'Lena gets an invitation by email, in their own time zone.',
      'button: Never mind',
      'button: Schedule Session (on-accent)',
    ])
    await press('Schedule Session')
    await screen.findByText('Session scheduled')
    await expect(sent.mock.calls).toEqual([
      [
        {
          title: 'First hour',
          coach_id: 'coach-dana',
          user_id: 'client-lena',
          participants: ['client-lena'],
          start_time: '2026-11-16T14:30:00.000Z',
          end_time: '2026-11-16T15:30:00.000Z',
          instance_count: 1,
        },
      ],
    ])
    await expect(onClose).toHaveBeenCalledOnce()
  },
}

/** Who is busy, until when, and the next time that suits both; nothing is booked over it. */
export const Clash: Story = {
  beforeEach: world(),
  render: newOne('Coach'),
  play: async () => {
    const form = await opened('Schedule Session')
    await choose(/^Client/, /^Kwame Boateng/)
    await within(form).findByText(/is busy/)
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'Coach',
      'field = Dana Whitfield:',
      'New York, EST',
      'Client',
      'button: Kwame Boateng',
      'Berlin, CET (6 h ahead)',
      'Title',
      'field = :',
      'Date',
      'button: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '9:30 AM', '3:30 PM Berlin'),
      ...timeField('End time', '10:30 AM', '4:30 PM Berlin'),
      'Kwame is busy until 4:15 PM in Berlin. (red-ink)',
      'Next time free for both (red-ink) : (red-ink) 11:00 AM – 12:00 PM EST (red-ink)',
      'button: Use 11:00 AM',
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'button "Day before" [disabled]:',
      'button [disabled]: Today',
      'button "Day after":',
      'Dana',
      'Kwame',
      'EST',
      'CET',
      'slider "Session time" [valuetext 9:30 – 10:30 AM EST]:',
      'list:',
      'entry: Dana Whitfield: Supervision 10:30 – 11:00 AM.',
      'entry: Kwame Boateng: Busy 9:15 – 10:15 AM.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'Kwame gets an invitation by email, in their own time zone.',
      'button: Never mind',
      'button [disabled]: Schedule Session',
    ])
    await expect(screen.getByRole('button', { name: 'Schedule Session' })).toBeDisabled()
    const slider = within(form).getByRole('slider')
    await userEvent.click(within(form).getByText('Free for both'))
    await waitFor(() => expect(within(form).queryByText(/is busy/)).toBeNull())
    await expect(slider).toHaveAttribute('aria-valuetext', '11:00 AM – 12:00 PM EST')
    slider.focus()
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.click(await within(form).findByRole('button', { name: /^Use/ }))
    await expect(slider).toHaveAttribute('aria-valuetext', '11:00 AM – 12:00 PM EST')
    await expect(document.activeElement).toHaveAccessibleName(/^hour.*Start time/)
  },
}

/** The frame is moved by the arrow keys and by a press beside it, the day by its head. */
export const OnTheRuler: Story = {
  beforeEach: world(),
  render: newOne('Coach'),
  play: async () => {
    const form = await opened('Schedule Session')
    const slider = within(form).getByRole('slider', { name: 'Session time' })
    const said = () => slider.getAttribute('aria-valuetext')
    await expect(said()).toBe('9:30 – 10:30 AM EST')
    slider.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(said()).toBe('9:45 – 10:45 AM EST')
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await expect(said()).toBe('9:45 – 11:00 AM EST')
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
    await expect(said()).toBe('9:00 – 10:15 AM EST')
    await expect(screen.getByRole('button', { name: 'Day before' })).toBeDisabled()
    await expect(screen.getByRole('button', { name: 'Today' })).toBeDisabled()
    await press('Day after')
    await expect(said()).toBe('9:00 – 10:15 AM EST')
    await expect(within(form).getByRole('heading', { level: 3 })).toHaveTextContent('Tuesday, Nov 17')
    await press('Day after')
    await press('Day before')
    await expect(said()).toBe('9:00 – 10:15 AM EST')
    await press('Today')
    await expect(said()).toBe('9:00 – 10:15 AM EST')
  },
}

/** An OrgAdmin books for others: everybody below each other with their own time, and nobody of another organization. */
export const OrgSession: Story = {
  beforeEach: world(),
  render: newOne('Admin'),
  play: async () => {
    const form = await opened('Schedule Session')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'radiogroup:',
      'Session type (heard)',
      'field [checked]:',
      'Individual',
      'field:',
      'Org',
      'Coach',
      'button: Choose a coach',
      'Client',
      'button: Choose a client',
      'Title',
      'field = :',
      'Date',
      'button: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '9:30 AM', 'EST'),
      ...timeField('End time', '10:30 AM', 'EST'),
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'button "Day before" [disabled]:',
      'button [disabled]: Today',
      'button "Day after":',
      'Coach',
      'Client',
      'slider "Session time" [valuetext 9:30 – 10:30 AM EST]:',
      'list:',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'field [checked]:',
      'Billable',
      'button: Never mind',
      'button: Schedule Session (on-accent)',
    ])
    await choose(/^Coach/, /^Dana Whitfield/)
    await choose(/^Client/, /^Lena Falk/)
    await within(form).findByText('Lena Falk: nothing else on that day.')
    await choose(/^Coach/, /^Piers Okafor/)
    await expect(within(form).getByRole('button', { name: /^Client/ })).toHaveTextContent('Choose a client')
    await choose(/^Coach/, /^Dana Whitfield/)
    await userEvent.click(within(form).getByText('Org'))
    await press('Add people')
    await userEvent.click(await screen.findByRole('option', { name: /^Ingrid Solheim/ }))
    await userEvent.keyboard('{Escape}')
    await within(form).findByText('Ingrid Solheim: nothing else on that day.')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Schedule Session',
      'button "Close":',
      'radiogroup:',
      'Session type (heard)',
      'field:',
      'Individual',
      'field [checked]:',
      'Org',
      'Coach',
      'button: Dana Whitfield',
      'New York, EST',
      'Title',
      'field = :',
      'Participants',
      '1 of 10',
      'Ingrid Solheim',
      'button "Remove Ingrid Solheim":',
      'button: Add people',
      'Date',
      'button: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '9:30 AM', '3:30 PM Oslo'),
      ...timeField('End time', '10:30 AM', '4:30 PM Oslo'),
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'button "Day before" [disabled]:',
      'button [disabled]: Today',
      'button "Day after":',
      'list "Local times":',
      'entry:',
      'Dana Whitfield',
      '9:30 AM New York',
      'entry:',
      'Ingrid Solheim',
      '3:30 PM Oslo',
      'slider "Session time" [valuetext 9:30 – 10:30 AM EST]:',
      'list:',
      'entry: Dana Whitfield: Supervision 10:30 – 11:00 AM.',
      'entry: Ingrid Solheim: nothing else on that day.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'field [checked]:',
      'Billable',
      '2 people get an invitation by email, each in their own time zone.',
      'button: Never mind',
      'button: Schedule Session (on-accent)',
    ])
    await userEvent.type(within(form).getByRole('textbox', { name: 'Title' }), 'Team hour')
    await userEvent.click(within(form).getByRole('checkbox', { name: 'Billable' }))
    await press('Schedule Session')
    await screen.findByText('Session scheduled')
    await expect(sent.mock.calls).toEqual([
      [
        {
          title: 'Team hour',
          coach_id: 'coach-dana',
          user_id: 'coach-dana',
          participants: ['coach-ingrid'],
          start_time: '2026-11-16T14:30:00.000Z',
          end_time: '2026-11-16T15:30:00.000Z',
          instance_count: 1,
          billable: false,
        },
      ],
    ])
  },
}

const editable = { edit: true, editTimes: true, editBillable: true }
const one = sampleSession({ abilities: editable })

const formOf = (session: Session, level: LevelName) => () => (
  <>
    <EditSession me={sampleMe(level)} sessionId={session.id} row={session} isOpen onClose={onClose} />
    <ToastRegion />
  </>
)

/** What was changed is sent, and the rest is not; without a change nothing is. */
export const Edited: Story = {
  beforeEach: world({
    'GET /sessions/session-1': one,
    'POST /sessions/update/session-1': (_: URL, body: unknown) => {
      sent(body)
      return { ...one, title: 'Values', version: 2 }
    },
  }),
  render: formOf(one, 'Coach'),
  play: async () => {
    const form = await opened('Edit session')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Edit session',
      'button "Close":',
      'Coach',
      'field = Dana Whitfield:',
      'New York, EST',
      'Client',
      'button: Kwame Boateng',
      'Berlin, CET (6 h ahead)',
      'Title',
      'field = Values in practice:',
      'Date',
      'button: Nov 19, 2026',
      'Thursday',
      ...timeField('Start time', '10:00 AM', '4:00 PM Berlin'),
      ...timeField('End time', '11:00 AM', '5:00 PM Berlin'),
      'section "Everybody\'s day":',
      'heading 3: Thursday, Nov 19',
      'button "Day before":',
      'button: Today',
      'button "Day after":',
      'Dana',
      'Kwame',
      'EST',
      'CET',
      'slider "Session time" [valuetext 10:00 – 11:00 AM EST]:',
      'list:',
      'entry: Dana Whitfield: nothing else on that day.',
      'entry: Kwame Boateng: nothing else on that day.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'Everyone in it gets an email about a new time.',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
    await press('Save')
    await expect(onClose).toHaveBeenCalledOnce()
    await expect(sent).not.toHaveBeenCalled()
    const title = within(form).getByRole('textbox', { name: 'Title' })
    await userEvent.clear(title)
    await userEvent.type(title, 'Values')
    await press('Save')
    await waitFor(() => expect(sent.mock.calls).toEqual([[{ version: 1, title: 'Values' }]]))
    await screen.findByText('Saved')
    await expect(onClose).toHaveBeenCalledTimes(2)
  },
}

const asked = { count: 0 }

/** Somebody else was faster: the form stands on theirs then, keeps what was written, and says so. */
export const ChangedMeanwhile: Story = {
  beforeEach: () => {
    asked.count = 0
    return world({
      'GET /sessions/session-1': () =>
        ++asked.count === 1 ? one : { ...one, instance_count: 2, version: 2 },
      'POST /sessions/update/session-1': problem('stale'),
    })()
  },
  render: formOf(one, 'Coach'),
  play: async () => {
    const form = await opened('Edit session')
    await userEvent.type(within(form).getByRole('textbox', { name: 'Title' }), '!')
    await press('Save')
    await within(form).findByText(
      'Somebody else has changed this meanwhile. Please look at it again. Yours is not saved yet.',
    )
    await waitFor(() => expect(within(form).getByRole('textbox', { name: 'Instances' })).toHaveValue('2'))
    await expect(within(form).getByRole('textbox', { name: 'Title' })).toHaveValue('Values in practice!')
    await expect(onClose).not.toHaveBeenCalled()
  },
}

const begun = sampleOrgSession({
  start_time: '2026-11-16T13:30:00.000Z',
  end_time: '2026-11-16T14:30:00.000Z',
  abilities: { edit: true },
})

/** Once it has begun, its time and people stay. */
export const Begun: Story = {
  beforeEach: world({ 'GET /sessions/session-org': begun }),
  render: formOf(begun, 'OrgAdmin'),
  play: async () => {
    await expect(outlineOf(await opened('Edit session'))).toEqual([
      'dialog:',
      'heading 2: Edit session',
      'button "Close":',
      'This session has started: its time and people can no longer be changed. (accent-ink)',
      'radiogroup [disabled]:',
      'Session type (heard)',
      'field [disabled]:',
      'Individual',
      'field [disabled] [checked]:',
      'Org',
      'Coach',
      'button [disabled]: Dana Whitfield',
      'New York, EST',
      'Title',
      'field = Team hour:',
      'Participants',
      '2 of 10',
      'Ingrid Solheim',
      'Rafael Teixeira',
      'Date',
      'button [disabled]: Nov 16, 2026',
      'Monday, today',
      ...timeField('Start time', '8:30 AM', 'EST', '[disabled]'),
      ...timeField('End time', '9:30 AM', 'EST', '[disabled]'),
      'section "Everybody\'s day":',
      'heading 3: Monday, Nov 16',
      'list "Local times":',
      'entry:',
      'Dana Whitfield',
      '8:30 AM New York',
      'entry:',
      'Ingrid Solheim',
      '2:30 PM Oslo',
      'entry:',
      'Rafael Teixeira',
      '2:30 PM Berlin',
      'slider "Session time" [disabled] [valuetext 8:30 – 9:30 AM EST]:',
      'list:',
      'entry: Dana Whitfield: Supervision 10:30 – 11:00 AM.',
      'entry: Ingrid Solheim: nothing else on that day.',
      'Instances',
      'group:',
      'button "Decrease":',
      'field = 1:',
      'button "Increase":',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
  },
}

const over = sampleSession({ status: 'Completed' })

export const Over: Story = {
  beforeEach: world({ 'GET /sessions/session-1': over }),
  render: formOf(over, 'Admin'),
  play: async () => {
    const form = await opened('Edit session')
    await expect(within(form).getByText('Times and people cannot be changed any more.')).toBeVisible()
    await expect(within(form).queryByText(/This session has started/)).toBeNull()
    await expect(within(form).queryByRole('checkbox', { name: 'Billable' })).toBeNull()
    await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}

/** Where busy times cannot be looked up one chooses without them. */
export const DaysUnknown: Story = {
  beforeEach: world({ 'GET /sessions/session-1': one, 'GET /sessions/busy': refusal(500) }),
  render: formOf(one, 'Coach'),
  play: async () => {
    const form = await opened('Edit session')
    await within(form).findByText('Busy times could not be loaded. You can still choose a time.')
    await expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  },
}
