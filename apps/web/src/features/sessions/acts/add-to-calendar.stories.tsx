import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { catchFiles } from '../../../../.storybook/catch-files.ts'
import { givenWorld, refusal } from '../../../../.storybook/world.ts'
import { sampleOrgSession, sampleSession } from '#features/sessions/sample-sessions.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'

const meta = { title: 'Sessions/Add to calendar' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const opened = fn<(address: string) => void>()
const saved = fn()

/** Catches what leaves the page: URLs that open elsewhere, and downloaded files. */
const given = (file: unknown) => () => {
  for (const each of [opened, saved]) each.mockClear()
  const open = spyOn(window, 'open').mockImplementation((address) => {
    opened(String(address))
    return null
  })
  const letFilesGo = catchFiles(saved)
  const leave = givenWorld({ answers: { 'GET /sessions/session-1/calendar-file': file } })()
  return () => {
    open.mockRestore()
    letFilesGo()
    leave()
  }
}

const buttonFor = (session: Session, viewerId: string) => () => (
  <>
    <AddToCalendar session={session} viewerId={viewerId} />
    <ToastRegion />
  </>
)

async function choose(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: /^Add to Calendar, / }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

const tellsGoogle = async (text: string) => {
  await choose('Google')
  await expect(opened.mock.calls.map(([address]) => new URL(address).searchParams.get('text'))).toEqual([
    text,
  ])
}

const file = { filename: 'coaching-call.ics', ics: 'BEGIN:VCALENDAR' }

/** An .ics file, or a page of the coach's calendar elsewhere. */
export const ForTheCoach: Story = {
  beforeEach: given(file),
  render: buttonFor(sampleSession(), 'coach-dana'),
  play: async () => {
    const name = 'Add to Calendar, Values in practice'
    await userEvent.click(screen.getByRole('button', { name }))
    const items = within(await screen.findByRole('menu', { name })).getAllByRole('menuitem')
    await expect(items.map(({ textContent }) => textContent)).toEqual(['.ics file', 'Google', 'Outlook'])
    await userEvent.keyboard('{Escape}')

    const url = `${location.origin}/session/session-1/preview`
    await choose('Google')
    await choose('Outlook')
    const addresses = opened.mock.calls.map(([address]) => new URL(address))
    await expect(addresses.map(({ origin }) => origin)).toEqual([
      'https://calendar.google.com',
      'https://outlook.office.com',
    ])
    await expect(addresses.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      {
        action: 'TEMPLATE',
        text: 'Coaching Call with Kwame',
        dates: '20261119T150000Z/20261119T160000Z',
        details: url,
        location: url,
      },
      {
        path: '/calendar/action/compose',
        rru: 'addevent',
        subject: 'Coaching Call with Kwame',
        startdt: '2026-11-19T15:00:00.000Z',
        enddt: '2026-11-19T16:00:00.000Z',
        body: url,
        location: url,
      },
    ])
    await choose('.ics file')
    await waitFor(() => expect(saved.mock.calls).toEqual([['coaching-call.ics']]))
  },
}

/** For a participant, the other participants and the coach are the other side. */
export const ForAParticipant: Story = {
  beforeEach: given(file),
  render: buttonFor(sampleOrgSession(), 'coach-ingrid'),
  play: () => tellsGoogle('Coaching Call with Rafael and 1 other'),
}

/** For a viewer who is not in the session, the client is the other side, without the coach. */
export const ForAnAdmin: Story = {
  beforeEach: given(file),
  render: buttonFor(sampleSession(), 'admin-helena'),
  play: () => tellsGoogle('Coaching Call with Kwame'),
}

export const FileFails: Story = {
  beforeEach: given(refusal(500)),
  render: buttonFor(sampleSession(), 'coach-dana'),
  play: async () => {
    await choose('.ics file')
    await expect(await screen.findByText("Couldn't create the calendar file")).toBeVisible()
    await expect(saved).not.toHaveBeenCalled()
  },
}
