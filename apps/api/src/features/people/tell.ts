import { seersOfPerson, type PlacedPerson } from '#platform/audiences.ts'
import type { Platform } from '#platform/context.ts'

interface ToldPerson extends PlacedPerson {
  version: number
  privs: number
}

/**
 * Tells the browsers that may see this person that something changed, and those who no longer may that something did.
 * Whoever was moved or got another level hears from now on what belongs to the new place.
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
