import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { LevelName } from '@parley/contract/rules/people/levels.ts'
import { CardOf, ColumnsTable } from '../../../../.storybook/columns-table.tsx'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { personCard, personColumns } from './person-columns.tsx'

const meta = { title: 'People/Rows' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const clients = [
  samplePerson(),
  samplePerson({
    id: 'client-aroha',
    first_name: 'Aroha',
    last_name: 'Ngata',
    username: 'aroha.n',
    coach: null,
    coach_id: null,
    organization: null,
    time_zone: null,
    nextSession: null,
  }),
]
const coaches = [
  sampleCoach({ is_assessor: true }),
  sampleCoach({ id: 'admin-helena', first_name: 'Helena', last_name: 'Brandvold', privs: 2 }),
]
const gone = [samplePerson({ deletedAt: '2026-11-12T15:00:00.000Z' })]

const given = (level: LevelName, isOfDeleted = false) => ({
  me: sampleMe(level),
  now: sampleNow,
  isOfDeleted,
})
const nameOf = ({ username }: { username: string; first_name: string }) => username

const Clients = ({ level }: { level: LevelName }) => (
  <>
    <ColumnsTable columns={personColumns('client', given(level))} rows={clients} nameOf={nameOf} />
    {clients.map((one) => (
      <CardOf key={one.id} name={one.username} card={personCard('client', one, given(level))} />
    ))}
  </>
)

export const ClientsForACoach: Story = {
  render: () => <Clients level="Coach" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Client, sorts by first_name, last_name, username',
      'head: Email, sorts by nothing',
      'head: Time zone, sorts by nothing',
      'head: Next session, sorts by nothing',
      'row "kwame.b":',
      'cell: Kwame Boateng | kwame.b',
      'cell: kwame@example.test',
      'cell: Berlin, CET',
      'cell: Nov 19, 2026 10:00 AM EST',
      'row "aroha.n":',
      'cell: Aroha Ngata | aroha.n',
      'cell: kwame@example.test',
      'cell: –',
      'cell: None scheduled',
      'article "kwame.b":',
      'Kwame Boateng',
      'kwame@example.test',
      'Nov 19, 2026 10:00 AM EST · Berlin',
      'article "aroha.n":',
      'Aroha Ngata',
      'kwame@example.test',
      'None scheduled',
    ])
  },
}

export const ClientsForAnOrgAdmin: Story = {
  render: () => <Clients level="OrgAdmin" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Client, sorts by first_name, last_name, username',
      'head: Email, sorts by nothing',
      'head: Coach, sorts by nothing',
      'head: Time zone, sorts by nothing',
      'head: Next session, sorts by nothing',
      'row "kwame.b":',
      'cell: Kwame Boateng | kwame.b',
      'cell: kwame@example.test',
      'cell: Dana Whitfield',
      'cell: Berlin, CET',
      'cell: Nov 19, 2026 10:00 AM EST',
      'row "aroha.n":',
      'cell: Aroha Ngata | aroha.n',
      'cell: kwame@example.test',
      'cell: Nobody yet',
      'cell: –',
      'cell: None scheduled',
      'article "kwame.b":',
      'Kwame Boateng',
      'kwame@example.test',
      'Nov 19, 2026 10:00 AM EST · Berlin',
      'Dana Whitfield',
      'article "aroha.n":',
      'Aroha Ngata',
      'kwame@example.test',
      'None scheduled',
    ])
  },
}

export const ClientsForAnAdmin: Story = {
  render: () => <Clients level="Admin" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Client, sorts by first_name, last_name, username',
      'head: Email, sorts by nothing',
      'head: Coach, sorts by nothing',
      'head: Organization, sorts by nothing',
      'head: Time zone, sorts by nothing',
      'head: Next session, sorts by nothing',
      'row "kwame.b":',
      'cell: Kwame Boateng | kwame.b',
      'cell: kwame@example.test',
      'cell: Dana Whitfield',
      'cell: Northlight Coaching',
      'cell: Berlin, CET',
      'cell: Nov 19, 2026 10:00 AM EST',
      'row "aroha.n":',
      'cell: Aroha Ngata | aroha.n',
      'cell: kwame@example.test',
      'cell: Nobody yet',
      'cell: None',
      'cell: –',
      'cell: None scheduled',
      'article "kwame.b":',
      'Kwame Boateng',
      'kwame@example.test',
      'Nov 19, 2026 10:00 AM EST · Berlin',
      'Dana Whitfield · Northlight Coaching',
      'article "aroha.n":',
      'Aroha Ngata',
      'kwame@example.test',
      'None scheduled',
    ])
  },
}

export const DeletedClients: Story = {
  render: () => (
    <>
      <ColumnsTable columns={personColumns('client', given('OrgAdmin', true))} rows={gone} nameOf={nameOf} />
      {gone.map((one) => (
        <CardOf key={one.id} name={one.username} card={personCard('client', one, given('OrgAdmin', true))} />
      ))}
    </>
  ),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Client, sorts by first_name, last_name, username',
      'head: Email, sorts by nothing',
      'head: Coach, sorts by nothing',
      'head: Deleted, sorts by nothing',
      'row "kwame.b":',
      'cell: Kwame Boateng | kwame.b',
      'cell: kwame@example.test',
      'cell: Dana Whitfield',
      'cell: Nov 12, 2026',
      'article "kwame.b":',
      'Kwame Boateng',
      'kwame@example.test',
      'Berlin',
      'Dana Whitfield',
    ])
  },
}

const Coaches = ({ level }: { level: LevelName }) => (
  <>
    <ColumnsTable columns={personColumns('coach', given(level))} rows={coaches} nameOf={nameOf} />
    {coaches.map((one) => (
      <CardOf key={one.id} name={one.username} card={personCard('coach', one, given(level))} />
    ))}
  </>
)

export const CoachesForAnOrgAdmin: Story = {
  render: () => <Coaches level="OrgAdmin" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Coach, sorts by first_name, last_name, username',
      'head: Priv level, sorts by nothing',
      'head: Email, sorts by nothing',
      'head: Time zone, sorts by nothing',
      'head: Calls a week, sorts by nothing',
      'head: Assessor, sorts by nothing',
      'row "ingrid.s":',
      'cell: Ingrid Solheim | ingrid.s',
      'cell: Coach',
      'cell: ingrid@example.test',
      'cell: New York, EST',
      'cell: Calls in the last weeks: 3, 0, 4, 2, 5 (heard) | 5',
      'cell: Yes',
      'row "ingrid.s":',
      'cell: Helena Brandvold | ingrid.s',
      'cell: OrgAdmin (accent-ink)',
      'cell: ingrid@example.test',
      'cell: New York, EST',
      'cell: Calls in the last weeks: 3, 0, 4, 2, 5 (heard) | 5',
      'cell: No',
      'article "ingrid.s":',
      'Ingrid Solheim',
      'ingrid@example.test',
      'New York',
      'article "ingrid.s":',
      'Helena Brandvold',
      'ingrid@example.test',
      'New York',
      'OrgAdmin (accent-ink)',
    ])
  },
}

export const CoachesForAnAdmin: Story = {
  render: () => <Coaches level="Admin" />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'table:',
      'row:',
      'head: Coach, sorts by first_name, last_name, username',
      'head: Priv level, sorts by nothing',
      'head: Email, sorts by nothing',
      'head: Organization, sorts by nothing',
      'head: Time zone, sorts by nothing',
      'head: Calls a week, sorts by nothing',
      'head: Assessor, sorts by nothing',
      'row "ingrid.s":',
      'cell: Ingrid Solheim | ingrid.s',
      'cell: Coach',
      'cell: ingrid@example.test',
      'cell: Northlight Coaching',
      'cell: New York, EST',
      'cell: Calls in the last weeks: 3, 0, 4, 2, 5 (heard) | 5',
      'cell: Yes',
      'row "ingrid.s":',
      'cell: Helena Brandvold | ingrid.s',
      'cell: OrgAdmin (accent-ink)',
      'cell: ingrid@example.test',
      'cell: Northlight Coaching',
      'cell: New York, EST',
      'cell: Calls in the last weeks: 3, 0, 4, 2, 5 (heard) | 5',
      'cell: No',
      'article "ingrid.s":',
      'Ingrid Solheim',
      'ingrid@example.test',
      'New York',
      'Northlight Coaching',
      'article "ingrid.s":',
      'Helena Brandvold',
      'ingrid@example.test',
      'New York',
      'Northlight Coaching',
      'OrgAdmin (accent-ink)',
    ])
  },
}
