import { sql } from 'kysely'
import { runBilling } from '@parley/api/features/billing/run.ts'
import { openDatabase, type Database } from '@parley/api/platform/database.ts'
import { hashPassword } from '@parley/api/platform/passwords.ts'
import { invoiceStatuses } from '@parley/contract/rules/invoices.ts'
import { levels, type LevelName } from '@parley/contract/rules/levels.ts'
import { hereConfig } from '../here-config.ts'
import { day_ms, daysBefore } from './demo-plan.ts'
import { planDemoSessions } from './demo-sessions.ts'
import { demoMailDomain, makeWorld, officeHours, randomFrom } from './world.ts'

export const demoPassword = 'Parley-demo-1'

/** Who the demo's invoices are from: nobody's real address. */
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

/** A small believable world: made once, and its sessions planned around the present at each start. */
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
    // That somebody is called 'super' does not make it the demo's database: nothing is written into another. An account
    // or two may have been given other addresses by whoever tried that.
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

/** The months behind are billed as by the worker, and all but the last of them paid. */
async function billDemo(db: Database['db'], now: number): Promise<void> {
  await runBilling({ database: { db }, config: { invoiceFrom: [...demoSeller] }, clock: () => now })
  await sql`
    update invoices i set status = ${invoiceStatuses.Paid}, status_at = ${new Date(now)}
    where status = ${invoiceStatuses.Pending} and exists (
      select from invoices later where later.organization_id = i.organization_id and later.start_date > i.start_date)`.execute(
    db,
  )
}

/** The first instant of the first day that has calls. */
const beginning = (now: number): Date => new Date(now - (now % day_ms) - daysBefore * day_ms)

/** Three organizations, coaches, clients, and an account for each level. */
async function makePeople(db: Database['db'], now: number): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  await db.transaction().execute(async (tx) => {
    await makeWorld(tx, { organizations: 3, coachesPerOrganization: 5, clientsPerCoach: 7 }, randomFrom(7))
    // As long ago as the first of their calls, and so billed from that month on.
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
    // They came with their organization: nobody's calls are older than they are.
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

if (import.meta.main) {
  const config = hereConfig()
  if (config.env === 'production') {
    console.error('Demo accounts have a password that everybody knows: refused with PARLEY_ENV=production.')
    process.exit(1)
  }
  const words = {
    made: 'The demo world is there.',
    renewed: 'The demo world was there already; its sessions are around today again.',
    'not the demo': "These people are not the demo's; nothing was changed.",
  }
  console.log(words[await makeDemoIn(config.databaseUrl)])
  console.log(`Accounts: ${demoAccounts.map((one) => one.username).join(', ')}. Password: ${demoPassword}`)
}
