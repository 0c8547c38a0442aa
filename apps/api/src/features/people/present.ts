import type { Person } from '@parley/contract/people.ts'
import { isLevel, levels, type Privs } from '@parley/contract/rules/people/levels.ts'
import { personAbilities, type Subject, type Viewer } from '@parley/contract/rules/people/people.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { workingHours } from '@parley/contract/rules/time/working-hours.ts'
import type { Context, Person as Principal, Platform } from '#platform/process/context.ts'
import { bookingsOf, type Bookings } from '#features/sessions/sessions.ts'
import type { PersonRow } from './queries.ts'
import { seersOfPerson, type PlacedPerson } from '#platform/live/audiences.ts'

export const viewerOf = ({ principal }: Context<Principal>): Viewer => ({
  id: principal.id,
  privs: principal.privs,
  organizationId: principal.organizationId,
})

function privsOf(value: number): Privs {
  if (!isLevel(value)) throw new Error(`a level that does not exist is stored: ${value}`)
  return value
}

export const subjectOf = (row: PersonRow): Subject => ({
  id: row.id,
  privs: privsOf(row.privs),
  organization_id: row.organization_id,
  coach_id: row.coach_id,
  isDeleted: row.deleted_at !== null,
  isErased: row.former_number !== null,
})

/** Converts rows to their form on the wire, each with what the viewer may know of that person's sessions. */
export async function presentPeople(ctx: Context<Principal>, rows: readonly PersonRow[]): Promise<Person[]> {
  const viewer = viewerOf(ctx)
  const asked = rows.map(({ id, privs, time_zone, organization_zone }) => ({
    id,
    zone: zoneAmong(time_zone, organization_zone),
    isClient: privs === levels.Client,
  }))
  const bookings = await bookingsOf(ctx.db, viewer, asked, ctx.now)
  return rows.map((row) => present(viewer, row, bookings.get(row.id)))
}

export async function presentPerson(ctx: Context<Principal>, row: PersonRow): Promise<Person> {
  const [person] = await presentPeople(ctx, [row])
  if (!person) throw new Error(`person ${row.id} was not presented`)
  return person
}

function present(viewer: Viewer, row: PersonRow, bookings: Bookings | undefined): Person {
  const abilities = personAbilities(viewer, subjectOf(row))
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    privs: privsOf(row.privs),
    coach_id: row.coach_id,
    coach: row.coach_id
      ? { id: row.coach_id, first_name: row.coach_first_name ?? '', last_name: row.coach_last_name ?? '' }
      : null,
    organization_id: row.organization_id,
    organization: row.organization_id
      ? { displayName: row.organization_name ?? '', time_zone: row.organization_zone ?? 'UTC' }
      : null,
    time_zone: row.time_zone,
    working_hours: row.working_hours === null ? null : workingHours.parse(row.working_hours),
    is_assessor: row.is_assessor,
    ...(abilities.resetSecondFactor ? { has_second_factor: row.totp_confirmed_at !== null } : {}),
    nextSession: bookings?.nextSession?.toISOString() ?? null,
    callsByWeek: bookings?.callsByWeek ?? [],
    deletedAt: row.deleted_at?.toISOString() ?? null,
    erasedAt: row.anonymized_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    abilities,
  }
}

interface PublishedPerson extends PlacedPerson {
  version: number
  privs: number
}

/**
 * Notifies the browsers of people who may see this person that they changed, and tells those who lost sight of them only
 * that the people list changed. After a move or a change of level, the person's own streams are checked again, so that they
 * get the notices of the new place.
 */
export async function publishPerson(
  { live }: Pick<Platform, 'live'>,
  person: PublishedPerson,
  before: Omit<PublishedPerson, 'version'> = person,
): Promise<void> {
  const { id, version } = person
  const isElsewhere = person.organization_id !== before.organization_id || person.privs !== before.privs
  if (isElsewhere) await live.lookAgain(id)
  const seers = seersOfPerson(person)
  await live.publish([...seers, 'slow:people'], { kind: 'person', id, version })
  const left = seersOfPerson(before).filter((seer) => !seers.includes(seer))
  if (left.length > 0) await live.publish(left, { kind: 'people' })
}
