import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen } from 'storybook/test'
import { newPasswordFault, PasswordRules } from './password-rules.tsx'

const meta = { title: 'Password/Rules' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const owner = { username: 'dana.w', first_name: 'Dana', last_name: 'Whitfield' }

const rules = (password: string, error?: string) => (
  <PasswordRules password={password} fault={newPasswordFault(password, owner)} error={error} />
)

/** Expects the three rules as they are read out, each with its state. */
const expectRules = async (...said: [length: string, names: string, common: string]) => {
  const [length, names, common] = said
  await expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `At least 12 characters${length}`,
    `Doesn't contain your name or username${names}`,
    `Isn't one of the most common, checked on save${common}`,
  ])
}

/** Expects the word that is read out, and how many of the four bars are filled in which colour. */
async function expectStrength(word: string, steps: number, token?: 'red' | 'yellow' | 'green') {
  const meter = await screen.findByRole<HTMLMeterElement>('meter', { name: 'Strength' })
  await expect(meter).toHaveAttribute('aria-valuetext', word)
  await expect(meter.value).toBe(steps)
  const bars = [...(meter.nextElementSibling?.children ?? [])]
  const classes = bars.map((bar) => /bg-[\w-]+/.exec(bar.className)?.[0])
  await expect(classes).toEqual([1, 2, 3, 4].map((step) => (step <= steps ? `bg-${token}` : 'bg-line-2')))
}

export const Empty: Story = {
  render: () => rules(''),
  play: async () => {
    await expectStrength('Nothing typed yet', 0)
    await expectRules('', '', '')
  },
}
export const TooShort: Story = { render: () => rules('quiet'), play: () => expectStrength('Weak', 1, 'red') }
/** Long enough, but it contains the person's own name: it is refused at any length. */
export const WithOwnName: Story = {
  render: () => rules('dana.w and a long way home'),
  play: async () => {
    await expectStrength('Weak', 1, 'red')
    await expectRules(': met', ': not met', '')
  },
}
/** Longer than allowed, so the names are not checked any more. */
export const TooLong: Story = {
  render: () => rules('three quiet herons '.repeat(7)),
  play: () => expectRules(': met', '', ''),
}
/** The server has refused it as a common one. */
export const Refused: Story = {
  render: () => rules('three quiet herons wade in a muddy bay', 'Choose another password.'),
  play: async () => {
    await expectStrength('Weak', 1, 'red')
    await expectRules(': met', ': met', ': not met')
  },
}
export const Fair: Story = {
  render: () => rules('harbour lane'),
  play: async () => {
    await expectStrength('Fair', 2, 'yellow')
    await expectRules(': met', ': met', '')
  },
}
export const Good: Story = {
  render: () => rules('three quiet herons wad'),
  play: () => expectStrength('Good', 3, 'green'),
}
export const Strong: Story = {
  render: () => rules('three quiet herons wade in a muddy bay'),
  play: () => expectStrength('Strong', 4, 'green'),
}
