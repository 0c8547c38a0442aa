import { seersOfPerson, type PlacedPerson } from '#platform/live/audiences.ts'
import type { Platform } from '#platform/process/context.ts'

interface ToldPerson extends PlacedPerson {
  version: number
  privs: number
}

/**
 * Notifies the browsers of people who may see this person that they changed, and tells those who lost sight of them only
 * that the people list changed. After a move or a change of level, the person's own streams are checked again, so that they
 * get the notices of the new place.
 */
export async function tellOf(
  { live }: Pick<Platform, 'live'>,
  person: ToldPerson,
  before: Omit<ToldPerson, 'version'> = person,
): Promise<void> {
  const { id, version } = person
  const isElsewhere = person.organization_id !== before.organization_id || person.privs !== before.privs
  if (isElsewhere) await live.lookAgain(id)
  const seers = seersOfPerson(person)
  await live.publish([...seers, 'slow:people'], { kind: 'person', id, version })
  const left = seersOfPerson(before).filter((seer) => !seers.includes(seer))
  if (left.length > 0) await live.publish(left, { kind: 'people' })
}
