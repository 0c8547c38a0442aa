import type { OwnProfile } from '@parley/contract/identity.ts'
import { listAdmins, listClients, listCoaches, type Person } from '@parley/contract/people.ts'
import { busyTimes, type Session } from '@parley/contract/sessions/sessions.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { overlaps, type Span } from '@parley/contract/rules/time/free-times.ts'
import { request } from '#platform/server/api.ts'
import { nameOf } from '#platform/sign-in/sign-in.ts'
import { cityOf, zoneOf } from '#platform/time/time-zone.ts'
import type { Option, OptionSource } from '#ui/choice/options.ts'

/** Somebody who is or can be in a session, as the form shows them. */
export interface PersonOption extends Option {
  /** Their id. */
  value: string
  person: Pick<Person, 'id' | 'first_name' | 'last_name' | 'username'>
  zone: string
  /** Null for people without an organization, such as the platform's own. */
  organizationId: string | null
}

/** The options below are of this type; a selector passes them on as plain ones. */
export const isPersonOption = (option: Option): option is PersonOption => 'person' in option

// More than fit into view; the rest is found by searching.
const limit = 20

interface Known {
  id: string
  first_name: string
  last_name: string
  username: string
  time_zone: string | null
}

function optionOf(known: Known, place: { id: string | null; zone: string | undefined }): PersonOption {
  const { id, first_name, last_name, username, time_zone } = known
  const person = { id, first_name, last_name, username }
  return {
    value: id,
    label: nameOf(person),
    person,
    zone: zoneAmong(time_zone, place.zone),
    organizationId: place.id,
  }
}

export const personOption = (person: Person): PersonOption =>
  optionOf(person, { id: person.organization_id, zone: person.organization?.time_zone })

export const ownOption = (me: OwnProfile): PersonOption => ({
  ...optionOf({ ...me, time_zone: zoneOf(me) }, { id: me.organization_id, zone: undefined }),
})

/** The people of an existing session. */
export function optionsOf(session: Session): { coach: PersonOption | null; others: PersonOption[] } {
  const place = { id: session.organization_id, zone: session.organization.time_zone }
  const [coach] = session.coach
  return {
    coach: coach ? optionOf({ ...coach, username: coach.first_name }, place) : null,
    others: session.participants.map((person) => optionOf(person, place)),
  }
}

type People = readonly Person[] | { entries: readonly Person[] }

const isPlainList = (answer: People): answer is readonly Person[] => Array.isArray(answer)

const peopleIn = (answer: People): readonly Person[] => (isPlainList(answer) ? answer : answer.entries)

/** People who can coach a session. Admins also see their organization. */
export const coachOptions = (me: OwnProfile): OptionSource => ({
  key: 'session coaches',
  load: async (search, signal) => {
    const answer = await request(listAdmins, { query: { page: 1, limit, search } }, { signal })
    // A person without an organization can't coach, because a session belongs to its coach's organization.
    const coaches = peopleIn(answer).filter(({ organization_id }) => organization_id !== null)
    return coaches.map((person) => ({
      ...personOption(person),
      ...(isAtLeast(me.privs, 'Admin') && person.organization && { hint: person.organization.displayName }),
    }))
  },
})

/** All people of a session belong to one organization, so people of others are not offered. */
const within = (me: OwnProfile, organizationId: string | null | undefined) =>
  isAtLeast(me.privs, 'Admin') && organizationId ? { filters: { organization: [organizationId] } } : {}

/** A coach can book only their own clients; OrgAdmin and above any client of the organization. */
export const clientOptions = (me: OwnProfile, organizationId: string | null | undefined): OptionSource => ({
  key: `session clients ${organizationId ?? ''}`,
  load: async (search, signal) => {
    const query = { page: 1, limit, search, ...within(me, organizationId) }
    const clients = peopleIn(await request(listClients, { query }, { signal }))
    return clients
      .filter(({ coach_id }) => isAtLeast(me.privs, 'OrgAdmin') || coach_id === me.id)
      .map((person) => ({ ...personOption(person), hint: person.username }))
  },
})

/** The server returns the busy times of at most this many people at once. */
const busyMax = 20

interface Wanted {
  me: OwnProfile
  coach: PersonOption | null
  span: Span
  /** The session being edited; its own time does not count as busy. */
  except: string | undefined
}

/** People who can take part in a session of type Org, each marked as busy or free at that time. */
export const participantOptions = ({ me, coach, span, except }: Wanted): OptionSource => ({
  key: `session participants ${coach?.value} ${span.start} ${span.end}`,
  load: async (search, signal) => {
    const query = { page: 1, limit: busyMax, search, ...within(me, coach?.organizationId) }
    const found = peopleIn(await request(listCoaches, { query }, { signal }))
    const options = found.filter(({ id }) => id !== coach?.value).map(personOption)
    const ids = options.map(({ value }) => value)
    const busy = await busyAmong(ids, span, except, signal)
    return options.map((option) => ({
      ...option,
      hint: `${cityOf(option.zone)}${busy ? ` · ${busy.has(option.value) ? 'busy' : 'free'}` : ''}`,
      isHintBad: busy?.has(option.value) ?? false,
    }))
  },
})

/** The people who are busy at that time. Undefined if that is unknown; then nothing is said about it. */
export async function busyAmong(
  people: readonly string[],
  span: Span,
  except: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  if (people.length === 0 || span.end <= span.start) return undefined
  const range: [string, string] = [new Date(span.start).toISOString(), new Date(span.end).toISOString()]
  const query = { people: [...people], range, ...(except !== undefined && { except }) }
  const answer = await request(busyTimes, { query }, { signal }).catch(() => undefined)
  const isBusy = ({ busy }: { busy: readonly { start: string; end: string }[] }) =>
    busy.some(({ start, end }) => overlaps(span, { start: Date.parse(start), end: Date.parse(end) }))
  return answer && new Set(answer.filter(isBusy).map(({ id }) => id))
}
