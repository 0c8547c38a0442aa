import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import type { Answered } from '@parley/contract/wire/route.ts'
import type { sessionProgress } from '@parley/contract/sessions/sessions.ts'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, refusal } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { Progress } from './progress.tsx'

const meta = {
  title: 'Dashboard/This week',
  component: Progress,
  args: { me: sampleMe('Coach') },
} satisfies Meta<typeof Progress>
export default meta
type Story = StoryObj<typeof meta>

/** The two sides of each rate differ, so that a mix-up shows. */
const figures: Answered<typeof sessionProgress> = {
  weeks: [
    { start: '2026-10-19', calls: 4, minutes: 240 },
    { start: '2026-10-26', calls: 6, minutes: 330 },
    { start: '2026-11-02', calls: 5, minutes: 300 },
    { start: '2026-11-09', calls: 1, minutes: 45 },
    { start: '2026-11-16', calls: 1200, minutes: 1850 },
  ],
  today: 3,
  toCome: 2,
  completed: 9,
  total: 120,
  minutesTotal: 7200,
  hasOwn: true,
  noShow: 1,
  rates: [
    { start: '2026-11-02', completed: 3, noShow: 1 },
    { start: '2026-11-09', completed: 0, noShow: 0 },
    { start: '2026-11-16', completed: 9, noShow: 1 },
  ],
}
const given = (answer: unknown) =>
  givenWorld({ now: sampleNow, answers: { 'GET /sessions/progress': answer } })

export const WithFigures: Story = {
  name: 'With figures [DASH-16 DASH-17 DASH-23]',
  beforeEach: given(figures),
  play: async ({ canvasElement }) => {
    await screen.findByText('Calls')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: This week',
      'vs. 4-week average',
      'Calls',
      '1,200',
      '3 held or scheduled today, 2 to come',
      'Calls by week. Oct 19: 4, Oct 26: 6, Nov 2: 5, Nov 9: 1, Nov 16: 1,200 (heard)',
      'Completion',
      '90%',
      '9 of 10, last 28 days',
      'Completion from each week on. Nov 2: 75%, Nov 9: –, Nov 16: 90% (heard)',
      'No-show',
      '10%',
      '1 of 10, last 28 days',
      'No-show from each week on. Nov 2: 25%, Nov 9: –, Nov 16: 10% (heard)',
      'Minutes coached',
      '1,850',
      'average 229 a week',
      'Minutes coached by week. Oct 19: 240, Oct 26: 330, Nov 2: 300, Nov 9: 45, Nov 16: 1,850 (heard)',
    ])
  },
}

export const WithNothingToCount: Story = {
  beforeEach: given({
    ...figures,
    weeks: [{ start: '2026-11-16', calls: 0, minutes: 0 }],
    today: 0,
    toCome: 0,
    completed: 0,
    noShow: 0,
    rates: [],
  }),
  play: async ({ canvasElement }) => {
    await screen.findByText('Calls')
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: This week',
      'vs. 4-week average',
      'Calls',
      '0',
      '0 held or scheduled today, 0 to come',
      'Calls by week. Nov 16: 0 (heard)',
      'Completion',
      '–',
      'nothing to count in 28 days',
      'No-show',
      '–',
      'nothing to count in 28 days',
      'Minutes coached',
      '0',
      'average 0 a week',
      'Minutes coached by week. Nov 16: 0 (heard)',
    ])
  },
}

export const Loading: Story = {
  beforeEach: givenWorld({}),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: This week',
      'vs. 4-week average',
      'Loading (heard)',
    ])
  },
}

export const Failed: Story = {
  beforeEach: given(refusal(500)),
  play: async ({ canvasElement }) => {
    await waitFor(() => screen.getByRole('button', { name: 'Try again' }))
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: This week',
      'vs. 4-week average',
      "The figures couldn't be loaded.",
      'button: Try again',
    ])
  },
}

/** The server's figures for the scope, and with `owned` for the viewer's own sessions. */
const givenBoth = (scope: object, mine: object) =>
  givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions/progress': ({ searchParams }: URL) =>
        searchParams.get('owned') === 'true' ? { ...figures, ...mine } : { ...figures, ...scope },
    },
  })

const head = (root: HTMLElement) => outlineOf(root).slice(1, 6)

export const OfAnOrganization: Story = {
  name: 'Figures of the organization, with your own to choose [DASH-20]',
  args: { me: sampleMe('OrgAdmin') },
  beforeEach: givenBoth({ today: 1210 }, { today: 4 }),
  play: async ({ canvasElement }) => {
    await screen.findByText('1,210 held or scheduled today, 2 to come')
    await expect(screen.getByRole('radio', { name: 'Organization' })).toBeChecked()
    await expect(screen.getByText('Northlight Coaching')).toBeVisible()
    await userEvent.click(screen.getByText('Mine'))
    await screen.findByText('4 held or scheduled today, 2 to come')
    await expect(screen.queryByText('Northlight Coaching')).toBeNull()
    await expect(screen.getByText('Your own sessions')).toBeVisible()
    await userEvent.click(screen.getByText('Organization'))
    await screen.findByText('1,210 held or scheduled today, 2 to come')
    await expect(head(canvasElement)).toEqual([
      'heading 2: This week',
      'vs. 4-week average',
      'Northlight Coaching',
      'radiogroup:',
      'Whose figures (heard)',
    ])
  },
}

export const OfEverything: Story = {
  name: 'Figures of all organizations [DASH-20]',
  args: { me: sampleMe('Admin') },
  beforeEach: givenBoth({ total: null, minutesTotal: null, hasOwn: false }, {}),
  play: async ({ canvasElement }) => {
    await screen.findByText('Calls')
    await expect(head(canvasElement)).toEqual([
      'heading 2: This week',
      'vs. 4-week average',
      'All organizations',
      'Calls',
      '1,200',
    ])
    await expect(screen.queryByRole('radio')).toBeNull()
  },
}

/** Scores of the viewer's own sessions only, for people who may score; absent without a scored session. */
export const WithScores: Story = {
  args: { me: sampleMe('OrgAdmin', { is_assessor: true }) },
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions/progress': figures,
      'GET /assessment/scores': { sessions: 3, shown: 33, answered: 42 },
    },
  }),
  play: async ({ canvasElement }) => {
    await screen.findByText('Scores')
    await expect(outlineOf(canvasElement).slice(-3)).toEqual([
      'Scores',
      '79%',
      '33 of 42 criteria shown, 3 sessions of yours, last 28 days',
    ])
  },
}
