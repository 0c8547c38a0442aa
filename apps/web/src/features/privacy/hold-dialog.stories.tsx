import type { Meta, StoryObj } from '@storybook/react-vite'
import type { LegalHold } from '@parley/contract/privacy.ts'
import { expect, fn, screen, userEvent, waitFor } from 'storybook/test'
import { givenWorld, problem, type Answers } from '../../../.storybook/world.ts'
import { sampleNow } from '#features/sessions/sample-sessions.ts'
import { HoldDialog } from './hold-dialog.tsx'

const meta = { title: 'Privacy/Legal hold' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const onClose = fn()
const held = { kind: 'person', id: 'client-kwame', name: 'Kwame Boateng' } as const

const hold = (more: Partial<LegalHold> = {}): LegalHold => ({
  id: 'hold-1',
  isOfOrganization: false,
  reason: 'Court order 26-1183',
  until: '2027-03-02T05:00:00.000Z',
  by: 'Ada Lind',
  madeAt: '2026-11-02T15:00:00.000Z',
  ...more,
})

const world = (answers: Answers) => givenWorld({ now: sampleNow, answers })
const render = () => <HoldDialog held={held} zone="America/New_York" onClose={onClose} />

/** Each hold shows its reason and its last day, and is ended on its own, with a second press to confirm. */
export const Standing: Story = {
  name: 'With holds in place [PRIV-05]',
  beforeEach: () => {
    let holds = [hold(), hold({ id: 'hold-2', isOfOrganization: true, reason: 'Audit by the regulator' })]
    return world({
      'GET /privacy/holds': () => holds,
      'POST /privacy/holds/end/hold-1': () => {
        holds = holds.slice(1)
        return {}
      },
    })()
  },
  render,
  play: async () => {
    const [first, second] = await screen.findAllByRole('listitem')
    await expect(first).toHaveTextContent(
      'Until Mar 1, 2027Court order 26-1183Placed by Ada Lind on Nov 2, 2026',
    )
    await expect(second).toHaveTextContent('Of the whole organization. Placed by Ada Lind')
    const end = () => screen.getAllByRole('button', { name: 'End' })[0] as HTMLElement
    await userEvent.click(end())
    await expect(first).toHaveTextContent('Anyone whose retention period is over is erased the next night.')
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
    await waitFor(() => expect(end()).toHaveFocus())
    await userEvent.click(end())
    const ending = screen.getByRole('button', { name: 'End hold' })
    await waitFor(() => expect(ending).toHaveFocus())
    await userEvent.click(ending)
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    await expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement)
  },
}

const asked = fn()

/** It stands until the end of the chosen day, in the admin's own time zone. */
export const UntilADay: Story = {
  name: 'Placing a hold until a day [PRIV-05]',
  beforeEach: () => {
    asked.mockClear()
    return world({
      'GET /privacy/holds': [],
      'POST /privacy/holds': (_url: URL, body: unknown) => {
        asked(body)
        return hold()
      },
    })()
  },
  render,
  play: async () => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), ' Court order 26-1183 ')
    await userEvent.click(screen.getByRole('button', { name: /Until the end of/ }))
    await userEvent.click(await screen.findByRole('button', { name: /November 30, 2027/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Place hold' }))
    await waitFor(() =>
      expect(asked).toHaveBeenCalledWith({
        of: { person: held.id },
        reason: 'Court order 26-1183',
        until: '2027-12-01T05:00:00.000Z',
      }),
    )
  },
}

/** A hold needs a reason. The dialog shows why the server refused one. */
export const Placed: Story = {
  name: 'Refused without a reason or with a past day [PRIV-05]',
  beforeEach: world({ 'GET /privacy/holds': [], 'POST /privacy/holds': problem('hold_past') }),
  render,
  play: async () => {
    const place = await screen.findByRole('button', { name: 'Place hold' })
    await userEvent.click(place)
    await expect(screen.getByText('Give a reason')).toBeVisible()
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Court order 26-1183')
    await userEvent.click(screen.getByRole('button', { name: /Until the end of/ }))
    await userEvent.click(await screen.findByRole('button', { name: /November 30, 2027/ }))
    await userEvent.click(place)
    await expect(await screen.findByText('Choose a day in the future.')).toBeVisible()
    await expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Court order 26-1183')
  },
}
