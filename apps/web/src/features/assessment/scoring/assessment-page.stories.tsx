import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { SideSection } from '#ui/page/side-section.tsx'
import { AssessmentPage } from './assessment-page.tsx'
import { sampleScoring, sampleScoringActs, sampleSheet } from './sample-scoring.ts'

// After the call there is no moment to mark.
const acts = { ...sampleScoringActs, onMoment: undefined }

const meta = {
  title: 'Assessment/On the page',
  component: AssessmentPage,
  args: {
    view: sampleScoring(),
    acts,
    conversation: 0,
    onConversation: () => {},
    history: (
      <SideSection title="History">
        <p className="text-label text-ink-3">Nothing has been answered yet.</p>
      </SideSection>
    ),
  },
} satisfies Meta<typeof AssessmentPage>
export default meta
type Story = StoryObj<typeof meta>

export const Scored: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('heading', { name: 'Raising a concern' })).toBeVisible()
    await expect(canvas.getAllByText('Not shown')[0]).toBeVisible()
    await expect(canvas.queryByText('moment')).toBeNull()
  },
}

export const Waiting: Story = {
  args: { view: sampleScoring({ sheet: sampleSheet({ unsent: 3 }), isAway: true }) },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getAllByText('3 waiting on this device')[0]).toBeVisible()
  },
}
