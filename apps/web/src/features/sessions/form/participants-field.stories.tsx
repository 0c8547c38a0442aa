import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, screen, userEvent, within } from 'storybook/test'
import { outlineOf } from '../../../../.storybook/outline.ts'
import { givenWorld } from '../../../../.storybook/world.ts'
import { sampleCoach } from '#features/people/sample-people.ts'
import { sampleMe, sampleNow } from '#features/sessions/sample-sessions.ts'
import { ParticipantsField } from './participants-field.tsx'
import { participantOptions, type PersonOption } from './person-options.ts'

const meta = { title: 'Sessions/Participants' } satisfies Meta
export default meta
type Story = StoryObj<typeof meta>

const hour = 3_600_000
const span = { start: sampleNow + hour, end: sampleNow + 2 * hour }
const somebody = (id: string, first_name: string, time_zone: string) =>
  sampleCoach({
    id,
    first_name,
    last_name: 'Ames',
    username: id,
    time_zone,
    organization: { displayName: 'Northlight', time_zone },
  })
const busyFrom = (from: number) => [
  { start: new Date(from).toISOString(), end: new Date(from + hour).toISOString(), session: null },
]

function Field() {
  const [people, setPeople] = useState<PersonOption[]>([])
  const options = participantOptions({ me: sampleMe('OrgAdmin'), coach: null, span, except: undefined })
  return (
    <ParticipantsField
      value={people}
      options={options}
      error={undefined}
      isDisabled={false}
      onChange={setPeople}
    />
  )
}

/**
 * The field offers people of level 1 and above, from the list of coaches, each with their city and whether they are free.
 */
export const WhoIsFree: Story = {
  name: 'Who is free [SESSION-12]',
  beforeEach: givenWorld({
    now: sampleNow,
    answers: {
      'GET /profiles/list-coaches': {
        entries: [
          somebody('marcus', 'Marcus', 'Africa/Lagos'),
          somebody('marisol', 'Marisol', 'Europe/Madrid'),
        ],
        entryCount: 2,
        entryCountExact: true,
        pageCount: 1,
      },
      'GET /sessions/busy': [
        {
          id: 'marcus',
          first_name: 'Marcus',
          time_zone: 'Africa/Lagos',
          working_hours: null,
          busy: busyFrom(span.end),
        },
        {
          id: 'marisol',
          first_name: 'Marisol',
          time_zone: 'Europe/Madrid',
          working_hours: null,
          busy: busyFrom(span.start),
        },
      ],
    },
  }),
  render: () => <Field />,
  play: async ({ canvas }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Add people' }))
    const list = within(await screen.findByRole('listbox'))
    await expect(await list.findByText('Lagos · free')).toBeVisible()
    const busy = list.getByText('Madrid · busy')
    await expect(busy).toHaveClass('text-red-ink')
    await expect(list.getByText('Lagos · free')).not.toHaveClass('text-red-ink')
    await expect(list.getAllByRole('option')).toHaveLength(2)
    await userEvent.click(list.getByText('Marcus Ames'))
    await userEvent.click(list.getByText('Marisol Ames'))
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByText('2 of 10')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Remove Marcus Ames' }))
    await expect(outlineOf(canvas.getByRole('group', { name: 'Participants' }))).toEqual([
      'Participants',
      '1 of 10',
      'Marisol Ames',
      'button "Remove Marisol Ames":',
      'button: Add people',
    ])
  },
}
