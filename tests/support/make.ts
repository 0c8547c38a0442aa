import { randomUUID } from 'node:crypto'
import { issueToken } from '@parley/api/features/identity/tokens.ts'
import { hashPassword } from '@parley/api/platform/passwords.ts'
import type { Db } from '@parley/api/platform/database.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'

export const password = 'correct horse lantern 7'

export interface TestPerson {
  id: string
  username: string
  email: string
  organization_id: string | null
  token: string
}

interface PersonGiven {
  level: LevelName
  organization_id?: string | null
  coach_id?: string
  username?: string
  first_name?: string
  last_name?: string
  time_zone?: string
}

let hashed: Promise<string> | undefined

/** The one way in which tests make data: straight into the tables, with tokens as sign-in would give them. */
export function makers(db: Db, clock: () => number) {
  let count = 0
  const next = () => `${++count}-${randomUUID().slice(0, 8)}`

  async function organization(given: { display_name?: string; time_zone?: string } = {}) {
    const name = `org-${next()}`
    return db
      .insertInto('organizations')
      .values({
        name,
        display_name: given.display_name ?? name,
        billing_address: '1 Quay Street',
        rate_cents: 15_000,
        time_zone: given.time_zone ?? 'America/New_York',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function person(given: PersonGiven): Promise<TestPerson> {
    const username = given.username ?? `${given.level.toLowerCase()}-${next()}`
    const row = await db
      .insertInto('people')
      .values({
        username,
        email: `${username}@example.test`,
        first_name: given.first_name ?? 'Robin',
        last_name: given.last_name ?? 'Ames',
        privs: levels[given.level],
        organization_id: given.organization_id ?? null,
        coach_id: given.coach_id ?? null,
        time_zone: given.time_zone ?? null,
      })
      .returning(['id', 'username', 'email', 'organization_id'])
      .executeTakeFirstOrThrow()
    const token = await issueToken(db, row.id, { address: '127.0.0.1', agent: 'test' }, clock())
    return { ...row, token }
  }

  /** Gives a person the password that `password` names. */
  async function passwordFor(personId: string): Promise<void> {
    hashed ??= hashPassword(password)
    await db
      .insertInto('credentials')
      .values({ person_id: personId, password_hash: await hashed, password_set_at: new Date(clock()) })
      .execute()
  }

  /** A preview of one good row, into the organization of whoever made it. */
  async function importBy(by: Pick<TestPerson, 'id' | 'organization_id'>): Promise<{ id: string }> {
    const made = await db
      .insertInto('imports')
      .values({
        by_id: by.id,
        organization_id: by.organization_id,
        filename: 'clients.csv',
        columns: ['first_name', 'last_name', 'username', 'email'],
        delimiter: ',',
        state: 'preview',
        created_at: new Date(clock()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const cells = {
      first_name: 'Omar',
      last_name: 'Haddad',
      username: `omar-${next()}`,
      email: 'omar@example.test',
    }
    await db
      .insertInto('import_rows')
      .values({
        import_id: made.id,
        row: 2,
        ...cells,
        coach_username: '',
        time_zone: '',
        organization: '',
        state: 'good',
      })
      .execute()
    return made
  }

  return { organization, person, passwordFor, importBy }
}
