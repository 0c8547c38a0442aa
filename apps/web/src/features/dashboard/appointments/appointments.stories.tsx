import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleMe, sampleNow, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ActiveCard } from './active-card.tsx'
import { CaughtUp } from './caught-up.tsx'
import { Recent } from './recent.tsx'
import { Upcoming } from './upcoming.tsx'

const meta = { title: 'Dashboard/Appointments' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const me = sampleMe('Coach')
const at = (start_time: string, end_time: string) => ({ start_time, end_time })
const soon = sampleSession(at('2026-11-16T14:12:00.000Z', '2026-11-16T15:12:00.000Z'))

/** A call that can be joined: both clocks, the countdown that is also read out, and the link to join. */
export const ToJoin: Story = {
  render: () => <ActiveCard me={me} session={soon} now={sampleNow} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'article:',
      '9:12 AM',
      'to 10:12 AM EST',
      'heading 3: Values in practice',
      'Kwame Boateng',
      '3:12 – 4:12 PM for Kwame in Berlin (CET)',
      'Starts in 12 min (accent-ink)',
      'link → /session/session-1/preview: Join Call (on-accent)',
      'link "Details, Values in practice" → /session/session-1/preview: Details (accent-ink)',
    ])
  },
}

export const ToJoinAsAGroup: Story = {
  render: () => (
    <ActiveCard
      me={me}
      session={sampleOrgSession(at('2026-11-16T13:50:00.000Z', '2026-11-16T14:50:00.000Z'))}
      now={sampleNow}
    />
  ),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'article:',
      '8:50 AM',
      'to 9:50 AM EST',
      'heading 3: Team hour',
      '2 participants',
      'Org session, 2 time zones',
      'Started 10 min ago (accent-ink)',
      'link → /session/session-org/preview: Join Call (on-accent)',
      'link "Details, Team hour" → /session/session-org/preview: Details (accent-ink)',
    ])
  },
}

const ahead = Array.from({ length: 5 }, (_, i) =>
  sampleSession({
    id: `session-${i + 1}`,
    title: `Call ${i + 1}`,
    start_time: new Date(sampleNow + (i + 1) * 9 * 3_600_000).toISOString(),
    end_time: new Date(sampleNow + ((i + 1) * 9 + 1) * 3_600_000).toISOString(),
  }),
)

/** Four per page; the fifth is on the next one. */
export const Ahead: Story = {
  render: () => <Upcoming me={me} sessions={ahead} now={sampleNow} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Upcoming Coaching Calls',
      'next 2 days',
      'part "Pages of upcoming calls":',
      'list:',
      'entry:',
      'button "Previous page" [disabled]:',
      'entry:',
      'button "Page 1" [current page]: 1 (on-accent)',
      'entry:',
      'button "Page 2": 2',
      'entry:',
      'button "Next page":',
      'list "Upcoming Coaching Calls":',
      'entry:',
      'article:',
      '6:00 PM EST today',
      'heading 3: Call 1',
      'Kwame Boateng',
      'Tue 12:00 AM in Berlin',
      'button "Add to Calendar, Call 1" [haspopup]: Add to Calendar',
      'link "Details, Call 1" → /session/session-1/preview: Details',
      'entry:',
      'article:',
      '3:00 AM EST tomorrow',
      'heading 3: Call 2',
      'Kwame Boateng',
      '9:00 AM in Berlin',
      'button "Add to Calendar, Call 2" [haspopup]: Add to Calendar',
      'link "Details, Call 2" → /session/session-2/preview: Details',
      'entry:',
      'article:',
      '12:00 PM EST tomorrow',
      'heading 3: Call 3',
      'Kwame Boateng',
      '6:00 PM in Berlin',
      'button "Add to Calendar, Call 3" [haspopup]: Add to Calendar',
      'link "Details, Call 3" → /session/session-3/preview: Details',
      'entry:',
      'article:',
      '9:00 PM EST tomorrow',
      'heading 3: Call 4',
      'Kwame Boateng',
      'Wed 3:00 AM in Berlin',
      'button "Add to Calendar, Call 4" [haspopup]: Add to Calendar',
      'link "Details, Call 4" → /session/session-4/preview: Details',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await expect(screen.getAllByRole('article')).toHaveLength(1)
    await expect(screen.getByRole('article')).toHaveTextContent('Call 5')
  },
}

const onShowDay = fn()

/** Nothing is due: shows the next call after that, and leads to its day. */
export const NothingDue: Story = {
  render: () => (
    <CaughtUp
      me={me}
      next={sampleSession(at('2026-12-03T15:00:00.000Z', '2026-12-03T16:00:00.000Z'))}
      scheduleButton="(the button)"
      onShowDay={onShowDay}
    />
  ),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      "heading 3: You're all caught up!",
      'No calls in the next two days. Your next one is Thu, Dec 3 at 10:00 AM EST.',
      '(the button)',
      'button: Show December',
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show December' }))
    await expect(onShowDay).toHaveBeenCalledWith('2026-12-03')
  },
}

export const NothingAtAll: Story = {
  render: () => <CaughtUp me={me} next={undefined} scheduleButton="(the button)" onShowDay={onShowDay} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      "heading 3: You're all caught up!",
      'No calls in the next two days.',
      '(the button)',
    ])
  },
}

export const Lately: Story = {
  name: 'Recent sessions have one line each, without a button [DASH-14]',
  render: () => (
    <Recent
      me={me}
      now={sampleNow}
      sessions={[
        sampleSession({ ...at('2026-11-15T15:00:00.000Z', '2026-11-15T16:00:00.000Z'), status: 'Completed' }),
        sampleOrgSession({
          ...at('2026-11-12T15:00:00.000Z', '2026-11-12T16:00:00.000Z'),
          status: 'NoShow',
        }),
      ]}
    />
  ),
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Recent',
      'list "Recent":',
      'entry:',
      'article:',
      'heading 3:',
      'link → /session/session-1/preview: Values in practice',
      'Kwame Boateng · Yesterday, 10:00 AM EST',
      'Completed (green-ink)',
      'entry:',
      'article:',
      'heading 3:',
      'link → /session/session-org/preview: Team hour',
      '2 participants · Nov 12, 10:00 AM EST',
      'No Show (red-ink)',
    ])
    for (const card of screen.getAllByRole('article')) await expect(card.offsetHeight).toBeLessThanOrEqual(64)
    await expect(screen.queryByRole('button')).toBeNull()
  },
}

/** Between a long name and the status, the time gets a line of its own and is never cut. */
export const OverInANarrowColumn: Story = {
  render: () => (
    <div className="w-70">
      <Recent
        me={me}
        now={sampleNow}
        sessions={[
          sampleSession({
            ...at('2026-11-12T15:00:00.000Z', '2026-11-12T16:00:00.000Z'),
            status: 'Completed',
            participants: sampleSession().participants.map((client) => ({
              ...client,
              first_name: 'Margarethe',
              last_name: 'Öztürk-Lindqvist',
            })),
          }),
        ]}
      />
    </div>
  ),
  play: async () => {
    const time = screen.getByText('Nov 12, 10:00 AM EST')
    const [inner, outer] = [time.getBoundingClientRect(), time.parentElement?.getBoundingClientRect()]
    await expect(inner.right).toBeLessThanOrEqual(outer?.right ?? 0)
    await expect(inner.bottom).toBeLessThanOrEqual((outer?.bottom ?? 0) + 1)
  },
}
