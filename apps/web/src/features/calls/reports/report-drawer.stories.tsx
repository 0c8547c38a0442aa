import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { ReportDrawer } from './report-drawer.tsx'

const at = (clock: string) => `2026-11-16T${clock}:00.000Z`

const meta = {
  title: 'Call/A report',
  component: ReportDrawer,
  args: {
    report: {
      id: 'report-1',
      at: at('15:10'),
      by: { id: 'coach-dana', name: 'Dana Whitfield' },
      session: { id: 'session-1', title: 'Values in practice', start_time: at('14:00') },
      organization: 'Northlight Coaching',
      kinds: ['sound', 'connection'],
      text: 'The sound stopped twice.',
    },
    zone: 'America/New_York',
    now: Date.parse(at('16:00')),
    onClose: fn(),
  },
  beforeEach: givenWorld({
    answers: {
      'GET /calls/reports/report-1': {
        statistics: {
          agent: 'A browser',
          samples: [
            { at: at('14:01'), quality: 'good', people: 2 },
            { at: at('14:02'), quality: 'weak', people: 2 },
            { at: at('14:03'), quality: 'lost', people: 1 },
          ],
          changes: [{ at: at('14:00'), what: 'connected' }],
        },
        timeline: [
          { name: 'Dana Whitfield', inRoom: [{ from: at('13:58'), until: at('15:00') }] },
          { name: 'Kwame Boateng', inRoom: [] },
        ],
      },
    },
  }),
} satisfies Meta<typeof ReportDrawer>
export default meta

export const OneReport: StoryObj<typeof meta> = {
  play: async () => {
    const drawer = await screen.findByRole('dialog', { name: 'Sound, The connection broke off' })
    await screen.findByText('A browser')
    await expect(outlineOf(drawer)).toEqual([
      'dialog:',
      'heading 2: Sound, The connection broke off',
      'button "Close":',
      'By',
      'Dana Whitfield',
      'Northlight Coaching',
      'About',
      'link → /session/session-1/preview: Values in practice (accent-ink)',
      'Today, 9:00:00 AM',
      'Reported',
      'Today, 10:10:00 AM',
      'The sound stopped twice.',
      'heading 3: In the call',
      'Dana Whitfield',
      '8:58 AM – 10:00 AM',
      'Kwame Boateng',
      'not there',
      'heading 3: What the browser reported',
      'Connection',
      'good in 1 of 3 checks, weak in 1, lost in 1',
      'Browser',
      'A browser',
      'list "What changed":',
      'entry:',
      '9:00 AM',
      'connected',
    ])
  },
}
