import { randomBytes } from 'node:crypto'
import { hashOf, newSecret } from '@parley/api/platform/identity/secrets.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import type { Pair } from '../pair.ts'

export interface Listening {
  id: string
  level: 'Coach' | 'OrgAdmin' | 'Admin'
  organizationId: string | null
  token: string
}

/** An open stream, the events it received, and the sessions that its reader found when last told to ask. */
export interface Stream {
  person: Listening
  heard: { kind: string; id?: string; state?: string; at: number }[]
  found: ReadonlySet<string>
}

export interface FanoutWorld {
  coaches: (Listening & { clientId: string })[]
  orgAdmins: Listening[]
  admins: Listening[]
  /** Coaches of a separate organization who never read their streams. */
  stalled: Listening[]
}

export interface FanoutSize {
  organizations: number
  coachesEach: number
  orgAdminsEach: number
  admins: number
  stalled: number
}

/** Inserts everybody directly into the tables: organizations with OrgAdmins, coaches and a client of each coach. */
export async function makeFanoutWorld({ db, make }: Pair, size: FanoutSize): Promise<FanoutWorld> {
  const world: FanoutWorld = { coaches: [], orgAdmins: [], admins: [], stalled: [] }
  const people = (level: Listening['level'], count: number, organizationId: string | null) =>
    insertPeople(db, level, count, organizationId)
  for (let i = 0; i < size.organizations; i += 1) {
    const { id } = await make.organization()
    const coaches = await people('Coach', size.coachesEach, id)
    const clients = await db
      .insertInto('people')
      .values(coaches.map((coach) => ({ ...attributesOf('client', id), privs: 0, coach_id: coach.id })))
      .returning(['id', 'coach_id'])
      .execute()
    const clientOf = new Map(clients.map((client) => [client.coach_id, client.id]))
    world.coaches.push(...coaches.map((coach) => ({ ...coach, clientId: clientOf.get(coach.id) ?? '' })))
    world.orgAdmins.push(...(await people('OrgAdmin', size.orgAdminsEach, id)))
  }
  world.admins.push(...(await people('Admin', size.admins, null)))
  world.stalled.push(...(await people('Coach', size.stalled, (await make.organization()).id)))
  return world
}

async function insertPeople(
  db: Pair['db'],
  level: Listening['level'],
  count: number,
  organizationId: string | null,
): Promise<Listening[]> {
  const rows = await db
    .insertInto('people')
    .values(
      Array.from({ length: count }, () => ({
        ...attributesOf(level.toLowerCase(), organizationId),
        privs: levels[level],
      })),
    )
    .returning('id')
    .execute()
  const made = rows.map(({ id }) => ({
    id,
    level,
    organizationId,
    token: newSecret(),
  }))
  const now = new Date()
  await db
    .insertInto('sign_in_tokens')
    .values(
      made.map(({ id, token }) => ({
        token_hash: hashOf(token),
        person_id: id,
        issued_at: now,
        last_used_at: now,
        address: '127.0.0.1',
        agent: 'proof',
      })),
    )
    .execute()
  return made
}

function attributesOf(kind: string, organization_id: string | null) {
  const username = `${kind}-${randomBytes(8).toString('hex')}`
  return {
    username,
    email: `${username}@example.test`,
    first_name: 'Robin',
    last_name: 'Ames',
    organization_id,
  }
}
