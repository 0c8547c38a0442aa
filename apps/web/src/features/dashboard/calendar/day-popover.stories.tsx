import type { Meta, StoryObj } from '@storybook/react-vite'
import { useRef } from 'react'
import { expect, screen, userEvent } from 'storybook/test'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { sampleMe, sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { DayPopover } from './day-popover.tsx'

const meta = { title: 'Dashboard/Day of the calendar' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

function Day({ sessions }: { sessions: readonly Session[] }) {
  const grid = useRef<HTMLTableElement>(null)
  return (
    <>
      <table ref={grid}>
        <tbody>
          <tr>
            <td data-day="2026-11-16">16</td>
          </tr>
        </tbody>
      </table>
      <DayPopover
        me={sampleMe('Coach')}
        now={sampleNow}
        grid={grid}
        day="2026-11-16"
        sessions={sessions}
        onClose={() => {}}
      />
    </>
  )
}

const at = (id: string, title: string, clock: string, status: Session['status'] = 'Scheduled') =>
  sampleSession({
    id,
    title,
    status,
    start_time: `2026-11-16T${clock}:00.000Z`,
    end_time: new Date(Date.parse(`2026-11-16T${clock}:00.000Z`) + 3_600_000).toISOString(),
  })

const shown = () => screen.findByRole('dialog', { name: 'Monday, November 16, 2026' })

/** Only the joinable session has 'Details'; the others can be chosen below. */
export const WithOneToJoin: Story = {
  render: () => (
    <Day
      sessions={[
        at('done', 'Early hour', '12:00', 'Completed'),
        at('now', 'Right now', '13:50'),
        at('later', 'Later today', '20:00'),
      ]}
    />
  ),
  play: async () => {
    const dialog = await shown()
    await expect(outlineOf(dialog)).toEqual([
      'dialog "Monday, November 16, 2026":',
      'Right now',
      'Nov 16, 2026 8:50 – 9:50 AM EST',
      'Coaching Call (accent-ink)',
      'Kwame Boateng',
      'link → /session/now/preview: Details',
      'list:',
      'entry:',
      'button: 7:00 AM EST | Early hour | Completed (green-ink)',
      'entry:',
      'button: 3:00 PM EST | Later today',
    ])
    await userEvent.click(screen.getByRole('button', { name: /Later today/ }))
    await expect(screen.queryByRole('link', { name: 'Details' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /Early hour/ }))
    await expect(screen.queryByRole('link', { name: 'Details' })).toBeNull()
    await expect(outlineOf(dialog)).toEqual([
      'dialog "Monday, November 16, 2026":',
      'Early hour',
      'Nov 16, 2026 7:00 – 8:00 AM EST',
      'Coaching Call (accent-ink)',
      'Kwame Boateng',
      'Completed (green-ink)',
      'list:',
      'entry:',
      'button: 8:50 AM EST | Right now',
      'entry:',
      'button: 3:00 PM EST | Later today',
    ])
    await userEvent.click(screen.getByRole('button', { name: /Right now/ }))
    await expect(screen.getByRole('link', { name: 'Details' })).toHaveAttribute(
      'href',
      '/session/now/preview',
    )
  },
}

/** If none can be joined, the next one is shown first. */
export const WithNoneToJoin: Story = {
  render: () => (
    <Day
      sessions={[
        at('done', 'Early hour', '12:00', 'NoShow'),
        at('later', 'Later today', '20:00'),
        at('last', 'Last of all', '21:00'),
      ]}
    />
  ),
  play: async () => {
    const dialog = await shown()
    await expect(outlineOf(dialog)).toEqual([
      'dialog "Monday, November 16, 2026":',
      'Later today',
      'Nov 16, 2026 3:00 – 4:00 PM EST',
      'Coaching Call (accent-ink)',
      'Kwame Boateng',
      'list:',
      'entry:',
      'button: 7:00 AM EST | Early hour | No Show (red-ink)',
      'entry:',
      'button: 4:00 PM EST | Last of all',
    ])
    await expect(screen.queryByRole('link', { name: 'Details' })).toBeNull()
  },
}
