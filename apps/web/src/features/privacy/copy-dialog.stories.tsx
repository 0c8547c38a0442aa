import type { Meta, StoryObj } from '@storybook/react-vite'
import type { PersonCopy } from '@parley/contract/privacy.ts'
import { expect, fn, screen, spyOn, userEvent, waitFor } from 'storybook/test'
import { givenWorld, problem, refusal, type Answers } from '../../../.storybook/world.ts'
import { samplePerson } from '#features/people/sample-people.ts'
import { CopyDialog } from './copy-dialog.tsx'

const meta = { title: 'Privacy/Copy' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const kwame = samplePerson({ abilities: { copy: true } })
const onClose = fn()

const copy = (more: Partial<PersonCopy> = {}): PersonCopy => ({
  id: 'copy-1',
  askedAt: '2026-11-16T14:00:00.000Z',
  state: 'made',
  size: 12_900_000,
  until: '2026-11-17T14:00:00.000Z',
  ...more,
})

const world = (answers: Answers) => givenWorld({ answers })
const latest = `GET /privacy/copies/${kwame.id}`
const render = () => <CopyDialog person={kwame} zone="America/New_York" onClose={onClose} />
const button = (name: string) => screen.findByRole('button', { name })

/** No copy exists yet: one press requests it, and the server makes it even if the dialog is closed. */
export const AskedFor: Story = {
  name: 'Requesting a copy [PEOPLE-66]',
  beforeEach: world({
    [latest]: null,
    [`POST /privacy/copies/${kwame.id}`]: copy({ state: 'waiting', size: null }),
  }),
  render,
  play: async () => {
    await userEvent.click(await button('Make a copy'))
    await expect(await screen.findByRole('status')).toHaveTextContent('Creating the copy.')
    await expect(await button('Make another copy')).toBeDisabled()
  },
}

/** The dialog polls and shows when the copy is ready. */
export const Made: Story = {
  name: 'Being made, then ready [PEOPLE-66]',
  beforeEach: () => {
    const states: PersonCopy['state'][] = ['waiting']
    return world({ [latest]: () => copy({ state: states.pop() ?? 'made' }) })()
  },
  render,
  play: async () => {
    await expect(await screen.findByRole('status')).toHaveTextContent('Creating the copy.')
    await expect(await screen.findByText(/^Ready, 12 MB\./, {}, { timeout: 10_000 })).toBeVisible()
  },
}

/** The dialog says how large the copy is and until when it can be fetched; once fetched, it is gone. */
export const Ready: Story = {
  name: 'Ready to download [PEOPLE-66]',
  beforeEach: world({
    [latest]: copy(),
    'GET /privacy/copies/address/copy-1': { url: `${location.origin}/never/copy` },
  }),
  render,
  play: async () => {
    await expect(
      await screen.findByText('Ready, 12 MB. It can be downloaded once, until Nov 17, 2026 9:00 AM.'),
    ).toBeVisible()
    const saved = fn()
    const saving = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(saved)
    await userEvent.click(await button('Download'))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    saving.mockRestore()
    await expect(
      await screen.findByText('The last copy was downloaded. A copy can be downloaded once.'),
    ).toBeVisible()
  },
}

/** If the copy is gone by then, the dialog says so and offers to make another one. */
export const GoneMeanwhile: Story = {
  beforeEach: () => {
    let there: PersonCopy | null = copy()
    return world({
      [latest]: () => there,
      'GET /privacy/copies/address/copy-1': () => {
        there = null
        return problem('copy_not_found')()
      },
    })()
  },
  render,
  play: async () => {
    await userEvent.click(await button('Download'))
    await expect(await screen.findByRole('alert')).toHaveTextContent('This copy no longer exists.')
    await expect(await button('Make a copy')).toBeEnabled()
  },
}

export const Failed: Story = {
  beforeEach: world({ [latest]: copy({ state: 'failed', size: null }) }),
  render,
  play: async () => {
    await expect(
      await screen.findByText("The last copy couldn't be created. Please try again."),
    ).toBeVisible()
    await expect(await button('Make another copy')).toBeEnabled()
  },
}

export const CannotBeAsked: Story = {
  beforeEach: world({ [latest]: null, [`POST /privacy/copies/${kwame.id}`]: refusal(500) }),
  render,
  play: async () => {
    await userEvent.click(await button('Make a copy'))
    await expect(await screen.findByRole('alert')).toBeVisible()
    await expect(await button('Make a copy')).toBeEnabled()
  },
}
