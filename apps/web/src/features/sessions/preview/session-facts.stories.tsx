import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { sampleMe, sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { SessionFacts } from './session-facts.tsx'

const meta = { title: 'Sessions/Details' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

export const ForACoach: Story = {
  render: () => <SessionFacts me={sampleMe('Coach')} session={sampleSession({ instance_count: 2 })} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Details',
      'Coach',
      'Dana Whitfield',
      'Client',
      'Kwame Boateng',
      'Length',
      '1 h',
      'Instances',
      '2',
    ])
  },
}

/** Organizations are Admin's to see; without a server no instances are started. */
export const ForAnAdmin: Story = {
  render: () => <SessionFacts me={sampleMe('Admin')} session={sampleOrgSession({ use_server: false })} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([
      'section:',
      'heading 2: Details',
      'Coach',
      'Dana Whitfield',
      'Participants',
      'Ingrid Solheim',
      'Rafael Teixeira',
      'Length',
      '1 h',
      'Instances',
      'None started',
      'Organization',
      'Northlight Coaching',
    ])
  },
}
