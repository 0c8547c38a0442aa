import type { Meta, StoryObj } from '@storybook/react-vite'
import type { Erasure } from '@parley/contract/privacy.ts'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, refusal, type Answers } from '../../../.storybook/world.ts'
import { samplePerson } from '#features/people/sample-people.ts'
import { ToastRegion } from '#ui/overlay/toast-region.tsx'
import { EraseQuestion } from './erase-question.tsx'

const meta = { title: 'Privacy/Erasing' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const kwame = samplePerson({ deletedAt: '2026-11-12T15:00:00.000Z', abilities: { erase: true } })
const [onErased, onClose] = [fn(), fn()]

const erasure = (more: Partial<Erasure> = {}): Erasure => ({
  person_id: kwame.id,
  askedAt: null,
  doneAt: null,
  isInCall: false,
  heldUntil: null,
  sessionsAhead: 0,
  goes: { messages: 48, files: 3, answers: 96, moments: 1, reports: 2, mails: 14 },
  stays: { sessions: 12, invoices: 0 },
  ...more,
})

const world =
  (answers: Answers = {}) =>
  () => {
    for (const each of [onErased, onClose]) each.mockClear()
    return givenWorld({ answers: { [`GET /privacy/erasure/${kwame.id}`]: erasure(), ...answers } })()
  }

const render = () => (
  <>
    <EraseQuestion person={kwame} zone="America/New_York" onErased={onErased} onClose={onClose} />
    <ToastRegion />
  </>
)

const act = () => screen.getByRole('button', { name: 'Erase for good' })
const type = (text: string) => userEvent.type(screen.getByRole('textbox'), text)

/** The dialog lists what is erased and what stays; typing the username prevents erasing by mistake. */
export const Asked: Story = {
  name: 'Confirming with the username [PEOPLE-64]',
  beforeEach: world({
    [`POST /privacy/erasure/${kwame.id}`]: erasure({ askedAt: '2026-11-16T14:00:00.000Z' }),
  }),
  render,
  play: async () => {
    const question = await screen.findByRole('dialog', { name: 'Erase Kwame Boateng?' })
    await screen.findByText('Erased')
    await expect(outlineOf(question)).toEqual([
      'dialog:',
      'heading 2: Erase Kwame Boateng?',
      'Everything that names them is erased, now and for good. Nobody can bring it back.',
      'section:',
      'heading 3: Erased',
      'list:',
      'entry: Name, username, email address and time zone',
      'entry: 48 messages in chats',
      'entry: 3 files',
      'entry: 96 answers of assessments, with their notes',
      'entry: 1 noted moment',
      'entry: 2 progress reports',
      'entry: 14 emails in the log',
      'entry: Titles of their sessions, and reasons for corrections',
      'section:',
      'heading 3: Kept, without the name',
      'list:',
      'entry: 12 sessions: when and how long, because invoices depend on them',
      'entry: That something was done, in the log, under a number',
      'Type the username kwame.b to confirm',
      'field = :',
      'button: Never mind',
      'button [disabled]: Erase for good',
    ])
    await type('kwame.c')
    await expect(act()).toBeDisabled()
    await userEvent.clear(screen.getByRole('textbox'))
    await type('kwame.b')
    await userEvent.click(act())
    await waitFor(() => expect(onErased).toHaveBeenCalledOnce())
    await expect(await screen.findByText('Erasing')).toBeVisible()
  },
}

/** A person in a call can't be erased. The dialog polls and shows when the call is over. */
export const InACall: Story = {
  name: 'During a call of theirs [PEOPLE-64]',
  beforeEach: () => {
    let isInCall = true
    const hangUp = () => (isInCall = false)
    window.addEventListener('hang up', hangUp, { once: true })
    return world({ [`GET /privacy/erasure/${kwame.id}`]: () => erasure({ isInCall }) })()
  },
  render,
  play: async () => {
    const running = "One of their calls is running. Please wait until it's over."
    await expect(await screen.findByText(running)).toBeVisible()
    await type('kwame.b')
    await expect(act()).toBeDisabled()
    window.dispatchEvent(new Event('hang up'))
    await waitFor(() => expect(act()).toBeEnabled(), { timeout: 10_000 })
    await expect(screen.queryByText(running)).toBeNull()
    await expect(screen.getByRole('textbox')).toHaveValue('kwame.b')
  },
}

/** A person under legal hold can't be erased; the dialog shows its last day but not the reason. */
export const UnderHold: Story = {
  name: 'Under legal hold [PRIV-05]',
  beforeEach: world({
    [`GET /privacy/erasure/${kwame.id}`]: erasure({ heldUntil: '2027-03-02T05:00:00.000Z' }),
  }),
  render,
  play: async () => {
    await expect(
      await screen.findByText('They are under legal hold until Mar 1, 2027. Nobody can erase them before.'),
    ).toBeVisible()
    await type('kwame.b')
    await expect(act()).toBeDisabled()
  },
}

/** The dialog reports a failed call and keeps the typed username. */
export const Fails: Story = {
  beforeEach: world({ [`POST /privacy/erasure/${kwame.id}`]: refusal(500) }),
  render,
  play: async () => {
    await screen.findByText('Erased')
    await type('kwame.b{Enter}')
    await expect(await screen.findByRole('alert')).toBeVisible()
    await expect(screen.getByRole('textbox')).toHaveValue('kwame.b')
    await expect(onErased).not.toHaveBeenCalled()
  },
}

/** Nothing can be erased while the preview of what goes is missing. */
export const PreviewFails: Story = {
  beforeEach: world({ [`GET /privacy/erasure/${kwame.id}`]: refusal(500) }),
  render,
  play: async () => {
    await expect(await screen.findByRole('alert')).toBeVisible()
    await type('kwame.b')
    await expect(act()).toBeDisabled()
  },
}
