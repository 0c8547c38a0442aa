import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { DeleteQuestion } from '#features/people/delete-question.tsx'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'

const meta = { title: 'People/Deleting' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const ingrid = sampleCoach({ abilities: { delete: true } })
const kwame = samplePerson({ abilities: { delete: true } })
const teo = sampleCoach({ id: 'coach-teo', first_name: 'Teo', last_name: 'Lindqvist', username: 'teo.l' })
const held = sampleSession({ coach_id: ingrid.id })
const joined = sampleOrgSession({ participants: [{ ...held.participants[0], ...person(ingrid) }] })

function person({ id, first_name, last_name, username, email }: Person) {
  return { id, first_name, last_name, username, email, time_zone: 'Europe/Oslo' }
}

const onDeleted = fn()
const onClose = fn()
const asked = fn()

const world =
  ({ id }: Person, sessions: readonly Session[], more: Answers = {}, total = sessions.length) =>
  () => {
    for (const each of [onDeleted, onClose, asked]) each.mockClear()
    return givenWorld({
      now: sampleNow,
      answers: {
        [`GET /sessions/future/${id}`]: { total, sessions },
        'GET /profiles/list-coaches': {
          entries: [ingrid, teo],
          entryCount: 2,
          entryCountExact: true,
          pageCount: 1,
        },
        'GET /sessions/busy': [],
        ...more,
      },
    })()
  }

const questionOf = (person: Person) => () => (
  <>
    <DeleteQuestion me={sampleMe('OrgAdmin')} person={person} onDeleted={onDeleted} onClose={onClose} />
    <ToastRegion />
  </>
)

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

/** A client's future sessions are mentioned: they are cancelled unless the deletion is undone. */
export const ClientWithOneAhead: Story = {
  beforeEach: world(kwame, [sampleSession()]),
  render: questionOf(kwame),
  play: async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete client' })
    await expect(outlineOf(question)).toEqual([
      'alertdialog:',
      'heading 2: Delete client',
      'Are you sure you want to delete Kwame Boateng? (this action can be undone)',
      "1 session ahead is cancelled in 10 minutes unless you undo; a later restore won't bring it back.",
      'button: Never mind',
      'button: Delete (on-accent)',
    ])
    await press('Never mind')
    await expect(onClose).toHaveBeenCalledOnce()
  },
}

export const ClientWithMoreAhead: Story = {
  beforeEach: world(kwame, [sampleSession(), sampleSession({ id: 'session-2' })], {}, 1200),
  render: questionOf(kwame),
  play: async () => {
    await expect(await screen.findByRole('alertdialog', { name: 'Delete client' })).toHaveTextContent(
      "1,200 sessions ahead are cancelled in 10 minutes unless you undo; a later restore won't bring them back.",
    )
  },
}

/** If the future sessions could not be loaded, the confirmation still opens and says so. */
export const NotLookedUp: Story = {
  beforeEach: world(ingrid, [], { 'GET /sessions/future/coach-ingrid': refusal(500) }),
  render: questionOf(ingrid),
  play: async () => {
    const question = await screen.findByRole('alertdialog', { name: 'Delete coach' })
    await expect(question).toHaveTextContent(
      /Couldn't look up the sessions ahead: x A client's are cancelled/,
    )
  },
}

const settle = [
  { session_id: 'session-1', act: 'reassign', to: 'coach-teo' },
  { session_id: 'session-org', act: 'cancel' },
]

/** The viewer first decides what happens to each of a coach's sessions; then one call does everything. */
export const CoachWithSessions: Story = {
  beforeEach: world(ingrid, [held, joined], {
    'DELETE /profiles/coach-ingrid': (_: URL, body: unknown) => {
      asked(body)
      return { ...ingrid, deletedAt: '2026-11-16T14:00:00.000Z' }
    },
  }),
  render: questionOf(ingrid),
  play: async () => {
    const settling = await screen.findByRole('dialog', { name: 'Before this person is deleted' })
    await expect(outlineOf(settling)).toEqual([
      'dialog:',
      'heading 2: Before this person is deleted',
      'Ingrid Solheim has 2 sessions ahead. Choose what happens to them.',
      'All at once',
      'button: Cancel all',
      'Who takes all of them',
      'button: Reassign all to',
      'list "Sessions ahead":',
      'entry:',
      'Values in practice',
      'Kwame Boateng',
      'Nov 19, 2026 10:00 AM EST',
      'radiogroup:',
      'What happens to Values in practice (heard)',
      'field [checked]:',
      'Reassign (accent-ink)',
      'field:',
      'Cancel',
      'Who takes Values in practice',
      'button: Choose a coach',
      'entry:',
      'Team hour',
      '1 participant',
      'Nov 19, 2026 10:00 AM EST',
      'radiogroup:',
      'What happens to Team hour (heard)',
      'field [checked]:',
      'Reassign (accent-ink)',
      'field:',
      'Cancel',
      'Who takes Team hour',
      'button: Choose a coach',
      '2 still to decide',
      'button: Never mind',
      'button [disabled]: Continue to delete',
    ])
    await expect(screen.queryByRole('alertdialog', { name: 'Delete coach' })).toBeNull()
    const second = within(settling).getByRole('radiogroup', { name: 'What happens to Team hour' })
    await userEvent.click(within(second).getByText('Cancel'))
    await expect(within(settling).getByText('1 still to decide')).toBeVisible()
    await userEvent.click(within(settling).getByRole('button', { name: /^Who takes Values in practice/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Teo Lindqvist/ }))
    await expect(outlineOf(settling)).toEqual([
      'dialog:',
      'heading 2: Before this person is deleted',
      'Ingrid Solheim has 2 sessions ahead. Choose what happens to them.',
      'All at once',
      'button: Cancel all',
      'Who takes all of them',
      'button: Reassign all to',
      'list "Sessions ahead":',
      'entry:',
      'Values in practice',
      'Kwame Boateng',
      'Nov 19, 2026 10:00 AM EST',
      'radiogroup:',
      'What happens to Values in practice (heard)',
      'field [checked]:',
      'Reassign (accent-ink)',
      'field:',
      'Cancel',
      'Who takes Values in practice',
      'button: Teo Lindqvist',
      'entry:',
      'Team hour',
      '1 participant',
      'Nov 19, 2026 10:00 AM EST',
      'radiogroup:',
      'What happens to Team hour (heard)',
      'field:',
      'Reassign',
      'field [checked]:',
      'Cancel (accent-ink)',
      'Everyone gets an email',
      'Nothing changes until you delete.',
      'button: Never mind',
      'button: Continue to delete (on-accent)',
    ])
    await press('Continue to delete')
    const question = await screen.findByRole('alertdialog', { name: 'Delete coach' })
    await expect(outlineOf(question)).toEqual([
      'alertdialog:',
      'heading 2: Delete coach',
      'Are you sure you want to delete Ingrid Solheim? (this action can be undone)',
      'Sessions ahead: 1 reassigned, 1 cancelled. Everyone in them gets an email.',
      'button: Never mind',
      'button: Delete (on-accent)',
    ])
    await press('Delete')
    await waitFor(() => expect(asked.mock.calls).toEqual([[{ settle }]]))
    await screen.findByText('Successfully deleted user')
    await expect(onDeleted).toHaveBeenCalledOnce()
    await expect(onClose).toHaveBeenCalledOnce()
  },
}

const lena = samplePerson({ id: 'client-lena', first_name: 'Lena', last_name: 'Falk', username: 'lena.f' })
const ledByTeo = sampleSession({
  coach_id: teo.id,
  user_id: ingrid.id,
  participants: [{ ...held.participants[0], ...person(ingrid) }],
})

/** If the coach is the client of a session, a client takes their place. A choice to cancel can be changed back. */
export const CoachAsAClient: Story = {
  beforeEach: world(ingrid, [ledByTeo], {
    'GET /profiles/list-clients': {
      entries: [kwame, lena],
      entryCount: 2,
      entryCountExact: true,
      pageCount: 1,
    },
  }),
  render: questionOf(ingrid),
  play: async () => {
    const settling = await screen.findByRole('dialog', { name: 'Before this person is deleted' })
    const taker = () => within(settling).getByRole('button', { name: /^Who takes Values in practice/ })
    await expect(taker()).toHaveTextContent(/^Choose a client$/)
    await userEvent.click(taker())
    await userEvent.click(await screen.findByRole('option', { name: /^Lena Falk/ }))
    await expect(taker()).toHaveTextContent(/^Lena Falk$/)
    await userEvent.click(within(settling).getByText('Cancel'))
    await expect(within(settling).getByText('Ingrid gets a cancellation by email')).toBeVisible()
    await userEvent.click(within(settling).getByText('Reassign'))
    await expect(taker()).toHaveTextContent(/^Choose a client$/)
    await expect(within(settling).getByText('1 still to decide')).toBeVisible()
  },
}

/** One choice for all sessions, which each row can still change. 'Never mind' changes nothing. */
export const AllAtOnce: Story = {
  beforeEach: world(ingrid, [held, sampleSession({ id: 'session-2', title: 'Second', coach_id: ingrid.id })]),
  render: questionOf(ingrid),
  play: async () => {
    const settling = await screen.findByRole('dialog', { name: 'Before this person is deleted' })
    await expect(within(settling).getByText('2 still to decide')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Continue to delete' })).toBeDisabled()
    await userEvent.click(within(settling).getByRole('button', { name: /^Who takes all of them/ }))
    const list = within(await screen.findByRole('listbox'))
    await expect((await list.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Teo Lindqvistteo.l',
    ])
    await userEvent.click(list.getByRole('option', { name: /^Teo/ }))
    await expect(within(settling).getByText('Nothing changes until you delete.')).toBeVisible()
    await press('Cancel all')
    await expect(within(settling).getAllByText('Kwame gets a cancellation by email')).toHaveLength(2)
    await press('Never mind')
    await expect(onClose).toHaveBeenCalledOnce()
  },
}

/** A refused call keeps the choices and shows the reason at each refused session. */
export const Refused: Story = {
  beforeEach: world(ingrid, [held], {
    'DELETE /profiles/coach-ingrid': problem('settle_refused', [
      { path: 'settle.0', message: 'Teo is busy then.' },
    ]),
  }),
  render: questionOf(ingrid),
  play: async () => {
    const settling = await screen.findByRole('dialog', { name: 'Before this person is deleted' })
    await expect(within(settling).getByText('Ingrid Solheim has 1 session ahead.')).toBeVisible()
    await expect(within(settling).getByText('Choose what happens to it.')).toBeVisible()
    await expect(within(settling).queryByText('All at once')).toBeNull()
    await userEvent.click(within(settling).getByText('Cancel'))
    await press('Continue to delete')
    await screen.findByRole('alertdialog', { name: 'Delete coach' })
    await press('Delete')
    await expect(await within(settling).findByRole('alert')).toHaveTextContent('Teo is busy then.')
    await expect(within(settling).getByText('Kwame gets a cancellation by email')).toBeVisible()
    await expect(onClose).not.toHaveBeenCalled()
  },
}

/** More sessions than one call can settle: some have to be settled elsewhere first. */
export const TooMany: Story = {
  beforeEach: world(ingrid, [held], {}, 201),
  render: questionOf(ingrid),
  play: async () => {
    const settling = await screen.findByRole('dialog', { name: 'Before this person is deleted' })
    await userEvent.click(within(settling).getByText('Cancel'))
    await expect(settling).toHaveTextContent(
      'Only 1 session can be settled at once. Please reassign or cancel some of them in Sessions first.',
    )
    await expect(screen.getByRole('button', { name: 'Continue to delete' })).toBeDisabled()
  },
}
