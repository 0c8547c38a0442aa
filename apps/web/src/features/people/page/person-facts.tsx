import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { useNow } from '#platform/time/clock.ts'
import { dayText, minutesApart, spanText } from '#platform/time/dates.ts'
import { cityOf, clockText, shortZoneName, weekdayText, zoneOf } from '#platform/time/time-zone.ts'
import { Bars } from '#ui/display/small-charts.tsx'
import { Facts } from '#ui/display/facts.tsx'
import { lengthText } from '#features/sessions/sessions.ts'
import type { Kind } from '#features/people/form/person-values.ts'

interface PersonFactsProps {
  kind: Kind
  person: Person
  me: OwnProfile
}

/** The person's time zone, as far as it is known: their own, else the organization's. */
export const zoneOfPerson = ({ time_zone, organization }: Person): string | undefined =>
  time_zone ?? organization?.time_zone

/** Both clocks, which keep running, how long the person has been a member, and a coach's calls of this week. */
export function PersonFacts({ kind, person, me }: PersonFactsProps) {
  const now = useNow()
  const zone = zoneOfPerson(person)
  const own = zoneOf(me)
  const theirs = person.id === me.id ? undefined : zone
  const apart = theirs === undefined ? undefined : minutesApart(theirs, own, now)
  const clock = (label: string, at: string, more?: string) => ({
    label,
    value: clockText(at, now),
    second: [weekdayText(at, now), shortZoneName(at, now), more].filter(Boolean).join(', '),
  })
  return (
    <Facts
      facts={[
        ...(theirs === undefined || apart === undefined
          ? []
          : [clock(`Time in ${cityOf(theirs)}`, theirs, apartText(apart))]),
        // One clock is enough if both show the same time.
        ...(apart === 0 ? [] : [clock('Your time', own)]),
        ...(kind === 'coach' && person.callsByWeek.length > 0 ? [callsOf(person.callsByWeek)] : []),
        {
          label: 'Member since',
          value: dayText(own, person.createdAt),
          second: spanText(person.createdAt, now),
        },
      ]}
    />
  )
}

/** '6 h ahead of you', 'the same as yours'. */
function apartText(minutes: number): string {
  if (minutes === 0) return 'the same as yours'
  return `${lengthText(Math.abs(minutes))} ${minutes > 0 ? 'ahead of you' : 'behind you'}`
}

const callsOf = (byWeek: readonly number[]) => ({
  label: 'Calls this week',
  value: String(byWeek.at(-1)),
  second: <Bars values={byWeek} text={`Calls in the last weeks: ${byWeek.join(', ')}`} />,
})
