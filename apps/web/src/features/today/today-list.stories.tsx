import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { givenWorld } from '../../../.storybook/world.ts'
import { sampleGuest } from '#features/calls/knock/sample-knocks.ts'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { TodayList } from './today-list.tsx'

const hour = 3_600_000
const at = (ms: number) => new Date(sampleNow + ms).toISOString()
const entries = [
  sampleSession({ id: 'session-1', start_time: at(hour / 12), end_time: at(hour) }),
  sampleSession({ id: 'session-2', start_time: at(2 * hour), end_time: at(3 * hour) }),
]
const world = (knocks: readonly unknown[]) =>
  givenWorld({
    now: sampleNow,
    answers: {
      'GET /sessions': { entries, entryCount: 2, entryCountExact: true, pageCount: 1 },
      'GET /calls/waiting': knocks,
    },
  })
const onLeave = fn()

const meta = {
  title: 'Shell/Today',
  component: TodayList,
  args: { me: sampleMe('Coach'), size: 'medium', onLeave },
  decorators: [
    (Story) => (
      <div className="w-52">
        <Story />
      </div>
    ),
  ],
  beforeEach: () => void onLeave.mockClear(),
} satisfies Meta<typeof TodayList>
export default meta
type Story = StoryObj<typeof meta>

const joins = () => screen.queryAllByRole('link', { name: /^Join Call/ })

export const SomebodyWaits: Story = {
  name: 'Somebody is waiting [CALL-36]',
  beforeEach: world([
    sampleGuest({ session_id: 'session-1' }),
    sampleGuest({ id: 'knock-2', session_id: 'session-2', state: 'turned_away' }),
  ]),
  play: async () => {
    await waitFor(() => expect(joins()).toHaveLength(1))
    const [join] = joins()
    await expect(join).toHaveAccessibleName('Join Call, Kwame Boateng is waiting')
    await expect(join).toHaveTextContent(/^Join Call$/)
    await expect(join).toHaveAttribute('href', '/session/session-1/join')
    await userEvent.click(join ?? document.body)
    await expect(onLeave).toHaveBeenCalledOnce()
  },
}

export const NobodyWaits: Story = {
  beforeEach: world([]),
  play: async () => {
    await expect(await screen.findAllByRole('link')).toHaveLength(2)
    await expect(screen.getByText('5 min')).toBeVisible()
    await expect(joins()).toHaveLength(0)
  },
}
