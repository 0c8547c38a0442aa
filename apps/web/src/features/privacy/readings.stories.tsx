import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent } from 'storybook/test'
import { outlineOf } from '../../../.storybook/outline.ts'
import { givenWorld, refusal, type Answers } from '../../../.storybook/world.ts'
import { sampleEntry } from '#features/operations/sample-audit.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { Readings } from './readings.tsx'

const meta = { title: 'Privacy/Who read it' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const reading = (id: number, action = 'chat.read') => sampleEntry({ id: String(id), action })
const page = (entries: ReturnType<typeof reading>[], entryCount = entries.length) => ({
  entries,
  entryCount,
  entryCountExact: true,
  pageCount: 1,
})

const readings = 'assessment.read,chat.file-read,chat.read,privacy.copy-fetch'

const world = (answers: Answers) => givenWorld({ now: sampleNow, answers })
const render = () => <Readings me={sampleMe('OrgAdmin')} of={{ about: ['client-kwame'] }} />

export const OfAClient: Story = {
  name: 'Who read about a client [PRIV-04]',
  beforeEach: world({
    'GET /audit': (url: URL) => {
      const { action } = JSON.parse(url.searchParams.get('filters') ?? '{}') as { action?: string[] }
      if (action?.toSorted().join() !== readings) return page([])
      const all = Array.from({ length: 7 }, (_, i) => reading(i, i === 0 ? 'assessment.read' : 'chat.read'))
      return page(all.slice(0, Number(url.searchParams.get('limit'))), all.length)
    },
  }),
  render,
  play: async () => {
    const [first] = await screen.findAllByRole('listitem')
    await expect(first).toHaveTextContent('Dana Whitfield read the assessmentValues in practice')
    await expect(screen.getAllByRole('listitem')).toHaveLength(5)
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await expect(await screen.findAllByRole('listitem')).toHaveLength(7)
  },
}

export const Nobody: Story = {
  beforeEach: world({ 'GET /audit': page([]) }),
  render,
  play: async () => {
    await screen.findByText('Nobody has read the chat since the call, or the assessment.')
  },
}

export const CannotBeLoaded: Story = {
  beforeEach: world({ 'GET /audit': refusal(500) }),
  render,
  play: async () => {
    await expect(await screen.findByText("Couldn't load who read it.")).toBeVisible()
  },
}

/** A coach does not see the section, and nothing is requested. */
export const ForACoach: Story = {
  name: 'Hidden from a coach [PRIV-04]',
  beforeEach: world({}),
  render: () => <Readings me={sampleMe('Coach')} of={{ subject: ['session-values'] }} />,
  play: async ({ canvasElement }) => {
    await expect(outlineOf(canvasElement)).toEqual([])
  },
}
