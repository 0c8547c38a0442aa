import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { wholePage } from '../../../../.storybook/whole-page.ts'
import { OwnContactLine } from '#features/calls/contact/contact.tsx'
import { sampleMe } from '#features/sessions/sample-sessions.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { CallOver } from './call-over.tsx'

const meta = {
  title: 'Call/Over, and not by leaving',
  component: CallOver,
  parameters: wholePage,
  args: {
    end: 'closed',
    contact: <OwnContactLine question="Questions?" me={sampleMe('Coach')} />,
    children: (
      <ButtonLink to="/sessions" size="large">
        Back to sessions
      </ButtonLink>
    ),
  },
} satisfies Meta<typeof CallOver>
export default meta
type Story = StoryObj<typeof meta>

const says = (end: Story['args'], title: string): Story => ({
  args: { ...end },
  play: async () => {
    await expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(screen.getByRole('link', { name: 'Back to sessions' })).toHaveAttribute('href', '/sessions')
    await expect(screen.getByText(/Questions\? Northlight Coaching,/)).toBeVisible()
    // The call does not reconnect on its own, and the page offers nothing that would.
    await expect(screen.queryByRole('button')).toBeNull()
  },
})

export const Closed = says({ end: 'closed' }, 'This call has ended.')
export const Refused = says({ end: 'refused' }, 'This call has ended.')
export const Removed = says({ end: 'removed' }, 'You were removed from this call.')
export const OnAnotherDevice = says({ end: 'elsewhere' }, 'You joined on another device. This one has left.')
export const InAnotherTab = says({ end: 'moved' }, 'The call continues in another tab.')
