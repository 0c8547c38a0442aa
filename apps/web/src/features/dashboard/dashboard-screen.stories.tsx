import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, within } from 'storybook/test'
import { givenWorld } from '../../../.storybook/world.ts'
import { sampleMe, sampleNow, servedTo } from '#features/sessions/sample-sessions.ts'
import { DashboardScreen } from './dashboard-screen.tsx'

const me = sampleMe('Coach')
const at = (startsIn: number, endsIn: number) => ({
  start_time: new Date(sampleNow + startsIn * 60_000).toISOString(),
  end_time: new Date(sampleNow + endsIn * 60_000).toISOString(),
})
const session = (id: string, startsIn: number, endsIn: number) =>
  servedTo(me, sampleNow, { id, title: id, ...at(startsIn, endsIn) })

const sessions = [
  session('Workshop', -489, -9),
  session('Running', -9, 51),
  session('This afternoon', 300, 360),
  session('Long over', -600, -540),
]

/** The list as the server answers it, by range, order and limit. */
function listed(url: URL) {
  const [from = '', until = ''] = JSON.parse(url.searchParams.get('start_time_range') ?? '[]') as string[]
  const [, direction] = JSON.parse(url.searchParams.get('order') ?? '["start_time","DESC"]') as string[]
  const entries = sessions
    .filter(({ start_time }) => from === '' || (start_time >= from && start_time < until))
    .toSorted((a, b) => a.start_time.localeCompare(b.start_time) * (direction === 'ASC' ? 1 : -1))
    .slice(0, Number(url.searchParams.get('limit') ?? 10))
  return { entries, entryCount: entries.length, entryCountExact: true, pageCount: 1 }
}

const meta = {
  title: 'Dashboard/Dashboard',
  component: DashboardScreen,
  args: { me },
  beforeEach: givenWorld({
    now: sampleNow,
    answers: { 'GET /sessions': listed, 'GET /sessions/calendar': [] },
  }),
} satisfies Meta<typeof DashboardScreen>
export default meta
type Story = StoryObj<typeof meta>

const titlesIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)

/** Back to back: the large card shows the running session; an ended one that is still open is below it, not in Recent. */
export const BackToBack: Story = {
  name: 'Back to back [DASH-21 DASH-22]',
  play: async () => {
    const own = await screen.findByRole('region', { name: 'My Appointments' })
    const open = await within(own).findByRole('list', { name: 'Still open' })
    await expect(titlesIn(own)).toEqual(['Running', 'Workshop'])
    await expect(within(own).getByRole('link', { name: 'Join Call' })).toHaveAttribute(
      'href',
      '/session/Running/preview',
    )
    await expect(within(open).getByRole('link', { name: 'Join Call, Workshop' })).toHaveAttribute(
      'href',
      '/session/Workshop/preview',
    )
    await expect(open).toHaveTextContent('Ended 9 min ago')
    await expect(titlesIn(screen.getByRole('region', { name: 'Upcoming Coaching Calls' }))).toEqual([
      'This afternoon',
    ])
    await expect(titlesIn(screen.getByRole('region', { name: 'Recent' }))).toEqual(['Long over'])
  },
}
