import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, waitFor } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld, problem, refusal } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { AggregatesSection } from './aggregates-section.tsx'
import { ProgressSection } from './progress-section.tsx'
import { sampleAggregates, sampleProgress } from './sample-progress.ts'

const meta = { title: 'Assessment/Parts of other pages' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const given = (path: string, answer: unknown) =>
  givenWorld({ now: sampleNow, answers: { [`GET ${path}`]: answer } })
const ofClient = (answer: unknown) => given('/assessment/progress/client-margarethe', answer)
const ofOrganization = (answer: unknown) => given('/assessment/aggregates', answer)

const section: Story['render'] = () => (
  <ProgressSection userId="client-margarethe" me={sampleMe('Coach', { is_assessor: true })} />
)
const clients: Story['render'] = () => (
  <div className="max-w-78">
    <AggregatesSection organizationId="northlight" />
  </div>
)
const settled = () => waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())

export const OnTheClientsPage: Story = {
  beforeEach: ofClient(sampleProgress()),
  render: section,
  play: async ({ canvasElement }) => {
    await settled()
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Progress',
      'link → /clients/client-margarethe/progress: All figures (accent-ink)',
      '78%',
      '28 of 36 criteria shown, Nov 14',
      'Criteria shown by session. Oct 2: 56%, Oct 16: 63%, Oct 30: 64%, Nov 14: 78% (heard)',
    ])
  },
}

export const NothingScored: Story = {
  beforeEach: ofClient(sampleProgress({ sessions: [], rubrics: [] })),
  render: section,
  play: async ({ canvasElement }) => {
    await settled()
    await expect(outlineOf(canvasElement)).toEqual(['section:', 'heading 2: Progress', 'Nothing scored yet.'])
  },
}

export const LostTheRight: Story = {
  beforeEach: ofClient(problem('not_assessor')),
  render: section,
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Progress' })).toBeNull())
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}

export const CouldNotBeLoaded: Story = {
  beforeEach: ofClient(refusal(500)),
  render: section,
  play: async () => void (await screen.findByText("The progress couldn't be loaded.")),
}

export const HowClientsAreDoing: Story = {
  name: 'How clients are doing, with five people or more [ASSESS-06]',
  beforeEach: ofOrganization(sampleAggregates),
  render: clients,
  play: async () => {
    await settled()
    const rows = screen.getAllByRole('row')
    await expect(rows).toHaveLength(5)
    await expect(rows[1]).toHaveTextContent(/^Clarity63%, 40 of 63, 7 people/)
    await expect(rows[1]).toHaveTextContent(/fewer than five people$/)
    await expect(
      screen.getByText('The year up to Nov 15, 2026. A dash means fewer than five people.'),
    ).toBeInTheDocument()
  },
}

export const FewerThanFive: Story = {
  name: 'Fewer than five people [ASSESS-06]',
  beforeEach: ofOrganization({
    ...sampleAggregates,
    categories: sampleAggregates.categories.map((one) => ({ ...one, figures: [null, null, null, null] })),
  }),
  render: clients,
  play: async ({ canvasElement }) => {
    await settled()
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: How clients are doing',
      'Needs at least five people. So far fewer than 5 clients were scored in any conversation.',
    ])
  },
}
