import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { PortalKnocks } from './knocks.tsx'
import { sampleGuest } from './sample-knocks.ts'

const name = 'Margarethe Öztürk-Lindqvist'

const meta = {
  title: 'Call/Who is at the door, anywhere',
  component: PortalKnocks,
  args: { me: sampleMe('Coach') },
  beforeEach: givenWorld({
    now: sampleNow,
    answers: { 'GET /calls/waiting': [sampleGuest({ name })] },
  }),
} satisfies Meta<typeof PortalKnocks>
export default meta
type Story = StoryObj<typeof meta>

/** On a phone the card leaves most of the page and its lower edge free, and shows the whole name. */
export const OnPhone: Story = {
  name: 'On a telephone [CALL-53]',
  globals: { viewport: { value: 'phone' } },
  play: async () => {
    const card = await screen.findByRole('region', { name: `${name} is waiting` })
    const { top, bottom, height } = card.getBoundingClientRect()
    await expect(top).toBeGreaterThanOrEqual(56)
    await expect(bottom).toBeLessThan(innerHeight / 2)
    await expect(height).toBeLessThan(innerHeight / 3)
    const title = screen.getByRole('heading', { level: 2 })
    await expect(title.scrollHeight).toBeLessThanOrEqual(title.clientHeight + 1)
    await expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth + 1)
    await expect(screen.getByRole('button', { name: `Join and admit: ${name}` })).toBeVisible()
  },
}
