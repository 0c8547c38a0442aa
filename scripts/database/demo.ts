import { sql } from 'kysely'
import { runBilling } from '@parley/api/features/billing/run.ts'
import { openDatabase, type Database } from '@parley/api/platform/database/database.ts'
import { invoiceStatuses } from '@parley/contract/rules/billing/invoices.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { day_ms, daysBefore } from './demo-plan.ts'
import { planDemoSessions } from './demo-sessions.ts'
import { demoMailDomain, makeWorld, officeHours, randomFrom } from './world.ts'
import { hashPassword } from '@parley/api/platform/identity/secrets.ts'

export const demoPassword = 'Parley-demo-1'

/** The sender of the demo's invoices, with a made-up address. */
export const demoSeller = [
  'Parley Demo, Inc.',
  '200 Example Street',
  'Springfield, NY 10001',
  'billing@parley.example',
] as const

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

const emailOf = (username: string) => `${username}@${demoMailDomain}`

type Done = 'made' | 'renewed' | 'not the demo'

/** A small realistic world: created once, with its sessions planned around the present at each start. */
export async function makeDemo({ db }: Pick<Database, 'db'>, now: number): Promise<Done> {
  const there = await db
    .selectFrom('people')
    .select(['username', 'email'])
    .where(
      'username',
      'in',
      demoAccounts.map(({ username }) => username),
    )
    .execute()
  if (there.length > 0) {
    // A user called 'super' does not prove that this is the demo's database, and nothing may be written to another one.
    // Users of the demo may have changed the addresses of one or two accounts.
    const ours = there.filter(({ username, email }) => email === emailOf(username))
    if (ours.length < 3) return 'not the demo'
    await db.transaction().execute((tx) => planDemoSessions(tx, now))
    await billDemo(db, now)
    return 'renewed'
  }
  await makePeople(db, now)
  await billDemo(db, now)
  return 'made'
}

/** Bills the past months as the worker does, and marks all but the last one as paid. */
async function billDemo(db: Database['db'], now: number): Promise<void> {
  await runBilling({ database: { db }, config: { invoiceFrom: [...demoSeller] }, clock: () => now })
  await sql`
    update invoices i set status = ${invoiceStatuses.Paid}, status_at = ${new Date(now)}
    where status = ${invoiceStatuses.Pending} and exists (
      select from invoices later where later.organization_id = i.organization_id and later.start_date > i.start_date)`.execute(
    db,
  )
}

/** The beginning of the first day with calls. */
const beginning = (now: number): Date => new Date(now - (now % day_ms) - daysBefore * day_ms)

/** Three organizations, coaches, clients, and an account for each level. */
async function makePeople(db: Database['db'], now: number): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await makeWorld(tx, { organizations: 3, coachesPerOrganization: 5, clientsPerCoach: 7 }, randomFrom(7))
    // Created before their first calls, so that billing begins with that month.
    await tx
      .updateTable('organizations')
      .set({ created_at: beginning(now) })
      .execute()
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
          email: emailOf(username),
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
    // People are as old as their organization, so that nobody is younger than their calls.
    await tx
      .updateTable('people')
      .set({ created_at: beginning(now) })
      .execute()
    await planDemoSessions(tx, now)
  })
}

export async function makeDemoIn(databaseUrl: string): Promise<Done> {
  const database = openDatabase(databaseUrl, 1, (error) => console.error(error))
  try {
    return await makeDemo(database, Date.now())
  } finally {
    await database.close()
  }
}
