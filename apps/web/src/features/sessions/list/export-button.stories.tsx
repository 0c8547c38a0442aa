import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { givenWorld, refusal } from '../../../../.storybook/world.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { ExportButton } from './export-button.tsx'

const query = { page: 3, limit: 50, search: 'anna', when: 'past' } as const
const pageOf = (entryCount: number, entryCountExact = true) => ({
  entries: [],
  entryCount,
  entryCountExact,
  pageCount: 1,
})

const meta = {
  title: 'Sessions/Export',
  component: ExportButton,
  args: { query, page: pageOf(5000) },
  render: (args) => (
    <>
      <ExportButton {...args} />
      <ToastRegion />
    </>
  ),
} satisfies Meta<typeof ExportButton>
export default meta
type Story = StoryObj<typeof meta>

const asked = fn()
const saved = fn()

/** Catches the downloaded file. */
const given = (answer?: () => Response) => () => {
  for (const each of [asked, saved]) each.mockClear()
  const csv = ({ searchParams }: URL) => {
    asked(Object.fromEntries(searchParams))
    return new Response('title')
  }
  const leave = givenWorld({ answers: { 'GET /sessions/export': answer ?? csv } })()
  const letFilesGo = catchFiles(saved)
  return () => {
    letFilesGo()
    leave()
  }
}

async function exportNow(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(saved.mock.calls).toEqual([['sessions.csv']]))
}

/** The file has the whole list, whatever page of it is shown. */
export const WholeList: Story = {
  beforeEach: given(),
  play: async () => {
    await exportNow()
    await expect(asked.mock.calls).toEqual([[{ search: 'anna', when: 'past' }]])
    await expect(screen.queryByText(/^The file has the first/)).toBeNull()
  },
}

/** If the list has more rows than a file can take, a toast says how many are in the file. */
export const MoreThanAFile: Story = {
  args: { page: pageOf(5001) },
  beforeEach: given(),
  play: async () => {
    await exportNow()
    await expect(await screen.findByText('The file has the first 5,000 sessions')).toBeVisible()
    await expect(screen.getByText('Filter the list to get the others.')).toBeVisible()
  },
}

/** A search counts and exports rows only up to a limit. */
export const MoreThanIsCounted: Story = {
  args: { page: pageOf(1000, false) },
  beforeEach: given(),
  play: async () => {
    await exportNow()
    await expect(await screen.findByText('The file has the first 1,000 sessions')).toBeVisible()
  },
}

/** An estimated count of a whole list must not be reported as a cut-off file. */
export const RoughCount: Story = {
  args: { page: pageOf(4000, false) },
  beforeEach: given(),
  play: async () => {
    await exportNow()
    await expect(screen.queryByText(/^The file has the first/)).toBeNull()
  },
}

export const Fails: Story = {
  beforeEach: given(refusal(500)),
  play: async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await expect(await screen.findByText("Couldn't create the file")).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}

export const NothingToExport: Story = {
  args: { page: pageOf(0) },
  play: () => expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled(),
}

export const NotLoadedYet: Story = {
  args: { page: undefined },
  play: () => expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled(),
}
