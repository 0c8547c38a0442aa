import type { Meta, StoryObj } from '@storybook/react-vite'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CalendarPlus, CheckCheck, Clock, Mail, Pencil, Trash2, UserPlus, Video, X } from 'lucide-react'
import { expect, fn, screen, within } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { StepBack } from '../../../.storybook/steps.tsx'
import { Avatar } from '#ui/display/avatar.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { Button } from '#ui/button/button.tsx'
import { PageHeader } from '#ui/page/page-header.tsx'
import { Cell } from './rows/cell.tsx'
import type { Column } from './columns.ts'
import { DataTable } from './data-table.tsx'
import type { ListPage } from './list-answer.ts'
import type { RowKind } from './rows/row.ts'
import {
  answerSample,
  coachSource,
  nameOfSample,
  type SampleClient,
  type SampleColumn,
  type SampleFilters,
} from './sample-clients.ts'
import type { TableShape } from './table-shape.ts'
import { useTableState, type TableState } from './use-table-state.ts'

const shape: TableShape<SampleColumn, keyof SampleFilters> = {
  name: 'sample-clients',
  noun: ['client', 'clients'],
  searchLabel: 'Search name, username or email',
  sorts: [
    { column: 'first_name', label: 'First name' },
    { column: 'last_name', label: 'Last name' },
    { column: 'username', label: 'Username' },
  ],
  defaultOrder: ['first_name', 'ASC'],
  filters: [
    {
      id: 'status',
      kind: 'choice',
      label: 'Status',
      options: [
        { value: 'Scheduled', label: 'Scheduled', count: 312 },
        { value: 'Completed', label: 'Completed', count: 884 },
        { value: 'Cancelled', label: 'Cancelled', count: 61 },
      ],
    },
    { id: 'coach', kind: 'choice', label: 'Coach', options: coachSource },
    { id: 'billable', kind: 'tri-state', label: 'Billable' },
    { id: 'deleted', kind: 'flag', label: 'Deleted' },
  ],
}

const columns: Column<SampleClient>[] = [
  {
    id: 'client',
    head: 'Client',
    sorts: ['first_name', 'last_name', 'username'],
    width: '26%',
    skeleton: 'person',
    menu: { label: 'Client (name and username)', group: 'Grouped' },
    cell: (client) => (
      <Cell lead={<Avatar person={client} size={28} />} second={client.username} tone="strong">
        {nameOfSample(client)}
      </Cell>
    ),
  },
  {
    id: 'email',
    head: 'Email',
    width: '25%',
    menu: { group: 'Grouped' },
    cell: (client) => <Cell>{client.email}</Cell>,
  },
  {
    id: 'coach',
    head: 'Coach',
    menu: { group: 'Grouped' },
    cell: (client) => <Cell lines={2}>{client.coach}</Cell>,
  },
  {
    id: 'status',
    head: 'Status',
    skeleton: 'badge',
    width: '7.5rem',
    menu: { group: 'Grouped' },
    cell: (client) => <Status client={client} />,
  },
  {
    id: 'next',
    head: 'Next session',
    from: 'wide',
    menu: { group: 'Grouped' },
    cell: ({ next }) => <Cell tone={next === null ? 'quiet' : 'normal'}>{next ?? 'None scheduled'}</Cell>,
  },
  {
    id: 'hours',
    head: 'Hours',
    align: 'right',
    width: '4.5rem',
    menu: { group: 'Each on its own' },
    cell: ({ hours }) => hours,
  },
  {
    id: 'zone',
    head: 'Time zone',
    menu: { group: 'Each on its own', isHidden: true },
    cell: ({ zone }) => zone,
  },
]

const icons = { Scheduled: <Clock />, Completed: <CheckCheck />, Cancelled: <X /> }
const badgeTones = { Scheduled: 'gray', Completed: 'green', Cancelled: 'red' } as const

const Status = ({ client: { status } }: { client: SampleClient }) => (
  <Badge tone={badgeTones[status]} icon={icons[status]}>
    {status}
  </Badge>
)

type Query = TableState<SampleColumn, SampleFilters>['query']

interface StoryArgs {
  /** The server's answer to a query. */
  ask: (query: Query) => Promise<ListPage<SampleClient>>
  onOpen: (client: SampleClient) => void
  onAct: (act: string, client: SampleClient) => void
  highlighted?: ReadonlySet<string>
  saving?: ReadonlySet<string>
}

function Clients({ ask, onOpen, onAct, highlighted, saving }: StoryArgs) {
  const state = useTableState<SampleColumn, SampleFilters>(shape)
  const answer = useQuery({
    queryKey: ['clients', state.query],
    queryFn: () => ask(state.query),
    placeholderData: keepPreviousData,
  })
  const row: RowKind<SampleClient> = {
    key: ({ id }) => id,
    name: nameOfSample,
    isSaving: ({ id }) => saving?.has(id) ?? false,
    onOpen,
    actsWidth: '7.5rem',
    acts: (client) => ({
      ...(client.id === 'client-7' && {
        main: { id: 'join', label: 'Join Call', icon: <Video />, onAction: () => onAct('join', client) },
      }),
      menu: [
        { id: 'edit', label: 'Edit', icon: <Pencil />, onAction: () => onAct('edit', client) },
        { id: 'mail', label: 'Send login email', icon: <Mail />, onAction: () => onAct('mail', client) },
        {
          id: 'calendar',
          label: 'Add to calendar',
          icon: <CalendarPlus />,
          acts: [
            { id: 'google', label: 'Google', onAction: () => onAct('google', client) },
            { id: 'file', label: 'Download file', onAction: () => onAct('file', client) },
          ],
        },
      ],
      destructive: {
        id: 'delete',
        label: 'Delete',
        icon: <Trash2 />,
        onAction: () => onAct('delete', client),
      },
    }),
    card: (client) => ({
      lead: <Avatar person={client} size={40} />,
      title: nameOfSample(client),
      lines: [client.email, `${client.next ?? 'None scheduled'} · ${client.zone}`],
    }),
  }
  return (
    <>
      <PageHeader title="Client Management" actions={addClient} />
      <div className="mt-4">
        <DataTable
          label="Clients"
          state={state}
          answer={answer}
          columns={columns}
          row={row}
          empty={{
            title: 'No clients yet',
            text: 'Clients whom you add show here, with their next session.',
            action: addClient,
          }}
          highlighted={highlighted}
        />
      </div>
    </>
  )
}

const addClient = (
  <Button look="primary" icon={<UserPlus />}>
    Add Client
  </Button>
)

const meta: Meta<typeof Clients> = {
  title: 'Table',
  component: Clients,
  args: { ask: fn((query: Query) => Promise.resolve(answerSample(query))), onOpen: fn(), onAct: fn() },
}
export default meta
type Story = StoryObj<typeof Clients>

const none: ListPage<SampleClient> = { entries: [], entryCount: 0, entryCountExact: true, pageCount: 0 }
const onPhone = { globals: { viewport: { value: 'phone' } } }

export const List: Story = {}

/** The head shows which column the list is sorted by. */
export const Heads: Story = {
  play: async ({ canvas }) => {
    const heads = await canvas.findAllByRole('columnheader')
    await expect(heads.flatMap((head) => outlineOf(head))).toEqual([
      ...['head [sort ascending]:', 'button: Client'],
      ...['head:', 'Email'],
      ...['head:', 'Coach'],
      ...['head:', 'Status'],
      ...['head:', 'Next session'],
      ...['head:', 'Hours'],
      ...['head:', 'Actions (heard)'],
    ])
    await expect(heads.map(({ className }) => /font-semibold/.test(className))).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ])
  },
}
export const ListOnPhone: Story = onPhone

export const Narrowed: Story = {
  parameters: {
    address:
      '/?page=2&order=["last_name","DESC"]&filters={"status":["Scheduled"],"coach":["Dana Whitfield","Ingrid Solheim"]}',
  },
}
export const NarrowedOnPhone: Story = { ...Narrowed, ...onPhone }

export const Loading: Story = { args: { ask: () => new Promise(() => undefined) } }
export const LoadingOnPhone: Story = { ...Loading, ...onPhone }

export const Empty: Story = { args: { ask: () => Promise.resolve(none) } }

export const NoResult: Story = {
  args: { ask: () => Promise.resolve(none) },
  parameters: { address: '/?search=Margarethe O&filters={"status":["Cancelled"]}' },
}
export const NoResultOnPhone: Story = { ...NoResult, ...onPhone }

export const Failed: Story = {
  args: { ask: () => Promise.reject(Object.assign(new Error('No answer'), { requestId: '7f3a-91c2' })) },
}

/** An old link names a page that is gone: the last page replaces it, and Back leads to where the user came from. */
export const PageThatIsGone: Story = {
  parameters: { before: '/?search=dana', address: '/?page=99' },
  render: (args) => (
    <>
      <Clients {...args} />
      <StepBack />
    </>
  ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('button', { name: 'Page 35', current: 'page' })
    await userEvent.click(canvas.getByRole('button', { name: 'Step back' }))
    await expect(await canvas.findByDisplayValue('dana')).toBeVisible()
  },
}

/** An empty list has no other page to go to. */
export const PageOfNothing: Story = {
  args: { ask: fn(() => Promise.resolve(none)) },
  parameters: { address: '/?page=3' },
  play: async ({ canvas, args }) => {
    await canvas.findByText('No clients yet')
    await expect(args.ask).toHaveBeenCalledTimes(1)
  },
}

/** A row with a pending change says so, and offers no actions. */
export const SavingARow: Story = {
  args: { saving: new Set(['client-1']) },
  play: async ({ canvas }) => {
    const rows = await canvas.findAllByRole('row')
    const busy = rows.filter((row) => row.ariaBusy === 'true')
    await expect(busy.map((row) => row.dataset.row)).toEqual(['client-1'])
    const row = within(busy[0] ?? canvas.getByRole('table'))
    await expect(row.getByRole('progressbar', { name: 'Saving' })).toBeVisible()
    await expect(row.queryByRole('button', { name: /^Actions for/ })).toBeNull()
  },
}

export const MoreThanCounted: Story = {
  args: {
    ask: (query) =>
      Promise.resolve({
        ...answerSample(query),
        entryCount: 1000,
        entryCountExact: false,
        pageCount: 100,
      }),
  },
}

export const ChangedBySomebodyElse: Story = { args: { highlighted: new Set(['client-3', 'client-6']) } }

const statusesIn = (panel: ReturnType<typeof within>) =>
  within(panel.getByRole('listbox', { name: 'Status' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

export const FiltersOpen: Story = {
  ...Narrowed,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Filters/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await expect(statusesIn(panel)).toEqual(['Scheduled', 'Completed', 'Cancelled'])
    // No list takes the focus from the panel.
    await expect(document.activeElement?.closest('[role=listbox]')).toBeNull()
  },
}
export const FiltersOnPhone: Story = { ...FiltersOpen, ...onPhone }

/** The counts of the options are shown while no other filter narrows the list. */
export const FiltersCounted: Story = {
  parameters: { address: '/?filters={"status":["Scheduled"]}' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /^Filters/ }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await expect(statusesIn(panel)).toEqual(['Scheduled312', 'Completed884', 'Cancelled61'])
  },
}

export const SortMenuOpen: Story = {
  ...Narrowed,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Sort: Last name (desc)' }))
  },
}

export const ColumnMenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Columns' }))
  },
}

export const RowMenuOpen: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions for Jun Watanabe' }))
  },
}
export const RowMenuOnPhone: Story = { ...RowMenuOpen, ...onPhone }
