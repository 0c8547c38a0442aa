import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, refusal } from '../../../../.storybook/world.ts'
import { sampleLine, samplePreview } from '#features/billing/sample-invoices.ts'
import { PreviewHead } from './preview-head.tsx'

const meta = {
  title: 'Billing/Month so far',
  component: PreviewHead,
  args: { organizationId: 'northlight' },
} satisfies Meta<typeof PreviewHead>
export default meta
type Story = StoryObj<typeof meta>

const given = (answer: unknown) => givenWorld({ answers: { 'GET /invoice/preview/northlight': answer } })
const shown = () => screen.findByRole('region', { name: 'November 2026, so far' })
/** The height of each day's bar, from the first day on, in percent of the room. Screen readers skip the bars. */
const barsIn = (preview: Element) =>
  [...preview.querySelectorAll<HTMLElement>('[aria-hidden="true"] > [style]')].map((bar) => {
    const isSeen = getComputedStyle(bar).backgroundColor !== 'rgba(0, 0, 0, 0)'
    const room = bar.parentElement?.clientHeight ?? 0
    return isSeen ? Math.round((100 * bar.getBoundingClientRect().height) / room) : undefined
  })

/** A bar for each day, hidden from screen readers, which read the figures instead. */
export const Running: Story = {
  beforeEach: given(
    samplePreview({
      days: [
        { day: '2026-11-02', billed_time: 240 },
        { day: '2026-11-30', billed_time: 120 },
      ],
    }),
  ),
  play: async () => {
    const preview = await shown()
    await expect(outlineOf(preview)).toEqual([
      'section "November 2026, so far":',
      'Preview',
      'November 2026, so far',
      '$8,137.50',
      '54 h 15 min billed at $150.00 an hour',
      'Becomes an invoice on Dec 1, 2026',
      'Nov 2, 2026: 4 h 00 min, Nov 30, 2026: 2 h 00 min (heard)',
      'list:',
      'entry:',
      'Dana Whitfield',
      '40 h 00 min',
      'entry:',
      'Beatrix van den Heuvel',
      '33 h 15 min',
      'entry:',
      'Marcus Oyelaran',
      '19 h 45 min',
    ])
    await expect(barsIn(preview)).toEqual([0, 100, ...Array.from({ length: 27 }, () => 0), 50])
    await expect(within(preview).getByText('Nov 1')).toBeVisible()
    await expect(within(preview).getByText('Nov 30')).toBeVisible()
  },
}

const coaches = ['Abel Ito', 'Bo Lindqvist', 'Cy Ramos', 'Di Novak', 'Eva Stone', 'Fay Mori'].map((name, i) =>
  sampleLine(i, name, 60 * (i + 1), 0),
)
const coachesOf = async () =>
  within(await shown())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** The coaches with the most time, then how many more there are. */
export const ManyCoaches: Story = {
  beforeEach: given(samplePreview({ line_items: coaches })),
  play: async () => {
    await expect(await coachesOf()).toEqual([
      'Fay Mori6 h 00 min',
      'Eva Stone5 h 00 min',
      'Di Novak4 h 00 min',
      'Cy Ramos3 h 00 min',
    ])
    await expect(screen.getByText('and 2 more')).toBeVisible()
  },
}

export const OneCoachMore: Story = {
  beforeEach: given(samplePreview({ line_items: coaches.slice(0, 5) })),
  play: async () => {
    await expect(await coachesOf()).toHaveLength(4)
    await expect(screen.getByText('and 1 more')).toBeVisible()
  },
}

export const AllCoaches: Story = {
  beforeEach: given(samplePreview({ line_items: coaches.slice(0, 4) })),
  play: async () => {
    await expect(await coachesOf()).toHaveLength(4)
    await expect(screen.queryByText(/ more$/)).toBeNull()
  },
}

export const NothingBilled: Story = {
  beforeEach: given(samplePreview({ amount: 0, billed_time: 0, line_items: [], days: [] })),
  play: async () => {
    const preview = await shown()
    await expect(outlineOf(preview)).toEqual([
      'section "November 2026, so far":',
      'Preview',
      'November 2026, so far',
      '$0.00',
      '0 min billed at $150.00 an hour',
      'Nothing is billed yet',
    ])
    await expect(barsIn(preview)).toEqual(Array.from({ length: 30 }, () => 0))
  },
}

/** A preview that cannot be loaded is left out: the list below matters more. */
export const Fails: Story = {
  beforeEach: given(refusal(500)),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(canvasElement.querySelector('main')).toBeEmptyDOMElement())
  },
}
