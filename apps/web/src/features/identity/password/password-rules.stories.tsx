import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { newPasswordFault } from './new-password-fault.ts'
import { PasswordRules } from './password-rules.tsx'

const meta = { title: 'Password/Rules' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const owner = { username: 'dana.w', first_name: 'Dana', last_name: 'Whitfield' }

const rules = (password: string) => (
  <PasswordRules password={password} fault={newPasswordFault(password, owner)} error={undefined} />
)

/** What is read out, and how many of the four bars are filled in which colour. */
async function expectStrength(word: string, steps: number, token?: 'red' | 'yellow' | 'green') {
  const meter = await screen.findByRole<HTMLMeterElement>('meter', { name: 'Strength' })
  await expect(meter).toHaveAttribute('aria-valuetext', word)
  await expect(meter.value).toBe(steps)
  const bars = [...(meter.nextElementSibling?.children ?? [])]
  const classes = bars.map((bar) => /bg-[\w-]+/.exec(bar.className)?.[0])
  await expect(classes).toEqual([1, 2, 3, 4].map((step) => (step <= steps ? `bg-${token}` : 'bg-line-2')))
}

export const Empty: Story = { render: () => rules(''), play: () => expectStrength('Nothing typed yet', 0) }
export const TooShort: Story = { render: () => rules('quiet'), play: () => expectStrength('Weak', 1, 'red') }
/** Long enough, but with the own name in it: however long it is, it will be refused. */
export const WithOwnName: Story = {
  render: () => rules('dana.w and a long way home'),
  play: () => expectStrength('Weak', 1, 'red'),
}
export const Fair: Story = {
  render: () => rules('harbour lane'),
  play: () => expectStrength('Fair', 2, 'yellow'),
}
export const Good: Story = {
  render: () => rules('three quiet herons wad'),
  play: () => expectStrength('Good', 3, 'green'),
}
export const Strong: Story = {
  render: () => rules('three quiet herons wade in a muddy bay'),
  play: () => expectStrength('Strong', 4, 'green'),
}
