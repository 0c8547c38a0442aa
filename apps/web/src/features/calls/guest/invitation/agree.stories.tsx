import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent } from 'storybook/test'
import { Agree } from './agree.tsx'
import { sampleGuestSession } from '#features/calls/guest/sample-guest.ts'

const onAgree = fn()

const meta = {
  title: 'Call/What a client agrees to',
  component: Agree,
  args: { session: sampleGuestSession, terms: { version: '2026-11', is_accepted: false }, onAgree },
  beforeEach: () => void onAgree.mockClear(),
} satisfies Meta<typeof Agree>
export default meta
type Story = StoryObj<typeof meta>

const go = () => userEvent.click(screen.getByRole('button', { name: 'Agree and continue' }))
const terms = () =>
  screen.queryByRole('checkbox', { name: 'I accept the Terms of Use and have read the Privacy Notice.' })
const consent = () => screen.getByRole('checkbox', { name: 'I agree to take part in this session by video.' })

export const FirstTime: Story = {
  play: async () => {
    await expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Not recordedPicture and sound are passed on, not stored.',
      'Chat and files stay with the sessionYou can read them during the call, Dana afterwards too.',
      'Dana may take notesScores and notes belong to your coaching record.',
    ])
    for (const paper of ['Terms of Use', 'Privacy Notice'])
      await expect(screen.getByRole('link', { name: paper })).toHaveClass('text-accent-ink', 'underline')
    await expect(
      screen.getByText('This link is yours alone. On another device, Dana has to let you in.'),
    ).toBeVisible()
    await go()
    await expect(onAgree).not.toHaveBeenCalled()
    await expect(screen.getAllByText('Please tick this to go on.')).toHaveLength(2)
    await expect(terms()).toHaveFocus()
    await userEvent.click(terms() ?? document.body)
    await go()
    await expect(onAgree).not.toHaveBeenCalled()
    await expect(consent()).toHaveFocus()
    await userEvent.click(consent())
    await go()
    await expect(onAgree).toHaveBeenCalledOnce()
  },
}

export const TermsAcceptedBefore: Story = {
  args: { terms: { version: '2026-11', is_accepted: true } },
  play: async () => {
    await expect(terms()).toBeNull()
    await userEvent.click(consent())
    await go()
    await expect(onAgree).toHaveBeenCalledOnce()
  },
}
