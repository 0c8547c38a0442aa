import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { StepAway } from '../../../../.storybook/steps.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const codes = ['aaaa-bbbb', 'cccc-dddd', 'eeee-ffff']

function Shown() {
  const [hasKept, setHasKept] = useState(false)
  return (
    <>
      <StepAway />
      <RecoveryCodes codes={codes} hasKept={hasKept} onKept={setHasKept} />
    </>
  )
}

const meta = {
  title: 'Account/Recovery codes',
  component: RecoveryCodes,
  args: { codes, hasKept: false, onKept: () => {} },
  render: () => <Shown />,
} satisfies Meta<typeof RecoveryCodes>
export default meta
type Story = StoryObj<typeof meta>

const list = () => screen.getByRole('list', { name: 'Recovery codes' })
const stepAway = () => userEvent.click(screen.getByText('Step away'))
const question = () => screen.queryByRole('alertdialog', { name: 'Leave without the recovery codes?' })

export const Leaving: Story = {
  name: 'Leaving the page without having kept the codes asks first [AUTH-46]',
  play: async () => {
    await expect(list()).toBeVisible()
    await stepAway()
    await screen.findByRole('alertdialog', { name: 'Leave without the recovery codes?' })
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
    await waitFor(() => expect(question()).toBeNull())
    await expect(list()).toBeVisible()
  },
}

export const Kept: Story = {
  name: 'Leaving after keeping the codes does not ask',
  play: async () => {
    await userEvent.click(screen.getByRole('checkbox', { name: "I've saved them" }))
    await stepAway()
    await expect(question()).toBeNull()
  },
}
