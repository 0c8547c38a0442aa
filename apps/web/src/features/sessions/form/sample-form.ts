import type { Person } from '@parley/contract/people.ts'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { givenWorld, type Answers } from '../../../../.storybook/world.ts'
import { sampleCoach, samplePerson } from '#features/people/sample-people.ts'
import { sampleNow, sampleSession } from '#features/sessions/sample-sessions.ts'

// Shared by the stories of a new session and of an edited one.

export const onClose = fn()
/** The request bodies sent to the server. */
export const sent = fn()

const dana = sampleCoach({ id: 'coach-dana', first_name: 'Dana', last_name: 'Whitfield', username: 'dana.w' })
const ingrid = sampleCoach({ time_zone: 'Europe/Oslo' })
const kwame = samplePerson()
const lena = samplePerson({ id: 'client-lena', first_name: 'Lena', last_name: 'Falk', username: 'lena.f' })
const harbor = {
  organization_id: 'harbor',
  organization: { displayName: 'Harbor', time_zone: 'Europe/London' },
}
const piers = sampleCoach({ id: 'coach-piers', first_name: 'Piers', last_name: 'Okafor', ...harbor })

const pageOf = (entries: readonly Person[]) => ({
  entries,
  entryCount: entries.length,
  entryCountExact: true,
  pageCount: 1,
})
type Busy = [start: string, end: string, title: string | null]
const dayOf = ({ id, first_name, time_zone, organization }: Person, busy: Busy[] = []) => ({
  id,
  first_name,
  time_zone: time_zone ?? organization?.time_zone ?? 'UTC',
  working_hours: null,
  busy: busy.map(([start, end, title]) => ({
    start: `2026-11-${start}:00.000Z`,
    end: `2026-11-${end}:00.000Z`,
    session: title === null ? null : { id: 'another', title },
  })),
})
/** Dana is busy from 10:30 to 11 in New York, Kwame from 9:15 to 10:15. */
const days = [
  dayOf(dana, [['16T15:30', '16T16:00', 'Supervision']]),
  dayOf(kwame, [['16T14:15', '16T15:15', null]]),
  dayOf(lena),
  dayOf(ingrid),
  dayOf(piers),
]

export const world =
  (more: Answers = {}) =>
  () => {
    onClose.mockClear()
    sent.mockClear()
    return givenWorld({
      now: sampleNow,
      answers: {
        'GET /profiles/list-clients': pageOf([kwame, lena]),
        'GET /profiles/list-admins': pageOf([dana, ingrid, piers]),
        'GET /profiles/list-coaches': pageOf([dana, ingrid]),
        'GET /sessions/busy': (url: URL) => {
          const people = JSON.parse(url.searchParams.get('people') ?? '[]') as string[]
          return days.filter(({ id }) => people.includes(id))
        },
        'POST /sessions/create': (_: URL, body: unknown) => {
          sent(body)
          return sampleSession()
        },
        ...more,
      },
    })()
  }

export const opened = async (name: string) => {
  const form = await screen.findByRole('dialog', { name })
  await waitFor(() => expect(within(form).queryByText('Checking who is free…')).toBeNull())
  return form
}
/** The outline of a time field: its parts, its list, and below it the time for others. */
export function timeField(
  label: 'Start time' | 'End time',
  time: string,
  below: string,
  state = '',
): string[] {
  const [hour, minute, half] = time.split(/[: ]/)
  const as = (role: string) => (state === '' ? role : `${role} ${state}`)
  return [
    label,
    `${as('group')}:`,
    `${as('group')}:`,
    `${as('spinbutton "hour, "')} [valuetext ${hour} ${half}]: ${hour}`,
    `${as('spinbutton "minute, "')} [valuetext ${minute}]: ${minute}`,
    `${as('spinbutton "AM/PM, "')} [valuetext ${half}]: ${half}`,
    `${as(`button "${label}, choose from a list"`)}:`,
    below,
  ]
}
export const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
export async function choose(field: RegExp, option: RegExp): Promise<void> {
  await press(field)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
