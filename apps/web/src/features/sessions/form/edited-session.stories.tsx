import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { problem, refusal } from '../../../../.storybook/world.ts'
import { sampleMe, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { EditSession } from './edit-session.tsx'
import { onClose, opened, press, sent, timeField, world } from './sample-form.ts'

const meta = { title: 'Sessions/Form, edited' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const editable = { edit: true, editTimes: true, editBillable: true }
const one = sampleSession({ abilities: editable })

const formOf = (session: Session, level: LevelName) => () => (
  <>
    <EditSession me={sampleMe(level)} sessionId={session.id} row={session} isOpen onClose={onClose} />
    <ToastRegion />
  </>
)

/** Saving sends only the changed fields, and nothing if nothing changed. */
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

/** Somebody else saved first: the form moves to their version, keeps what was typed, and says so. */
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

/** After the start, the session's time and people can't be changed. */
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
    await expect(within(form).getByText('Times and people can no longer be changed.')).toBeVisible()
    await expect(within(form).queryByText(/This session has started/)).toBeNull()
    await expect(within(form).queryByRole('checkbox', { name: 'Billable' })).toBeNull()
    await expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}

/** If busy times can't be loaded, a time can still be chosen. */
export const DaysUnknown: Story = {
  beforeEach: world({ 'GET /sessions/session-1': one, 'GET /sessions/busy': refusal(500) }),
  render: formOf(one, 'Coach'),
  play: async () => {
    const form = await opened('Edit session')
    await within(form).findByText("Busy times couldn't be loaded. You can still choose a time.")
    await expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled()
  },
}
