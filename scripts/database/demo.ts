import { openDatabase, type Database } from '@parley/api/platform/database.ts'
import { hashPassword } from '@parley/api/platform/passwords.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'
import { hereConfig } from '../here-config.ts'
import { makeDemoSessions } from './demo-sessions.ts'
import { makeWorld, officeHours, randomFrom } from './world.ts'

export const demoPassword = 'Parley-demo-1'

export const demoAccounts: readonly {
  username: string
  level: LevelName
  first_name: string
  last_name: string
}[] = [
  { username: 'super', level: 'Super', first_name: 'Sigrid', last_name: 'Halvorsen' },
  { username: 'admin', level: 'Admin', first_name: 'Amadou', last_name: 'Keita' },
  { username: 'orgadmin', level: 'OrgAdmin', first_name: 'Miriam', last_name: 'Castellano' },
  { username: 'coach', level: 'Coach', first_name: 'Dana', last_name: 'Whitfield' },
  { username: 'client', level: 'Client', first_name: 'Margarethe', last_name: 'Öztürk-Lindqvist' },
]

/** A small believable world, made once: three organizations, coaches, clients, sessions, an account for each level. */
async function makeDemo({ db }: Database, now: number): Promise<boolean> {
  const isThere = await db
    .selectFrom('people')
    .select('id')
    .where('username', '=', 'super')
    .executeTakeFirst()
  if (isThere) return false
  const password_hash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await makeWorld(tx, { organizations: 3, coachesPerOrganization: 5, clientsPerCoach: 7 }, randomFrom(7))
    const home = await tx
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', 'harbor-coaching')
      .executeTakeFirstOrThrow()
    let coachId: string | null = null
    for (const { username, level, first_name, last_name } of demoAccounts) {
      const person: { id: string } = await tx
        .insertInto('people')
        .values({
          username,
          email: `${username}@example.com`,
          first_name,
          last_name,
          privs: levels[level],
          organization_id: levels[level] >= levels.Admin ? null : home.id,
          coach_id: level === 'Client' ? coachId : null,
          working_hours: levels[level] >= levels.Coach ? officeHours : null,
          is_assessor: level === 'Coach',
          time_zone: level === 'Client' ? 'Europe/Berlin' : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (level === 'Coach') coachId = person.id
      await tx
        .insertInto('credentials')
        .values({ person_id: person.id, password_hash, password_set_at: new Date() })
        .execute()
    }
    await tx
      .updateTable('people')
      .set({ coach_id: coachId })
      .where('id', 'in', (query) =>
        query
          .selectFrom('people')
          .select('id')
          .where('organization_id', '=', home.id)
          .where('privs', '=', 0)
          .orderBy('id')
          .limit(6),
      )
      .execute()
    await makeDemoSessions(tx, now, randomFrom(11))
  })
  return true
}

export async function makeDemoIn(databaseUrl: string): Promise<boolean> {
  const database = openDatabase(databaseUrl, 1, (error) => console.error(error))
  try {
    return await makeDemo(database, Date.now())
  } finally {
    await database.close()
  }
}

if (import.meta.main) {
  const config = hereConfig()
  if (config.env === 'production') {
    console.error('Demo accounts have a password that everybody knows: refused with PARLEY_ENV=production.')
    process.exit(1)
  }
  const isNew = await makeDemoIn(config.databaseUrl)
  console.log(isNew ? 'The demo world is there.' : 'The demo world was there already; nothing changed.')
  console.log(`Accounts: ${demoAccounts.map((one) => one.username).join(', ')}. Password: ${demoPassword}`)
}
