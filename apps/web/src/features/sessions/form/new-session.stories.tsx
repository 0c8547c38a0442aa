import type { Meta, StoryObj } from '@storybook/react-vite'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { choose, onClose, opened, press, sent, timeField, world } from './sample-form.ts'
import { ScheduleSession } from './schedule-session.tsx'

const meta = { title: 'Sessions/Form, new' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const newOne = (level: LevelName) => () => (
  <>
    <ScheduleSession me={sampleMe(level)} isOpen onClose={onClose} />
    <ToastRegion />
  </>
)

/** A coach books for themselves: their own clients, both days side by side, and who gets an email. */
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

/** A filled-in form shows the client's day and clock beside the coach's, and what it sends. */
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

/** The form shows who is busy, until when, and the next time that suits both. Nothing can be booked over a busy time. */
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
    // The drawing names each session once, the one in the way over the hatch.
    await expect(within(form).getAllByText('Supervision')).toHaveLength(1)
    await expect(within(form).getAllByText('Busy')).toHaveLength(1)
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

/** The arrow keys and a press beside the frame move the frame; the buttons in the header change the day. */
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

/** An Admin books for others: the people one below the other with their own time, and nobody of another organization. */
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
      'EST',
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
    // The drawing is hidden from screen readers, so it is not in the outline. Every second hour has its label.
    await expect(
      within(form)
        .getAllByText(/^\d+ [AP]M$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['8 AM', '12 PM', '4 PM'])
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
