import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { givenWorld, refusal, type Answers } from '../../../../.storybook/world.ts'
import { sampleListAnswers } from '#features/billing/sample-answers.ts'
import { sampleInvoice } from '#features/billing/sample-invoices.ts'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoicesScreen } from './invoices-screen.tsx'

const { id, organization } = sampleInvoice()
const given = (answers: Answers) => givenWorld({ now: sampleNow, answers })

const meta = {
  title: 'Billing/Acts of rows',
  component: InvoicesScreen,
  args: { organizationId: organization.id, notFound: null },
  beforeEach: given(sampleListAnswers()),
  render: (args) => (
    <>
      <InvoicesScreen {...args} />
      <ToastRegion />
    </>
  ),
} satisfies Meta<typeof InvoicesScreen>
export default meta
type Story = StoryObj<typeof meta>

async function menuOf(number: string): Promise<(string | null)[]> {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for invoice ${number}` }))
  return within(await screen.findByRole('menu'))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)
}

const choose = (name: string) => userEvent.click(screen.getByRole('menuitem', { name }))

/** A paid invoice cannot be issued again. */
export const ActsOfAdmin: Story = {
  play: async () => {
    await expect(await menuOf('00418')).toEqual(['Change status', 'Download PDF', 'Re-issue'])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await expect(await menuOf('00391')).toEqual(['Change status', 'Download PDF'])
  },
}

/** An OrgAdmin can neither change a status nor issue an invoice. */
export const ActsOfOrgAdmin: Story = {
  beforeEach: given(
    sampleListAnswers({
      entries: [sampleInvoice({ abilities: { changeStatus: false, reissue: false, pay: true } })],
    }),
  ),
  play: async () => {
    await expect(await menuOf('00418')).toEqual(['Download PDF'])
  },
}

const changed = fn()

/** The menu offers every status except the invoice's own. */
export const StatusChanged: Story = {
  beforeEach: () => {
    changed.mockClear()
    const change = (_url: URL, body: unknown) => {
      changed(body)
      return sampleInvoice({ status: 2, version: 2 })
    }
    return given({ ...sampleListAnswers(), [`POST /invoice/update/${id}`]: change })()
  },
  play: async () => {
    await menuOf('00418')
    await choose('Change status')
    const statuses = within(await screen.findByRole('menu', { name: 'Change status' }))
    await expect(statuses.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Paid',
      'Past Due',
      'Void',
    ])
    await choose('Past Due')
    await waitFor(() => expect(changed.mock.calls).toEqual([[{ status: 2 }]]))
    const row = screen.getByRole('row', { name: /00418/ })
    await expect(await within(row).findByText('Past Due')).toBeVisible()
  },
}

const saved = fn()

/** Catches the file that is downloaded. */
const givenFile = (file: () => Response) => () => {
  saved.mockClear()
  const leave = given({ ...sampleListAnswers(), [`GET /invoice/pdf/${id}`]: file })()
  const letFilesGo = catchFiles(saved)
  return () => {
    letFilesGo()
    leave()
  }
}

export const PdfSaved: Story = {
  beforeEach: givenFile(() => new Response('%PDF')),
  play: async () => {
    await menuOf('00418')
    await choose('Download PDF')
    await waitFor(() =>
      expect(saved.mock.calls).toEqual([['Invoice 00418 Northlight Leadership Partners.pdf']]),
    )
  },
}

export const PdfFails: Story = {
  beforeEach: givenFile(refusal(500)),
  play: async () => {
    await menuOf('00418')
    await choose('Download PDF')
    await expect(await screen.findByText("Couldn't create the PDF")).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}
