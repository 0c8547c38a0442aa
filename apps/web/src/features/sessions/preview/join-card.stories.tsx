import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { atNine, sampleMe, servedTo } from '#features/sessions/sample-sessions.ts'
import { JoinBar, JoinCard } from './join-card.tsx'

const me = sampleMe('Coach')
const now = Date.parse('2026-11-16T13:55:00.000Z')

const meta = {
  title: 'Join card',
  component: JoinCard,
  args: {
    me,
    now,
    session: servedTo(me, now, atNine),
    acts: { complete: fn(), noShow: fn(), cancel: fn(), correct: fn(), isSaving: false, questions: null },
  },
} satisfies Meta<typeof JoinCard>
export default meta
type Story = StoryObj<typeof meta>

/** What is read out five minutes before the start. */
export const FiveMinutesBefore: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Starts in 5 min')
    await expect(canvas.getByRole('link', { name: 'Join Call' })).toBeVisible()
  },
}

/** The bar at the edge of a small screen says it too. */
export const BarOnPhone: Story = {
  globals: { viewport: { value: 'phone' } },
  render: (args) => <JoinBar {...args} />,
  play: FiveMinutesBefore.play ?? (() => undefined),
}

/** Completed while its window is still open: neither a phase nor a way in, just what became of it. */
export const CompletedWithinItsWindow: Story = {
  name: 'Completed within its window [PHASE-07]',
  args: { session: servedTo(me, now, { ...atNine, status: 'Completed' }) },
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual(['Completed (green-ink)', 'This session took place.'])
  },
}
