import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { unsortedFile, withColumns } from './file-columns.ts'
import { ImportScreen } from './import-screen.tsx'
import type { ImportRow } from './import-queries.ts'

const summary = {
  id: 'import-1',
  filename: 'clients.csv',
  state: 'preview',
  faults: [],
  rows: 1,
  good: 0,
  errors: 1,
  written: 0,
  createdAt: '2026-11-16T14:00:00.000Z',
}
const wrong: ImportRow = {
  row: 2,
  first_name: 'Omar',
  last_name: 'Haddad',
  username: 'omar.h',
  email: 'omar@example.test',
  coach_username: '',
  time_zone: 'Europe/Amstredam',
  organization: '',
  state: 'error',
  error: { field: 'time_zone', message: 'This is no time zone' },
}

const meta = {
  title: 'People/Import',
  component: ImportScreen,
  args: { me: sampleMe('OrgAdmin') },
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'POST /imports': summary,
      'GET /imports/import-1': summary,
      'GET /imports/import-1/rows': {
        entries: [wrong],
        entryCount: 1,
        entryCountExact: true,
        pageCount: 1,
      },
    },
  }),
} satisfies Meta<typeof ImportScreen>
export default meta
type Story = StoryObj<typeof meta>

const required = ['first_name', 'last_name', 'username', 'email'] as const
const file = () =>
  new File(
    ['Vorname;Last name;Login;E-mail;Telephone\r\nOmar;Haddad;omar.h;omar@example.test;1\r\n'],
    'clients.csv',
    {
      type: 'text/csv',
    },
  )

const choose = async (name: string, option: string) => {
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`${name}$`) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

/** Other column names: the person says which is which, and the rows show each fault and its place. */
export const OtherNames: Story = {
  name: 'Unknown column names [IMPORT-09 IMPORT-10]',
  play: async ({ canvasElement }) => {
    const input = canvasElement.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('the file field is there')
    await userEvent.upload(input, file())
    const columns = within(await screen.findByRole('list', { name: 'Columns of the file' }))
    await expect(columns.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Leave out',
      'Last name',
      'Leave out',
      'Email',
      'Leave out',
    ])
    await expect(screen.getByText('Still missing: First name, Username')).toBeVisible()
    await expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await choose('Vorname', 'First name')
    await choose('Telephone', 'Email')
    await expect(screen.getByText('Two columns are Email. Choose one of them.')).toBeVisible()
    await choose('Telephone', 'Leave out')
    await choose('Login', 'Username')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    const rows = within(await screen.findByRole('table', { name: 'Rows of the file' }))
    await waitFor(() => expect(rows.getByText('This is no time zone')).toBeVisible())
    await expect(rows.getByText('Europe/Amstredam').parentElement).toHaveTextContent(
      'Time zone: Europe/Amstredam',
    )
  },
}

/** The server gets the same rows with column names that it knows. A file with the portal's own labels is sent as it is. */
export const UnderKnownNames: Story = {
  name: 'Known column names [IMPORT-09]',
  play: async () => {
    const found = await unsortedFile(file(), required)
    await expect(found?.columns).toEqual([undefined, 'last_name', undefined, 'email', undefined])
    const sent = await withColumns(file(), ['first_name', 'last_name', 'username', 'email', 'skip'])
    await expect(await sent.text()).toBe(
      'first_name;last_name;username;email;skip\r\nOmar;Haddad;omar.h;omar@example.test;1\r\n',
    )
    const known = new File(['First name,LAST NAME,Username,Email,Time zone\nA,B,c,d,UTC\n'], 'clients.csv')
    await expect(await unsortedFile(known, required)).toBeUndefined()
  },
}
