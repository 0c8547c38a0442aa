import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test'
import { givenWorld, problem, type Answers } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoicesScreen } from './list/invoices-screen.tsx'
import { InvoiceScreen } from './page/invoice-screen.tsx'
import { sampleListAnswers, samplePageAnswers } from './sample-answers.ts'
import { sampleInvoice } from './sample-invoices.ts'

const meta = { title: 'Billing/Pay' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const { id, organization } = sampleInvoice()
const payCall = `GET /invoice/pay/${id}`
const address = 'https://pay.example/c/1'

/** Replaces the tab that opens on the press. */
const tab = { opener: window as Window | null, close: fn(), location: { replace: fn() } }
const open = fn()

const given = (answers: Answers) => () => {
  for (const each of [open, tab.close, tab.location.replace]) each.mockClear()
  tab.opener = window
  const opened = spyOn(window, 'open').mockImplementation((...asked) => {
    open(...asked)
    // Only these properties of a tab are used.
    return tab as unknown as Window
  })
  const leave = givenWorld({ now: sampleNow, answers })()
  return () => {
    opened.mockRestore()
    leave()
  }
}

const page = () => (
  <>
    <InvoiceScreen id={id} me={sampleMe('OrgAdmin')} notFound={null} />
    <ToastRegion />
  </>
)

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
  await expect(open.mock.calls).toEqual([['', '_blank']])
  // The tab shows somebody else's page, which must not reach back to ours.
  await expect(tab.opener).toBeNull()
}

export const InTheList: Story = {
  beforeEach: given({ ...sampleListAnswers(), [payCall]: address }),
  render: () => <InvoicesScreen organizationId={organization.id} notFound={null} />,
  play: async () => {
    await press('Pay, invoice 00418')
    await waitFor(() => expect(tab.location.replace.mock.calls).toEqual([[address]]))
  },
}

export const OnThePage: Story = {
  beforeEach: given({ ...samplePageAnswers(), [payCall]: address }),
  render: page,
  play: async () => {
    await press('Pay')
    await waitFor(() => expect(tab.location.replace.mock.calls).toEqual([[address]]))
    await expect(tab.close).not.toHaveBeenCalled()
  },
}

/** If there is no page to pay on, the tab closes again. */
export const Refused: Story = {
  beforeEach: given({ ...samplePageAnswers(), [payCall]: problem('payments_off') }),
  render: page,
  play: async () => {
    await press('Pay')
    await expect(await screen.findByText(/^Online payment is not set up here/)).toBeVisible()
    await expect(tab.close).toHaveBeenCalledOnce()
    await expect(tab.location.replace).not.toHaveBeenCalled()
  },
}
