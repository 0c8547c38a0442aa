import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal, type Answers } from '../../../../.storybook/world.ts'
import { samplePageAnswers } from '#features/billing/sample-answers.ts'
import { sampleInvoice } from '#features/billing/sample-invoices.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { usePresentPageName } from '#ui/page/page-heading.tsx'
import { InvoiceScreen } from './invoice-screen.tsx'

const { id } = sampleInvoice()
const given = (answers: Answers) => givenWorld({ now: sampleNow, answers })

/** The page name that the top bar would show. */
const PageName = () => <p>Page: {usePresentPageName()}</p>

const meta = {
  title: 'Billing/Invoice',
  component: InvoiceScreen,
  args: { id, me: sampleMe('Admin'), notFound: <h1>Nothing here</h1> },
  beforeEach: given(samplePageAnswers()),
  render: (args) => (
    <>
      <InvoiceScreen {...args} />
      <PageName />
    </>
  ),
} satisfies Meta<typeof InvoiceScreen>
export default meta
type Story = StoryObj<typeof meta>

const lineOfDana = () => screen.findByRole('button', { name: /^Dana Whitfield/ })
const sessionsOfDana = () => screen.findByRole('table', { name: 'Sessions of Dana Whitfield' })
const open = async () => {
  await userEvent.click(await lineOfDana())
  return sessionsOfDana()
}

/** The page shows the same words as the PDF. */
export const Paper: Story = {
  play: async () => {
    await expect(outlineOf(await screen.findByRole('article'))).toEqual([
      'article:',
      'Parley',
      'Parley Coaching Inc.',
      '200 Fore Street, Portland, ME 04101',
      'billing@parley.example',
      'Invoice',
      'heading 1: 00418',
      'Billed to',
      'Northlight Leadership Partners',
      '41 Harbor Street, Suite 9',
      'Portland, ME 04101',
      'Invoice date',
      'Oct 31, 2026',
      'Period',
      'Oct 1 – 31, 2026',
      'Payment terms',
      'Upon Receipt',
      'Hourly rate',
      '$150.00',
      'table:',
      'row:',
      'head: Coach',
      'head: Coached',
      'head: Billed',
      'head: Unbilled',
      'head: Subtotal',
      'row:',
      'head:',
      'button: Beatrix van den Heuvel',
      'cell: 33 h 15 min',
      'cell: 33 h 15 min',
      'cell: 0 min',
      'cell: $4,987.50',
      'row:',
      'head:',
      'button: Dana Whitfield',
      'cell: 41 h 30 min',
      'cell: 40 h 00 min',
      'cell: 1 h 30 min',
      'cell: $6,000.00',
      'row:',
      'head:',
      'button: Marcus Oyelaran',
      'cell: 20 h 30 min',
      'cell: 19 h 45 min',
      'cell: 45 min',
      'cell: $2,962.50',
      'row:',
      'head: Total',
      'cell: 95 h 15 min',
      'cell: 93 h 00 min',
      'cell: 2 h 15 min',
      'cell: $13,950.00',
      'Amount due',
      '$13,950.00',
      'section:',
      'heading 2: How this was calculated',
      'Completed sessions are billed by their scheduled time, in whole minutes. No-shows are not billed. Sessions marked not billable count as unbilled, and cancelled ones do not count. The month is counted in New York time.',
    ])
    await expect(document.title).toBe('Invoice 00418 · Parley')
    await expect(screen.getByText('Page: Invoice 00418')).toBeVisible()
    const [name, street] = ['Northlight Leadership Partners', '41 Harbor Street, Suite 9'].map((line) =>
      Number(getComputedStyle(screen.getByText(line)).fontWeight),
    )
    await expect(name).toBeGreaterThan(street ?? 0)
  },
}

/** Without room for its columns, a line gives its minutes below the name. */
export const PaperOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const paper = await screen.findByRole('article')
    await expect(outlineOf(within(paper).getByRole('table'))).toEqual([
      'table:',
      'row:',
      'head: Coach',
      'head: Subtotal',
      'row:',
      'head:',
      'button: Beatrix van den Heuvel | 33 h 15 min billed, 0 min unbilled',
      'cell: $4,987.50',
      'row:',
      'head:',
      'button: Dana Whitfield | 40 h 00 min billed, 1 h 30 min unbilled',
      'cell: $6,000.00',
      'row:',
      'head:',
      'button: Marcus Oyelaran | 19 h 45 min billed, 45 min unbilled',
      'cell: $2,962.50',
      'row:',
      'head: Total',
      'cell: $13,950.00',
    ])
  },
}

/** A line opens to its sessions, with the date of those settled late, and closes again. */
export const LineOpened: Story = {
  play: async () => {
    const line = await lineOfDana()
    const turned = () => getComputedStyle(line.querySelector('svg') ?? line).rotate
    await expect(turned()).toBe('none')
    await expect(screen.queryByRole('table', { name: /^Sessions of/ })).toBeNull()
    const sessions = await open()
    await expect(outlineOf(sessions)).toEqual([
      'table:',
      'Sessions of (heard) Dana Whitfield (heard)',
      'row:',
      'head: Date',
      'head: Session',
      'head: Status',
      'head: Scheduled',
      'head: Present',
      'head: Billed',
      'row:',
      'cell: Oct 2, 2026, 1:15 PM',
      'cell: link → /session/01890000-0000-7000-8000-000000000301/preview: Rehearsing a hard talk (accent-ink) | Tomás Aguilar',
      'cell: Completed (green-ink)',
      'cell: 60 min',
      'cell: 58 min',
      'cell: 60 min',
      'row:',
      'cell: Oct 9, 2026, 10:30 AM',
      'cell: link → /session/01890000-0000-7000-8000-000000000302/preview: Trial call (accent-ink) | Kwame Boateng',
      'cell: Completed (green-ink) | Not Billable',
      'cell: 45 min',
      'cell: – | no record, (heard)',
      'cell: 0 min',
      'row:',
      'cell: Sep 29, 2026, 4:00 PM',
      'cell: link → /session/01890000-0000-7000-8000-000000000303/preview: Boundaries at work (accent-ink) | Margarethe Öztürk-Lindqvist',
      'cell: No Show (red-ink) | Settled late',
      'cell: 60 min',
      'cell: 0 min',
      'cell: 0 min',
    ])
    await expect(
      screen.getByText("Present is the time when both were in the call. It doesn't change the amount."),
    ).toBeVisible()
    await expect(turned()).toBe('90deg')
    const controlled = document.getElementById(line.getAttribute('aria-controls') ?? '')
    await expect(controlled).toContainElement(sessions)
    await userEvent.click(line)
    await expect(screen.queryByRole('table', { name: /^Sessions of/ })).toBeNull()
  },
}

export const LineOpenedOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const late = within(await open()).getByRole('row', { name: /Boundaries at work/ })
    await expect(within(late).getAllByRole('cell').flatMap(outlineOf).slice(-3)).toEqual([
      'cell: 60 min scheduled,',
      'cell: 0 min present,',
      'cell: 0 min billed',
    ])
  },
}

/** Only Admins see that a session is not billable. */
export const LineOpenedByOrgAdmin: Story = {
  args: { me: sampleMe('OrgAdmin') },
  play: async () => {
    const trial = within(await open()).getByRole('row', { name: /Trial call/ })
    await expect(within(trial).getByText('Completed')).toBeVisible()
    await expect(screen.queryByText('Not Billable')).toBeNull()
  },
}

export const LineOnItsWay: Story = {
  beforeEach: given({ [`GET /invoice/invoice/${id}`]: sampleInvoice() }),
  play: async () => {
    await userEvent.click(await lineOfDana())
    await expect(await screen.findByRole('progressbar', { name: 'Loading the sessions' })).toBeVisible()
  },
}

export const LineFailed: Story = {
  beforeEach: given({
    ...samplePageAnswers(),
    [`GET /invoice/sessions/${id}`]: problem('invoice_not_found'),
  }),
  play: async () => {
    await userEvent.click(await lineOfDana())
    await expect(await screen.findByText('There is no such invoice.')).toBeVisible()
  },
}

/** The browser prints the paper alone: no line opens, and no client's name appears. */
export const Printed: Story = {
  play: async () => {
    await open()
    window.dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('[data-print-sheet]')
    await expect(paper).toHaveTextContent('Amount due$13,950.00')
    await expect(paper).not.toHaveTextContent('Aguilar')
    await expect(paper?.querySelector('button')).toBeNull()
    // The page already has its heading.
    await expect(paper?.querySelector('h1')).toBeNull()
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull())
  },
}

export const Loading: Story = {
  beforeEach: given({}),
  play: async ({ canvas }) => {
    const words = await canvas.findByText('Loading')
    await expect(words.closest('[aria-busy="true"]')).not.toBeNull()
    await expect(outlineOf(words)).toEqual(['Loading (heard)'])
  },
}

export const NotTheirs: Story = {
  beforeEach: given({ [`GET /invoice/invoice/${id}`]: problem('invoice_not_found') }),
  play: async () => {
    await expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
  },
}

/** The second try succeeds. */
export const Failed: Story = {
  beforeEach: () => {
    let tries = 0
    const answer = () => {
      tries += 1
      return tries === 1 ? refusal(500)() : sampleInvoice()
    }
    return given({ [`GET /invoice/invoice/${id}`]: answer })()
  },
  play: async () => {
    await expect(
      await screen.findByRole('heading', { level: 1, name: 'Something went wrong.' }),
    ).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect(await screen.findByRole('heading', { level: 1, name: '00418' })).toBeVisible()
  },
}
