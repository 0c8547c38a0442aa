import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Organization } from '@parley/contract/organizations.ts'
import type { Person } from '@parley/contract/people.ts'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, type Answers } from '../../../../.storybook/world.ts'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { AddPerson } from './add-person.tsx'
import { EditPerson } from './edit-person.tsx'

const meta = { title: 'People/Form' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const onClose = fn()
const saved = fn()

const world =
  (person: Person, more: Answers = {}) =>
  () => {
    onClose.mockClear()
    saved.mockClear()
    return givenWorld({ now: sampleNow, answers: { [`GET /profiles/${person.id}`]: person, ...more } })()
  }

const formOf = (person: Person, level: LevelName) => () => (
  <>
    <EditPerson
      kind={person.privs === 0 ? 'client' : 'coach'}
      me={sampleMe(level)}
      personId={person.id}
      row={undefined}
      isOpen
      onClose={onClose}
    />
    <ToastRegion />
  </>
)

const opened = async (name: string, first: string) => {
  const form = await screen.findByRole('dialog', { name })
  await waitFor(() => expect(within(form).getByRole('textbox', { name: 'First name' })).toHaveValue(first))
  return form
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

const acts = { edit: true, delete: true, sendLoginEmail: true }
const kwame = samplePerson({ abilities: acts })

/** A coach edits names, email and time zone; the coach and organization fields are not shown. */
export const ClientForTheirCoach: Story = {
  beforeEach: world(kwame),
  render: formOf(kwame, 'Coach'),
  play: async () => {
    const form = await opened('Edit client', 'Kwame')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Edit client',
      'button "Close":',
      'Kwame Boateng',
      'Member since Jan 5, 2026',
      'First name',
      'field = Kwame:',
      'Last name',
      'field = Boateng:',
      'Username',
      'field = kwame.b:',
      'Not needed for calls. It tells people with the same name apart.',
      'Email',
      'field = kwame@example.test:',
      'Time zone optional',
      'button: Berlin, CET',
      'button "Clear Time zone":',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
    await press('Save')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  },
}

export const ClientForAnOrgAdmin: Story = {
  beforeEach: world(kwame),
  render: formOf(kwame, 'OrgAdmin'),
  play: async () => {
    await expect(outlineOf(await opened('Edit client', 'Kwame'))).toEqual([
      'dialog:',
      'heading 2: Edit client',
      'button "Close":',
      'Kwame Boateng',
      'Member since Jan 5, 2026',
      'First name',
      'field = Kwame:',
      'Last name',
      'field = Boateng:',
      'Username',
      'field = kwame.b:',
      'Not needed for calls. It tells people with the same name apart.',
      'Email',
      'field = kwame@example.test:',
      'Coach optional',
      'button: Dana Whitfield',
      'button "Clear Coach":',
      'Time zone optional',
      'button: Berlin, CET',
      'button "Clear Time zone":',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
  },
}

const alone = samplePerson({
  abilities: acts,
  coach: null,
  coach_id: null,
  organization: null,
  organization_id: null,
})

/** Only Admin and above choose the organization and delete from this form. */
export const ClientForAnAdmin: Story = {
  beforeEach: world(alone, { 'GET /sessions/future/client-kwame': { total: 0, sessions: [] } }),
  render: formOf(alone, 'Admin'),
  play: async () => {
    await expect(outlineOf(await opened('Edit client', 'Kwame'))).toEqual([
      'dialog:',
      'heading 2: Edit client',
      'button "Close":',
      'Kwame Boateng',
      'Member since Jan 5, 2026',
      'First name',
      'field = Kwame:',
      'Last name',
      'field = Boateng:',
      'Username',
      'field = kwame.b:',
      'Not needed for calls. It tells people with the same name apart.',
      'Email',
      'field = kwame@example.test:',
      'Organization',
      'button: Choose an organization',
      "If left empty, the coach's is used.",
      'Coach optional',
      'button: Nobody yet',
      'Time zone optional',
      'button: Berlin, CET',
      'button "Clear Time zone":',
      'button: Delete User',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
    await press('Delete User')
    const question = await screen.findByRole('alertdialog', { name: 'Delete client' })
    await userEvent.click(within(question).getByRole('button', { name: 'Never mind' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(onClose).not.toHaveBeenCalled()
  },
}

const ingrid = sampleCoach({
  abilities: { ...acts, resetSecondFactor: true },
  has_second_factor: true,
  is_assessor: true,
})

/** A coach's form also has the level, the assessor switch and the reset for a lost second factor. */
export const CoachForAnAdmin: Story = {
  beforeEach: world(ingrid, {
    'POST /profiles/reset-second-factor/coach-ingrid': {},
  }),
  render: formOf(ingrid, 'Admin'),
  play: async () => {
    await expect(outlineOf(await opened('Edit coach', 'Ingrid'))).toEqual([
      'dialog:',
      'heading 2: Edit coach',
      'button "Close":',
      'Ingrid Solheim',
      'Member since Jan 5, 2026',
      'First name',
      'field = Ingrid:',
      'Last name',
      'field = Solheim:',
      'Username',
      'field = ingrid.s:',
      'For signing in.',
      'Email',
      'field = ingrid@example.test:',
      'Organization',
      'button: Northlight Coaching',
      'Priv level',
      'button [haspopup listbox]: Coach',
      'Time zone optional',
      'button: New York, EST',
      'switch [checked]:',
      'May assess clients',
      'Two-factor sign-in is on.',
      'button: Reset second factor',
      'button: Delete User',
      'button: Never mind',
      'button: Save (on-accent)',
    ])
    await press('Reset second factor')
    const question = await screen.findByRole('alertdialog', { name: 'Reset the second factor?' })
    await expect(outlineOf(question)).toEqual([
      'alertdialog:',
      'heading 2: Reset the second factor?',
      "Ingrid Solheim is signed out everywhere and signs in with the password alone until a new one is set up. Only do this if you're sure it's them asking.",
      'button: Never mind',
      'button: Reset (on-accent)',
    ])
    await press('Reset')
    await screen.findByText('Second factor reset')
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: /second factor\?/ })).toBeNull())
  },
}

const above = sampleCoach({ privs: 10, has_second_factor: true })

/** The form of a person who is not below the viewer is locked and says why. */
export const NotBelow: Story = {
  beforeEach: world(above),
  render: formOf(above, 'OrgAdmin'),
  play: async () => {
    await expect(outlineOf(await opened('Edit coach', 'Ingrid'))).toEqual([
      'dialog:',
      'heading 2: Edit coach',
      'button "Close":',
      'Ingrid Solheim',
      'Member since Jan 5, 2026',
      'alert:',
      'Cannot modify equal or higher priveleged user (red-ink)',
      'First name',
      'field = Ingrid:',
      'Last name',
      'field = Solheim:',
      'Username',
      'field = ingrid.s:',
      'For signing in.',
      'Email',
      'field = ingrid@example.test:',
      'Organization',
      'field = Northlight Coaching:',
      'Priv level',
      'button [disabled] [haspopup listbox]: Super',
      'Cannot promote user above yourself (red-ink)',
      'Time zone optional',
      'button [disabled]: New York, EST',
      'switch [disabled]:',
      'May assess clients',
      'button: Never mind',
      'button [disabled]: Save',
    ])
  },
}

const shared = samplePerson({ coach_id: 'coach-ingrid', abilities: {} })

/** The form of a client that the coach only sees through a shared session is locked and gives that reason. */
export const AnotherCoachsClient: Story = {
  name: "Another coach's client [PEOPLE-75]",
  beforeEach: world(shared),
  render: formOf(shared, 'Coach'),
  play: async () => {
    const form = within(await opened('Edit client', 'Kwame'))
    await expect(form.getByRole('alert')).toHaveTextContent('You can only edit your own clients.')
    await expect(form.getByRole('textbox', { name: 'First name' })).toHaveAttribute('readonly')
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}

const gone = samplePerson({ deletedAt: '2026-11-12T15:00:00.000Z', abilities: { restore: true } })

export const Deleted: Story = {
  beforeEach: world(gone),
  render: formOf(gone, 'OrgAdmin'),
  play: async () => {
    const form = await opened('Edit client', 'Kwame')
    await expect(within(form).getByText('This person was deleted.')).toBeVisible()
    await expect(within(form).queryByText('Cannot modify equal or higher priveleged user')).toBeNull()
    await expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}

/** Saving sends only the changed fields with the version they were based on, and shows a toast. */
export const Saved: Story = {
  beforeEach: world(kwame, {
    'PUT /profiles/client-kwame': (_: URL, body: unknown) => {
      saved(body)
      return { ...kwame, first_name: 'Kofi', version: 2 }
    },
  }),
  render: formOf(kwame, 'Coach'),
  play: async () => {
    const form = await opened('Edit client', 'Kwame')
    const name = within(form).getByRole('textbox', { name: 'First name' })
    await userEvent.clear(name)
    await press('Save')
    await expect(within(form).getByText('First name is required')).toBeVisible()
    await expect(within(form).getByText('1 field to fix')).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
    await userEvent.type(name, 'Kofi')
    await press('Save')
    await screen.findByText('Kofi Boateng')
    await expect(screen.getByText('Saved')).toBeVisible()
    await expect(saved.mock.calls).toEqual([[{ attributes: { first_name: 'Kofi' }, version: 1, settle: [] }]])
    await expect(onClose).toHaveBeenCalledOnce()
  },
}

const asked = { count: 0 }

/** Somebody else saved first: the form moves to their version, keeps what was typed, and says so. */
export const ChangedMeanwhile: Story = {
  beforeEach: () => {
    asked.count = 0
    return world(kwame, {
      'GET /profiles/client-kwame': () =>
        ++asked.count === 1 ? kwame : { ...kwame, last_name: 'Mensah', version: 2 },
      'PUT /profiles/client-kwame': problem('stale'),
    })()
  },
  render: formOf(kwame, 'Coach'),
  play: async () => {
    const form = await opened('Edit client', 'Kwame')
    await userEvent.type(within(form).getByRole('textbox', { name: 'First name' }), ' K.')
    await expect(within(form).queryByText(/Yours is not saved yet/)).toBeNull()
    await press('Save')
    await within(form).findByText(
      'Somebody else has changed this meanwhile. Please look at it again. Yours is not saved yet.',
    )
    await waitFor(() =>
      expect(within(form).getByRole('textbox', { name: 'Last name' })).toHaveValue('Mensah'),
    )
    await expect(within(form).getByRole('textbox', { name: 'First name' })).toHaveValue('Kwame K.')
    await screen.findByText('Error updating client')
    await expect(onClose).not.toHaveBeenCalled()
  },
}

const teo = sampleCoach({ id: 'coach-teo', first_name: 'Teo', last_name: 'Lindqvist', username: 'teo.l' })
const harbor: Organization = {
  id: 'harbor',
  displayName: 'Harbor',
  name: 'Harbor Ltd',
  users: 0,
  createdAt: '2026-01-05T14:00:00.000Z',
  billingAddress: '1 Quay',
  rate: 100,
  rateUntil: null,
  time_zone: 'Europe/London',
  contact: '',
  billingEmail: null,
  no_show_billed: false,
  waiting_room: true,
  chat_files: true,
  streamed_app: false,
  two_factor_required: false,
  copies_told: false,
  retention_days: 365,
  clients: 0,
  coaches: 0,
  updatedAt: '2026-01-05T14:00:00.000Z',
  version: 1,
  abilities: { edit: true, editBilling: true },
}
const bySettling = (_: URL, body: unknown) => {
  saved(body)
  const { settle } = body as { settle: unknown[] }
  return settle.length === 0
    ? problem('future_sessions')()
    : { ...ingrid, organization_id: 'harbor', version: 2 }
}

/** A coach can't leave sessions behind in the old organization: the admin decides about each, and one call saves both. */
export const MovedWithSessions: Story = {
  beforeEach: world(ingrid, {
    'PUT /profiles/coach-ingrid': bySettling,
    'GET /organizations': {
      entries: [harbor],
      entryCount: 1,
      entryCountExact: true,
      pageCount: 1,
    },
    'GET /sessions/future/coach-ingrid': { total: 1, sessions: [sampleSession({ coach_id: ingrid.id })] },
    'GET /profiles/list-coaches': { entries: [teo], entryCount: 1, entryCountExact: true, pageCount: 1 },
  }),
  render: formOf(ingrid, 'Admin'),
  play: async () => {
    await opened('Edit coach', 'Ingrid')
    await userEvent.click(screen.getByRole('button', { name: /^Organization/ }))
    await userEvent.click(await screen.findByRole('option', { name: /^Harbor/ }))
    await press('Save')
    const settling = await screen.findByRole('dialog', { name: 'Before this person is moved' })
    await within(settling).findByText('Values in practice')
    await expect(outlineOf(settling)).toEqual([
      'dialog:',
      'heading 2: Before this person is moved',
      'Ingrid Solheim has 1 session ahead. Choose what happens to it.',
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
      '1 still to decide',
      'button: Never mind',
      'button [disabled]: Save and move',
    ])
    await userEvent.click(within(settling).getByText('Cancel'))
    await press('Save and move')
    await screen.findByText('Saved')
    await expect(saved.mock.lastCall).toEqual([
      {
        attributes: { organization_id: 'harbor' },
        version: 1,
        settle: [{ session_id: 'session-1', act: 'cancel' }],
      },
    ])
  },
}

/** Nothing can be saved while the person is loading, or if there is no such person. */
export const Loading: Story = {
  beforeEach: givenWorld({}),
  render: formOf(kwame, 'Coach'),
  play: async () => {
    const form = await screen.findByRole('dialog', { name: 'Edit client' })
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Edit client',
      'button "Close":',
      'Loading (heard)',
      'button: Never mind',
      'button [disabled]: Save',
    ])
  },
}

export const NobodyThere: Story = {
  beforeEach: givenWorld({ answers: { 'GET /profiles/client-kwame': problem('person_not_found') } }),
  render: formOf(kwame, 'Coach'),
  play: async () => {
    const form = await screen.findByRole('dialog', { name: 'Edit client' })
    await expect(await within(form).findByText('There is no such person.')).toBeVisible()
    await expect(within(form).getByRole('button', { name: 'Save' })).toBeDisabled()
  },
}

const adding = (kind: 'client' | 'coach', level: LevelName) => () => (
  <>
    <AddPerson kind={kind} me={sampleMe(level)} isOpen onClose={onClose} />
    <ToastRegion />
  </>
)

/** The fields that an OrgAdmin fills in for a new client, and a note on how clients join. */
export const NewClient: Story = {
  beforeEach: givenWorld({ now: sampleNow }),
  render: adding('client', 'OrgAdmin'),
  play: async () => {
    await expect(outlineOf(await screen.findByRole('dialog', { name: 'Add Client' }))).toEqual([
      'dialog:',
      'heading 2: Add Client',
      'button "Close":',
      'First name',
      'field = :',
      'Last name',
      'field = :',
      'Username',
      'field = :',
      'Not needed for calls. It tells people with the same name apart.',
      'Email',
      'field = :',
      'Coach optional',
      'button: Nobody yet',
      'Time zone optional',
      'button: New York, EST',
      'Copy from optional',
      'button: Another client',
      "Clients don't sign in. They join with the link in each invitation. (accent-ink)",
      'button: Never mind',
      'button: Add Client (on-accent)',
    ])
  },
}

/** The level decides whether a coach may assess until the switch is set; the hint beside it says so. */
export const WhoMayAssess: Story = {
  name: 'Who may assess [PEOPLE-74]',
  beforeEach: givenWorld({ now: sampleNow }),
  render: adding('coach', 'Admin'),
  play: async () => {
    const form = within(await screen.findByRole('dialog', { name: 'Add Coach' }))
    const mayAssess = form.getByRole('switch', { name: 'May assess clients' })
    const choose = async (level: string) => {
      await userEvent.click(form.getByRole('button', { name: /Priv level$/ }))
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${level}`) }))
    }
    await expect(mayAssess).not.toHaveAccessibleDescription()
    await choose('Coach')
    await expect(mayAssess).toBeChecked()
    await expect(mayAssess).toHaveAccessibleDescription(
      "On because the level is Coach. Turn it off if they shouldn't.",
    )
    await choose('OrgAdmin')
    await expect(mayAssess).not.toBeChecked()
    await expect(mayAssess).toHaveAccessibleDescription(
      'Off because the level is above Coach. Turn it on if they should.',
    )
    await userEvent.click(mayAssess)
    await choose('Coach')
    await expect(mayAssess).toBeChecked()
    await expect(mayAssess).not.toHaveAccessibleDescription()
  },
}

/** A new coach: saving an empty form reports everything that is missing at once. */
export const NewCoach: Story = {
  beforeEach: givenWorld({ now: sampleNow }),
  render: adding('coach', 'Admin'),
  play: async () => {
    const form = await screen.findByRole('dialog', { name: 'Add Coach' })
    await press('Add Coach')
    await within(form).findByText('6 fields to fix')
    await expect(outlineOf(form)).toEqual([
      'dialog:',
      'heading 2: Add Coach',
      'button "Close":',
      'First name',
      'field = [invalid]:',
      'First name is required (red-ink)',
      'Last name',
      'field = [invalid]:',
      'Last name is required (red-ink)',
      'Username',
      'field = [invalid]:',
      'Username is required (red-ink)',
      'Email',
      'field = [invalid]:',
      'Email is required (red-ink)',
      'Organization',
      'button: Choose an organization',
      'Organization is required (red-ink)',
      'Priv level',
      'button [haspopup listbox]: Choose a level',
      'Priv level is required (red-ink)',
      'Time zone optional',
      "button: The organization's",
      'Copy from optional',
      'button: Another coach',
      'switch:',
      'May assess clients',
      'No email goes out yet. ‘Send login email’ in the list lets them set a password. (accent-ink)',
      '6 fields to fix',
      'button: Never mind',
      'button: Add Coach (on-accent)',
    ])
  },
}
