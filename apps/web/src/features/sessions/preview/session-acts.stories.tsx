import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { atNine, sampleMe, sampleNow, servedTo } from '#features/sessions/sample-sessions.ts'
import { SessionMenu, useSessionActs } from './session-acts.tsx'

const meta = { title: 'Acts of a session' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const me = sampleMe('OrgAdmin')

/** A session's page that can be refetched while a dialog is open over it. */
function Page({ status }: { status: 'Scheduled' | 'Completed' }) {
  const [version, setVersion] = useState(1)
  const session = servedTo(me, sampleNow + 10 * 60_000, { ...atNine, status, version })
  const acts = useSessionActs(me, session)
  return (
    <>
      <SessionMenu session={session} acts={acts} />
      <div className="fixed right-0 bottom-0 z-(--z-toast)">
        <Button slot={null} onPress={() => setVersion(version + 1)}>
          Fetch again ({version})
        </Button>
      </div>
      {acts.questions}
    </>
  )
}

/** Refetches the session. The dialog blocks every press, so this clicks through the DOM. */
async function fetchAgain() {
  const button = screen.getByText(/^Fetch again/)
  button.click()
  await screen.findByText('Fetch again (2)')
}

async function openFromMenu(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  const menu = within(await screen.findByRole('menu', { name: 'More actions' }))
  await userEvent.click(menu.getByRole('menuitem', { name }))
}

async function leave(role: 'dialog' | 'alertdialog') {
  await userEvent.click(screen.getByRole('button', { name: 'Never mind' }))
  await waitFor(() => expect(screen.queryByRole(role)).toBeNull())
}

/** A refetch keeps the checkbox ticked: the next press still marks a no-show and sends no email. */
export const CancelWhileFetched: Story = {
  render: () => <Page status="Scheduled" />,
  play: async () => {
    await openFromMenu('Cancel')
    await userEvent.click(await screen.findByRole('checkbox'))
    await fetchAgain()
    await expect(screen.getByRole('checkbox')).toBeChecked()
    await expect(screen.getByRole('button', { name: 'Cancel & Mark as "No Show"' })).toBeVisible()
    await leave('alertdialog')
  },
}

/** A refetch also keeps a reason that is being typed. */
export const CorrectWhileFetched: Story = {
  render: () => <Page status="Completed" />,
  play: async () => {
    await openFromMenu('Correct status')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'The client never came')
    await fetchAgain()
    await expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('The client never came')
    await leave('dialog')
  },
}
