import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, within } from 'storybook/test'
import { atNine, sampleMe, sampleOrgSession, servedTo } from '#features/sessions/sample-sessions.ts'
import { Decisions } from './decisions.tsx'

const now = Date.parse('2026-11-17T09:00:00.000Z')
const me = sampleMe('OrgAdmin')
const sessions = [1, 2, 3].map((place) =>
  servedTo(me, now, { ...atNine, id: `session-${place}`, title: `Session ${place}` }),
)

const meta = {
  title: 'Needs a decision',
  component: Decisions,
  args: {
    me,
    sessions,
    page: 1,
    pageCount: 1,
    isSaving: () => false,
    onPage: fn(),
    onComplete: fn(),
    onNoShow: fn(),
    onCancel: fn(),
  },
} satisfies Meta<typeof Decisions>
export default meta
type Story = StoryObj<typeof meta>

const row = (title: string) =>
  within(screen.getByRole('link', { name: title }).closest('li') ?? document.body)

export const Three: Story = {
  play: async ({ args }) => {
    const first = sessions[0]
    await expect(screen.getByRole('list', { name: 'Needs a decision' }).children).toHaveLength(3)
    await expect(screen.getAllByText('Nov 16, 2026 9:00 AM EST')).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: 'No Show, Session 1, Kwame Boateng' }))
    await expect(args.onNoShow).toHaveBeenCalledWith(first)
    await expect(args.onComplete).not.toHaveBeenCalled()
    await expect(screen.queryByRole('navigation')).toBeNull()
  },
}

export const OnTwoPages: Story = {
  args: { pageCount: 2 },
  play: async ({ args }) => {
    const pages = within(screen.getByRole('navigation', { name: 'Pages of what needs a decision' }))
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }))
    await expect(args.onPage).toHaveBeenCalledWith(2)
  },
}

/** Complete saves a session and then removes it from the list: the focus stays on it, and moves to the next when it goes. */
function Deciding() {
  const [saving, setSaving] = useState<string>()
  const [gone, setGone] = useState(false)
  return (
    <>
      <Decisions
        {...meta.args}
        sessions={gone ? sessions.filter(({ id }) => id !== saving) : sessions}
        isSaving={({ id }) => id === saving}
        onComplete={({ id }) => setSaving(id)}
      />
      <button
        type="button"
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setGone(true)}
      >
        Let it go
      </button>
    </>
  )
}

export const FocusStaysWithIt: Story = {
  render: () => <Deciding />,
  play: async () => {
    const complete = screen.getByRole('button', { name: 'Complete, Session 2, Kwame Boateng' })
    complete.focus()
    await userEvent.keyboard('{Enter}')
    await expect(complete).not.toBeInTheDocument()
    await expect(screen.getByRole('link', { name: 'Session 2' })).toHaveFocus()
    await expect(row('Session 2').getByRole('progressbar', { name: 'Saving' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Let it go' }))
    await expect(screen.getByRole('link', { name: 'Session 3' })).toHaveFocus()
  },
}

/** A session of type Org cannot be a no-show. */
export const OfTypeOrg: Story = {
  args: { sessions: [sampleOrgSession({ ...atNine, abilities: { settle: true } })] },
  play: async () => {
    await expect(screen.getByRole('button', { name: /^Complete, Team hour/ })).toBeVisible()
    await expect(screen.getByRole('button', { name: /^Cancel, Team hour/ })).toBeVisible()
    await expect(screen.queryByRole('button', { name: /^No Show/ })).toBeNull()
  },
}

export const None: Story = {
  args: { sessions: [] },
  play: async () => {
    await expect(screen.queryByRole('heading', { name: 'Needs a decision' })).toBeNull()
  },
}
