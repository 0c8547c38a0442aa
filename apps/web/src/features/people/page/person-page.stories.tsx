import type { Meta, StoryObj } from '@storybook/react-vite'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { PersonScreen } from './person-screen.tsx'

const meta = { title: 'People/Page' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const ahead = [
  sampleSession({ billable: false }),
  // In Berlin it is Saturday by then.
  sampleSession({
    id: 'session-2',
    title: 'Rehearsing a hard talk',
    start_time: '2026-11-21T00:00:00.000Z',
    end_time: '2026-11-21T01:00:00.000Z',
  }),
]
const lastMonday = { start_time: '2026-11-09T15:00:00.000Z', end_time: '2026-11-09T16:00:00.000Z' }
const behind = [
  sampleSession({ ...lastMonday, id: 'session-3', title: 'First conversation', status: 'Completed' }),
  sampleSession({
    id: 'session-4',
    title: 'Getting to know each other',
    status: 'NoShow',
    start_time: '2026-11-02T15:00:00.000Z',
    end_time: '2026-11-02T16:00:00.000Z',
  }),
]

interface WorldOptions {
  person: Person
  next?: readonly Session[]
  past?: readonly Session[]
  more?: Answers
}

const world = ({ person, next = [], past = [], more = {} }: WorldOptions) =>
  givenWorld({
    now: sampleNow,
    answers: {
      [`GET /profiles/${person.id}`]: person,
      [`GET /sessions/person/${person.id}`]: (url: URL) =>
        url.searchParams.get('when') === 'next' ? next : past,
      ...more,
    },
  })

const pageOf =
  (person: Pick<Person, 'id' | 'privs'>, me: OwnProfile): Story['render'] =>
  () => (
    <PersonScreen
      kind={person.privs === 0 ? 'client' : 'coach'}
      id={person.id}
      me={me}
      notFound={<h1>Nobody here</h1>}
    />
  )

const shown = async (name: string) => {
  await screen.findByRole('heading', { level: 1, name })
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
}

const acts = { edit: true, sendLoginEmail: true }
const kwame = samplePerson({ abilities: acts })

/** A coach's own client: both clocks, the sessions with their times for both, and what a coach may do. */
export const ClientForTheirCoach: Story = {
  name: 'A client for their coach [PEOPLE-71 PEOPLE-73]',
  beforeEach: world({ person: kwame, next: ahead, past: behind }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async ({ canvasElement }) => {
    await shown('Kwame Boateng')
    await expect(document.title).toBe('Kwame Boateng · Parley')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /clients: Back to Clients',
      'heading 1: Kwame Boateng',
      'kwame@example.test',
      'button: Schedule Session (on-accent)',
      'button: Edit',
      'button "More actions for Kwame Boateng" [haspopup]:',
      'Time in Berlin',
      '3:00 PM',
      'Monday, CET, 6 h ahead of you',
      'Your time',
      '9:00 AM',
      'Monday, EST',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'link → /sessions?filters=%7B%22client_name%22%3A%5B%22Kwame+Boateng%22%5D%7D: All sessions (accent-ink)',
      'list:',
      'entry:',
      'Thu, Nov 19, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-1/preview: Values in practice',
      '4:00 PM in Berlin',
      'Scheduled (gray-ink)',
      'entry:',
      'Fri, Nov 20, 2026',
      '7:00 – 8:00 PM EST',
      'heading 3:',
      'link → /session/session-2/preview: Rehearsing a hard talk',
      'Sat 1:00 AM in Berlin',
      'Scheduled (gray-ink)',
      'section:',
      'heading 2: Past sessions',
      'list:',
      'entry:',
      'Mon, Nov 9, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-3/preview: First conversation',
      'Completed (green-ink)',
      'entry:',
      'Mon, Nov 2, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-4/preview: Getting to know each other',
      'No Show (red-ink)',
      'section:',
      'heading 2: About',
      'Username',
      'kwame.b',
      'Time zone',
      'Berlin, CET',
    ])
  },
}

const ofTheOrganization = samplePerson({ abilities: { ...acts, delete: true }, time_zone: null })

/** Only OrgAdmin and above see the coach's name. A time zone that is the organization's is labelled as such. */
export const ClientForAnOrgAdmin: Story = {
  name: "A client for an organization's admin [PEOPLE-71 PEOPLE-73]",
  beforeEach: world({ person: ofTheOrganization, next: ahead.slice(0, 1), past: behind.slice(0, 1) }),
  render: pageOf(ofTheOrganization, sampleMe('OrgAdmin')),
  play: async ({ canvasElement }) => {
    await shown('Kwame Boateng')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /clients: Back to Clients',
      'heading 1: Kwame Boateng',
      'kwame@example.test',
      'button: Schedule Session (on-accent)',
      'button: Edit',
      'button "More actions for Kwame Boateng" [haspopup]:',
      'Time in New York',
      '9:00 AM',
      'Monday, EST, the same as yours',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'link → /sessions?filters=%7B%22client_name%22%3A%5B%22Kwame+Boateng%22%5D%7D: All sessions (accent-ink)',
      'list:',
      'entry:',
      'Thu, Nov 19, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-1/preview: Values in practice',
      'Dana Whitfield',
      'Scheduled (gray-ink)',
      'section:',
      'heading 2: Past sessions',
      'list:',
      'entry:',
      'Mon, Nov 9, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-3/preview: First conversation',
      'Dana Whitfield',
      'Completed (green-ink)',
      'section:',
      'heading 2: About',
      'Username',
      'kwame.b',
      'Coach',
      'link → /coaches/coach-dana: Dana Whitfield (accent-ink)',
      'Time zone',
      'New York, EST',
      "The organization's",
      'section:',
      'heading 2: Who read their data',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'More actions for Kwame Boateng' }))
    const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    await expect(items).toEqual(['Send session links', 'Delete'])
    await userEvent.keyboard('{Escape}')
  },
}

const withoutCoach = samplePerson({
  coach: null,
  coach_id: null,
  organization: null,
  organization_id: null,
  time_zone: null,
  nextSession: null,
  abilities: { ...acts, delete: true },
})

/**
 * Only Admin and above see organizations. The page says that organization and zone are missing, and nothing can be booked.
 */
export const ClientForAnAdmin: Story = {
  name: 'A client for an Admin [PEOPLE-71 PEOPLE-72]',
  beforeEach: world({ person: withoutCoach }),
  render: pageOf(withoutCoach, sampleMe('Admin')),
  play: async ({ canvasElement }) => {
    await shown('Kwame Boateng')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /clients: Back to Clients',
      'heading 1: Kwame Boateng',
      'kwame@example.test',
      'button: Edit',
      'button "More actions for Kwame Boateng" [haspopup]:',
      'Your time',
      '9:00 AM',
      'Monday, EST',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'Nothing scheduled.',
      'section:',
      'heading 2: Past sessions',
      'None so far.',
      'section:',
      'heading 2: About',
      'Username',
      'kwame.b',
      'Coach',
      'Nobody yet',
      'Organization',
      'None',
      'Time zone',
      'Not set',
      'section:',
      'heading 2: Who read their data',
    ])
  },
}

const helena = sampleCoach({
  id: 'admin-helena',
  first_name: 'Helena',
  last_name: 'Brandvold',
  privs: 2,
  is_assessor: true,
  time_zone: 'Asia/Kolkata',
  working_hours: {
    mon: [['09:00', '17:00']],
    tue: [
      ['08:00', '12:00'],
      ['13:30', '18:00'],
    ],
  },
  abilities: { ...acts, delete: true },
})
const held = sampleSession({
  billable: false,
  coach_id: helena.id,
  coach: [
    {
      id: helena.id,
      first_name: 'Helena',
      last_name: 'Brandvold',
      time_zone: null,
      organization: { displayName: 'Northlight Coaching' },
    },
  ],
})

/** Level, calls of the week and working hours. A session shows the other side, or its coach if they only take part in it. */
export const CoachForAnAdmin: Story = {
  name: 'A coach for an Admin [PEOPLE-71]',
  beforeEach: world({ person: helena, next: [held, sampleOrgSession()] }),
  render: pageOf(helena, sampleMe('Admin')),
  play: async ({ canvasElement }) => {
    await shown('Helena Brandvold')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /coaches: Back to Coaches',
      'heading 1: Helena Brandvold',
      'OrgAdmin (accent-ink)',
      'ingrid@example.test',
      'button: Schedule Session (on-accent)',
      'button: Edit',
      'button "More actions for Helena Brandvold" [haspopup]:',
      'Time in Kolkata',
      '7:30 PM',
      'Monday, IST, 10 h 30 min ahead of you',
      'Your time',
      '9:00 AM',
      'Monday, EST',
      'Calls this week',
      '5',
      'Calls in the last weeks: 3, 0, 4, 2, 5 (heard)',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'link → /sessions?filters=%7B%22coach_name%22%3A%5B%22Helena+Brandvold%22%5D%7D: All sessions (accent-ink)',
      'list:',
      'entry:',
      'Thu, Nov 19, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-1/preview: Values in practice',
      'Kwame Boateng · 8:30 PM in Kolkata',
      'Not Billable',
      'Scheduled (gray-ink)',
      'entry:',
      'Thu, Nov 19, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-org/preview: Team hour',
      'Dana Whitfield, 2 participants · 8:30 PM in Kolkata',
      'Scheduled (gray-ink)',
      'section:',
      'heading 2: Past sessions',
      'None so far.',
      'section:',
      'heading 2: About',
      'Username',
      'ingrid.s',
      'Priv level',
      'OrgAdmin',
      'Manages coaches, clients and invoices of the organization',
      'Organization',
      'link → /organization/northlight: Northlight Coaching (accent-ink)',
      'Time zone',
      'Kolkata, IST',
      'Assessor',
      'Yes',
      'section:',
      'heading 2: Working hours',
      'Kolkata time',
      'list:',
      'entry:',
      'Monday (heard)',
      '9:00 AM – 5:00 PM',
      'entry:',
      'Tuesday (heard)',
      '8:00 AM – 12:00 PM',
      '1:30 PM – 6:00 PM',
      'entry:',
      'Wednesday (heard)',
      'Off',
      'entry:',
      'Thursday (heard)',
      'Off',
      'entry:',
      'Friday (heard)',
      'Off',
      'entry:',
      'Saturday (heard)',
      'Off',
      'entry:',
      'Sunday (heard)',
      'Off',
    ])
  },
}

const colleague = sampleCoach()

/** A colleague who only shares a session with the coach: no actions, and no list of coaches to go back to. */
export const ColleagueForACoach: Story = {
  name: 'A colleague for a coach [PEOPLE-69 PEOPLE-72 PEOPLE-73]',
  beforeEach: world({ person: colleague, past: [sampleOrgSession({ ...lastMonday, status: 'Completed' })] }),
  render: pageOf(colleague, sampleMe('Coach')),
  play: async ({ canvasElement }) => {
    await shown('Ingrid Solheim')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /dashboard: Back to Dashboard',
      'heading 1: Ingrid Solheim',
      'ingrid@example.test',
      'Time in New York',
      '9:00 AM',
      'Monday, EST, the same as yours',
      'Calls this week',
      '5',
      'Calls in the last weeks: 3, 0, 4, 2, 5 (heard)',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'Nothing scheduled.',
      'section:',
      'heading 2: Past sessions',
      'list:',
      'entry:',
      'Mon, Nov 9, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-org/preview: Team hour',
      '2 participants',
      'Completed (green-ink)',
      'section:',
      'heading 2: About',
      'Username',
      'ingrid.s',
      'Priv level',
      'Coach',
      'Runs sessions with their own clients',
      'Time zone',
      'New York, EST',
      "The organization's",
      'Assessor',
      'No',
    ])
  },
}

const gone = samplePerson({
  deletedAt: '2026-11-12T15:00:00.000Z',
  abilities: { restore: true },
})

/** A deleted person can be restored, and nothing else. */
export const DeletedClient: Story = {
  name: 'Deleted [PEOPLE-69]',
  beforeEach: world({ person: gone, past: behind.slice(0, 1) }),
  render: pageOf(gone, sampleMe('OrgAdmin')),
  play: async ({ canvasElement }) => {
    await shown('Kwame Boateng')
    await expect(outlineOf(canvasElement)).toEqual([
      'link → /clients: Back to Clients',
      'heading 1: Kwame Boateng',
      'Deleted (red-ink)',
      'kwame@example.test',
      'button: Restore',
      'This person was deleted on Nov 12, 2026. (yellow-ink)',
      'Time in Berlin',
      '3:00 PM',
      'Monday, CET, 6 h ahead of you',
      'Your time',
      '9:00 AM',
      'Monday, EST',
      'Member since',
      'Jan 5, 2026',
      '10 months',
      'section:',
      'heading 2: Next sessions',
      'link → /sessions?filters=%7B%22client_name%22%3A%5B%22Kwame+Boateng%22%5D%7D: All sessions (accent-ink)',
      'Nothing scheduled.',
      'section:',
      'heading 2: Past sessions',
      'list:',
      'entry:',
      'Mon, Nov 9, 2026',
      '10:00 – 11:00 AM EST',
      'heading 3:',
      'link → /session/session-3/preview: First conversation',
      'Dana Whitfield',
      'Completed (green-ink)',
      'section:',
      'heading 2: About',
      'Username',
      'kwame.b',
      'Coach',
      'link → /coaches/coach-dana: Dana Whitfield (accent-ink)',
      'Time zone',
      'Berlin, CET',
      'section:',
      'heading 2: Who read their data',
    ])
  },
}

const anonymous = samplePerson({
  first_name: 'Former client',
  last_name: '17',
  username: 'former-17-0f3a',
  email: '',
  time_zone: null,
  coach_id: null,
  coach: null,
  deletedAt: '2026-10-12T15:00:00.000Z',
  erasedAt: '2026-11-12T15:00:00.000Z',
})

/** An anonymized person is a number, and can't be restored. */
export const AnonymousClient: Story = {
  name: 'Anonymous [PEOPLE-61]',
  beforeEach: world({ person: anonymous, past: behind.slice(0, 1) }),
  render: pageOf(anonymous, sampleMe('OrgAdmin')),
  play: async ({ canvasElement }) => {
    await shown('Former client 17')
    await expect(outlineOf(canvasElement)).toEqual(
      expect.arrayContaining([
        'heading 1: Former client 17',
        'This person was made anonymous on Nov 12, 2026. What stays is under a number. (yellow-ink)',
      ]),
    )
    await expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  },
}

/** A call that can be joined is one press away, with its countdown. */
export const CallToJoin: Story = {
  beforeEach: world({
    person: kwame,
    next: [
      sampleSession({
        start_time: '2026-11-16T14:12:00.000Z',
        end_time: '2026-11-16T15:12:00.000Z',
        abilities: { join: true },
      }),
    ],
  }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async () => {
    await shown('Kwame Boateng')
    const next = screen.getByRole('list', { name: 'Next sessions' })
    await expect(outlineOf(next)).toEqual([
      'list:',
      'entry:',
      'Mon, Nov 16, 2026',
      '9:12 – 10:12 AM EST',
      'heading 3:',
      'link → /session/session-1/preview: Values in practice',
      'Starts in 12 min (accent-ink) · 3:12 PM in Berlin',
      'link "Join Call, Values in practice" → /session/session-1/preview: Join Call (on-accent)',
    ])
  },
}

/** The form opens with the client chosen and, for a viewer who books for others, with the client's coach. */
export const Scheduling: Story = {
  name: 'Scheduling [PEOPLE-72]',
  beforeEach: world({
    person: ofTheOrganization,
    more: {
      'GET /profiles/coach-dana': sampleCoach({
        id: 'coach-dana',
        first_name: 'Dana',
        last_name: 'Whitfield',
      }),
    },
  }),
  render: pageOf(ofTheOrganization, sampleMe('OrgAdmin', { id: 'admin-helena' })),
  play: async () => {
    await shown('Kwame Boateng')
    await userEvent.click(screen.getByRole('button', { name: 'Schedule Session' }))
    const form = await screen.findByRole('dialog', { name: 'Schedule Session' }, { timeout: 20_000 })
    await expect(within(form).getByRole('button', { name: /^Client/ })).toHaveTextContent('Kwame Boateng')
    await expect(within(form).getByRole('button', { name: /^Coach/ })).toHaveTextContent('Dana Whitfield')
    // Nothing was entered, so the form closes without asking.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** The edit form opens over the person's page and closes again. */
export const Editing: Story = {
  beforeEach: world({ person: kwame }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async () => {
    await shown('Kwame Boateng')
    await expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    const form = await screen.findByRole('dialog', { name: 'Edit client' })
    await expect(within(form).getByRole('textbox', { name: 'First name' })).toHaveValue('Kwame')
    await userEvent.click(within(form).getByRole('button', { name: 'Never mind' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

/** While loading, the page shows placeholders and the link back. */
export const Loading: Story = {
  beforeEach: givenWorld({}),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async ({ canvasElement }) => {
    await expect(await screen.findByRole('link', { name: 'Back to Clients' })).toBeVisible()
    await expect(outlineOf(canvasElement)).toEqual(['Loading (heard)', 'link → /clients: Back to Clients'])
  },
}

/** A person outside the viewer's scope is not found. */
export const NobodyThere: Story = {
  name: 'Not found [PEOPLE-69]',
  beforeEach: givenWorld({ answers: { 'GET /profiles/client-kwame': refusal(404) } }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async ({ canvasElement }) => {
    await screen.findByRole('heading', { name: 'Nobody here' })
    await expect(outlineOf(canvasElement)).toEqual(['heading 1: Nobody here'])
  },
}

export const PersonFails: Story = {
  beforeEach: givenWorld({ answers: { 'GET /profiles/client-kwame': refusal(500) } }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

/** Sessions that failed to load must not look as if there were none. */
export const SessionsFail: Story = {
  beforeEach: world({
    person: kwame,
    more: { [`GET /sessions/person/${kwame.id}`]: refusal(500) },
  }),
  render: pageOf(kwame, sampleMe('Coach')),
  play: async () => {
    await screen.findByRole('heading', { level: 1, name: 'Kwame Boateng' })
    await waitFor(() => expect(screen.getAllByText("The sessions couldn't be loaded.")).toHaveLength(2))
    await expect(screen.queryByText('Nothing scheduled.')).toBeNull()
    await expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  },
}
