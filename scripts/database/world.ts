import type { Db, NewPerson } from '@parley/api/platform/database/database.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'

/** Reserved for examples (RFC 2606), so that no mail ever reaches anybody. */
export const demoMailDomain = 'example.com'

export interface Sizes {
  organizations: number
  coachesPerOrganization: number
  clientsPerCoach: number
}

const firstNames =
  'Amara Bjorn Chiara Dana Eleanor Farid Grace Hana Ivo Jun Kwame Lena Margarethe Nadia Omar Priya Quentin Rosa Sofia Tomás Uma Viktor Wanda Xavier Yara Zeynep Étienne Øystein Łucja Ángel'.split(
    ' ',
  )
const lastNames =
  'Aguilar Boateng Castellano Dubois Eriksen Fontaine Grant Hashimoto Ibarra Jansen Kowalska Lindgren Mbeki Novak Okafor Petrov Quispe Raghunathan Silva Takahashi Ueda Vance Watanabe Xu Yilmaz Zimmermann Öztürk-Lindqvist Ashby-Carmichael Whitfield Løvenskiold'.split(
    ' ',
  )
const organizationNames = ['Harbor Coaching', 'Nordlicht Beratung', 'Southern Cross Wellbeing']
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Sydney',
  'Europe/London',
  'America/Mexico_City',
  'Asia/Kolkata',
]

/** A small random number generator (mulberry32), so that a seed gives the same world on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const officeHours = JSON.stringify(
  Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '17:00']]])),
)

/** Creates any number of organizations, coaches and clients, in batches. The same seed gives the same people. */
export async function makeWorld(db: Db, sizes: Sizes, random: () => number): Promise<void> {
  const pick = <T>(list: readonly T[]): T => {
    const one = list[Math.floor(random() * list.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  let count = 0
  const someone = (organizationId: string, privs: number, zone: string) => {
    count += 1
    const first_name = pick(firstNames)
    const last_name = pick(lastNames)
    const username = `${plain(first_name)}.${plain(last_name)}.${count}`
    return {
      organization_id: organizationId,
      privs,
      username,
      email: `${username}@${demoMailDomain}`,
      first_name,
      last_name,
      time_zone: random() < 0.3 ? pick(zones) : zone,
      working_hours: privs >= levels.Coach ? officeHours : null,
      is_assessor: privs === levels.Coach,
    }
  }
  for (let i = 0; i < sizes.organizations; i += 1) {
    const display_name =
      organizationNames[i] ?? `${pick(lastNames)} ${pick(['Coaching', 'Health', 'Partners', 'Group'])} ${i}`
    const time_zone = zones[i % zones.length] ?? 'UTC'
    const organization = await db
      .insertInto('organizations')
      .values({
        name: plain(display_name).replaceAll(' ', '-'),
        display_name,
        billing_address: `${1 + Math.floor(random() * 200)} Quay Street`,
        rate_cents: 100 * Math.floor(90 + random() * 120),
        time_zone,
        contact: '+1 212 555 0142',
        billing_email: `billing@${plain(display_name).replaceAll(' ', '-')}.example.com`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const coaches = await insertPeople(
      db,
      Array.from({ length: sizes.coachesPerOrganization }, () =>
        someone(organization.id, levels.Coach, time_zone),
      ),
    )
    const clients = coaches.flatMap((coach) =>
      Array.from({ length: sizes.clientsPerCoach }, () => ({
        ...someone(organization.id, levels.Client, time_zone),
        coach_id: coach.id,
      })),
    )
    await insertPeople(db, clients)
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^a-z0-9. -]/g, '')

/** PostgreSQL allows at most 65,535 parameters in a statement. */
const batchSize = 4000

async function insertPeople(db: Db, people: NewPerson[]): Promise<{ id: string }[]> {
  const ids: { id: string }[] = []
  for (let at = 0; at < people.length; at += batchSize)
    ids.push(
      ...(await db
        .insertInto('people')
        .values(people.slice(at, at + batchSize))
        .returning('id')
        .execute()),
    )
  return ids
}
