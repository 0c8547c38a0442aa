import type { Meta, StoryObj } from '@storybook/react-vite'
import { useLocation } from '@tanstack/react-router'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, problem, type Answers } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { InvoicesScreen } from './list/invoices-screen.tsx'
import { InvoiceScreen } from './page/invoice-screen.tsx'
import { sampleListAnswers, samplePageAnswers } from './sample-answers.ts'
import { sampleInvoice } from './sample-invoices.ts'

const meta = { title: 'Billing/Re-issue' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const { id, organization } = sampleInvoice()
const given = (answers: Answers) => givenWorld({ now: sampleNow, answers })
const made = sampleInvoice({ id: 'e', invoice_num: 419 })

const List = () => (
  <>
    <InvoicesScreen organizationId={organization.id} notFound={null} />
    <ToastRegion />
  </>
)

function Page() {
  const { pathname } = useLocation()
  return (
    <>
      <p>You are at {pathname}</p>
      <InvoiceScreen id={id} me={sampleMe('Admin')} notFound={null} />
      <ToastRegion />
    </>
  )
}

const named = { name: /^Re-issue invoice/ }
const question = () => screen.findByRole('alertdialog', named)
const answer = async (name: string) => userEvent.click(within(await question()).getByRole('button', { name }))
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog', named)).toBeNull())
const askInList = async (number: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for invoice ${number}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Re-issue' }))
}

const rest = (period: string) =>
  `Its sessions, as they are now, go onto a new invoice for ${period} with a new number, which is emailed to the organization.`

/** The question says what happens to each invoice, and closes on either answer. */
export const InTheList: Story = {
  beforeEach: given({ ...sampleListAnswers(), 'POST /invoice/reissue/d': made }),
  render: () => <List />,
  play: async () => {
    await askInList('00418')
    await expect(outlineOf(await question())).toEqual([
      'alertdialog:',
      'heading 2: Re-issue invoice 00418?',
      `00418 becomes void. ${rest('Oct 1 – 31, 2026')}`,
      'button: Never mind',
      'button: Re-issue (on-accent)',
    ])
    await answer('Never mind')
    await closed()
    await askInList('00351')
    await expect(outlineOf(await question())).toEqual([
      'alertdialog:',
      'heading 2: Re-issue invoice 00351?',
      `00351 stays void. ${rest('Aug 1 – 31, 2026')}`,
      'button: Never mind',
      'button: Re-issue (on-accent)',
    ])
    await answer('Re-issue')
    await expect(await screen.findByText('Re-issued as 00419')).toBeVisible()
    await closed()
  },
}

/** The page leads to the new invoice. */
export const OnThePage: Story = {
  beforeEach: given({ ...samplePageAnswers(), [`POST /invoice/reissue/${id}`]: made }),
  render: () => <Page />,
  play: async () => {
    const ask = await screen.findByRole('button', { name: 'Re-issue' })
    await expect(screen.queryByRole('alertdialog', named)).toBeNull()
    await userEvent.click(ask)
    await answer('Never mind')
    await closed()
    await userEvent.click(ask)
    await answer('Re-issue')
    await expect(await screen.findByText('Re-issued as 00419')).toBeVisible()
    await waitFor(() => expect(screen.getByText('You are at /invoice/e')).toBeInTheDocument())
  },
}

/** Nothing was issued, so the question stays open. */
export const Refused: Story = {
  beforeEach: given({ ...samplePageAnswers(), [`POST /invoice/reissue/${id}`]: problem('nothing_billed') }),
  render: () => <Page />,
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Re-issue' }))
    await answer('Re-issue')
    await expect(await screen.findByText("00418 wasn't re-issued")).toBeVisible()
    await expect(await question()).toBeVisible()
  },
}
