import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { Check } from 'lucide-react'
import { dayText, instantText } from '#platform/time/dates.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { cityOf, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { zoneText } from '#platform/time/zone-options.ts'
import { Avatar } from '#ui/display/avatar.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { Bars } from '#ui/display/small-charts.tsx'
import { Cell } from '#ui/table/rows/cell.tsx'
import type { Column } from '#ui/table/columns.ts'
import type { CardParts } from '#ui/table/rows/row.ts'
import { levelName } from '#features/people/person-words.ts'
import type { Kind } from '#features/people/form/person-values.ts'

/** Context for rendering the rows. */
export interface PersonRowOptions {
  me: OwnProfile
  now: number
  /** The list shows deleted people. */
  isOfDeleted: boolean
}

type Columns = Column<Person>[]

const who = (head: string): Column<Person> => ({
  id: 'person',
  head,
  sorts: ['first_name', 'last_name', 'username'],
  skeleton: 'person',
  cell: (person) => (
    <Cell lead={<Avatar person={person} size={28} />} second={person.username} tone="strong">
      {nameOf(person)}
    </Cell>
  ),
})

/** A narrow list has no column for the time zone. */
const email = (now: number): Column<Person> => ({
  id: 'email',
  head: 'Email',
  cell: (person) => (
    <Cell second={<span className="@4xl:hidden">{placeZone(person, (name) => zoneText(name, now))}</span>}>
      {person.email}
    </Cell>
  ),
})

const coachOf = ({ coach }: Person): string | undefined =>
  coach ? `${coach.first_name} ${coach.last_name}`.trim() : undefined

const coach: Column<Person> = {
  id: 'coach',
  head: 'Coach',
  width: '13%',
  from: 'wide',
  cell: (person) => {
    const name = coachOf(person)
    return name === undefined ? <Cell tone="quiet">Nobody yet</Cell> : <Cell lines={2}>{name}</Cell>
  },
}

const organization: Column<Person> = {
  id: 'organization',
  head: 'Organization',
  width: '14%',
  from: 'wide',
  cell: ({ organization: place }) =>
    place ? <Cell lines={2}>{place.displayName}</Cell> : <Cell tone="quiet">None</Cell>,
}

/** The person's own zone, else the organization's. */
const zone = (now: number): Column<Person> => ({
  id: 'zone',
  head: 'Time zone',
  width: '12%',
  from: 'wide',
  cell: (person) => <Cell>{placeZone(person, (name) => zoneText(name, now))}</Cell>,
})

const placeZone = ({ time_zone, organization: place }: Person, text: (zone: string) => string): string => {
  const name = time_zone ?? place?.time_zone
  return name === undefined ? '–' : text(name)
}

const deleted = (me: OwnProfile): Column<Person> => ({
  id: 'deleted',
  head: 'Deleted',
  width: '11%',
  cell: ({ deletedAt }) => <Cell>{deletedAt && dayText(zoneOf(me), deletedAt)}</Cell>,
})

const level: Column<Person> = {
  id: 'level',
  head: 'Priv level',
  width: '6.5rem',
  skeleton: 'badge',
  cell: (person) => <LevelBadge person={person} />,
}

function LevelBadge({ person }: { person: Person }) {
  const name = levelName(person.privs)
  // A narrow list has no column for assessors.
  const second = person.is_assessor ? <span className="@5xl:hidden">Assessor</span> : undefined
  if (person.privs > levels.Coach)
    return (
      <Cell second={second}>
        <Badge tone="accent">{name}</Badge>
      </Cell>
    )
  return <Cell second={second}>{name}</Cell>
}

const assessor: Column<Person> = {
  id: 'assessor',
  head: 'Assessor',
  width: '8%',
  from: 'widest',
  cell: ({ is_assessor }) =>
    is_assessor ? (
      <Cell lead={<Check className="size-4 text-green" />}>Yes</Cell>
    ) : (
      <Cell tone="quiet">No</Cell>
    ),
}

const nextSession = (me: OwnProfile): Column<Person> => ({
  id: 'next',
  head: 'Next session',
  width: '13rem',
  cell: ({ nextSession: at }) =>
    at === null ? <Cell tone="quiet">None scheduled</Cell> : <Cell>{nextText(me, at)}</Cell>,
})

/** 'Nov 16, 2026 9:30 AM EST': the viewer's clock, which may not be the client's. */
const nextText = (me: OwnProfile, at: string) => (
  <span className="font-figures">
    {instantText(zoneOf(me), at)} {shortZoneName(zoneOf(me), Date.parse(at))}
  </span>
)

const calls: Column<Person> = {
  id: 'calls',
  head: 'Calls a week',
  width: '8.75rem',
  from: 'wide',
  cell: ({ callsByWeek }) => (
    <span className="flex items-center gap-3">
      <Bars values={callsByWeek} text={`Calls in the last weeks: ${callsByWeek.join(', ')}`} />
      <span className="font-figures font-medium">{callsByWeek.at(-1)}</span>
    </span>
  ),
}

/** Coach names are for OrgAdmin and above, organizations for Admin and above (docs/rules.md §3). */
export function personColumns(kind: Kind, { me, now, isOfDeleted }: PersonRowOptions): Columns {
  const place = isAtLeast(me.privs, 'Admin') ? [organization] : []
  const last = isOfDeleted ? [deleted(me)] : [zone(now), kind === 'coach' ? calls : nextSession(me)]
  if (kind === 'coach') return [who('Coach'), level, email(now), ...place, ...last, assessor]
  return [who('Client'), email(now), ...(isAtLeast(me.privs, 'OrgAdmin') ? [coach] : []), ...place, ...last]
}

/** The same row as a card on a small screen. */
export function personCard(kind: Kind, person: Person, { me }: PersonRowOptions): CardParts {
  const city = placeZone(person, cityOf)
  const coachName = kind === 'client' && isAtLeast(me.privs, 'OrgAdmin') ? coachOf(person) : undefined
  const place = isAtLeast(me.privs, 'Admin') ? person.organization?.displayName : undefined
  const of = [coachName, place].filter((name) => name !== undefined)
  const isComing = kind === 'client' && person.deletedAt === null
  return {
    lead: <Avatar person={person} size={40} />,
    title: nameOf(person),
    lines: [
      person.email,
      isComing ? <NextLine key="next" me={me} at={person.nextSession} city={city} /> : quiet('city', city),
      ...(of.length > 0 ? [quiet('of', of.join(' · '))] : []),
    ],
    ...(kind === 'coach' && person.privs > levels.Coach && { below: <LevelBadge person={person} /> }),
  }
}

const quiet = (key: string, text: string) => (
  <span key={key} className="text-ink-3">
    {text}
  </span>
)

/** 'Nov 16, 2026 9:30 AM EST · Berlin': what people look up on a phone, on one line. */
function NextLine({ me, at, city }: { me: OwnProfile; at: string | null; city: string }) {
  return (
    <span className={at === null ? 'text-ink-3' : 'text-ink-2'}>
      {at === null ? 'None scheduled' : nextText(me, at)}
      {city !== '–' && ` · ${city}`}
    </span>
  )
}
