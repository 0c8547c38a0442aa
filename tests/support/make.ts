import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { issueToken } from '@parley/api/features/identity/sign-in/tokens.ts'
import type { Db } from '@parley/api/platform/database/database.ts'
import { levels, type LevelName } from '@parley/contract/rules/people/levels.ts'
import { hashPassword } from '@parley/api/platform/identity/secrets.ts'

export const password = 'correct horse lantern 7'

export interface TestPerson {
  id: string
  username: string
  email: string
  organization_id: string | null
  token: string
}

interface NewTestPerson {
  level: LevelName
  organization_id?: string | null
  coach_id?: string
  username?: string
  first_name?: string
  last_name?: string
  time_zone?: string
}

interface NewTestSession {
  coach: Pick<TestPerson, 'id' | 'organization_id'>
  /** The client of an Individual session. Without a client the session is of type Org. */
  client?: Pick<TestPerson, 'id'>
  participants?: readonly Pick<TestPerson, 'id'>[]
  start: string
  /** By default an hour after the start. */
  end?: string
  title?: string
  status?: 'Scheduled' | 'Cancelled' | 'Completed' | 'NoShow'
}

export type Makers = ReturnType<typeof makers>

let hashed: Promise<string> | undefined

/** The only way in which tests make data: inserts straight into the tables, with tokens as sign-in issues them. */
export function makers(db: Db, clock: () => number) {
  // Long because it is one maker for each table.
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

  async function person(given: NewTestPerson): Promise<TestPerson> {
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

  /** Gives a person the password in `password`. */
  async function passwordFor(personId: string): Promise<void> {
    hashed ??= hashPassword(password)
    await db
      .insertInto('credentials')
      .values({ person_id: personId, password_hash: await hashed, password_set_at: new Date(clock()) })
      .execute()
  }

  /** An import in preview with one good row, into its author's organization. */
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

  const nameOf = (id: string) =>
    sql<string>`(select E'\\n ' || first_name || ' ' || last_name from people where id = ${id})`

  /** A session of any time and status, without mails. Busy times are written as booking writes them. */
  async function session({ coach, client, participants = [], start, ...given }: NewTestSession) {
    if (!coach.organization_id) throw new Error('a coach has an organization')
    const end = given.end ?? new Date(Date.parse(start) + 3_600_000).toISOString()
    const title = given.title ?? `session ${next()}`
    const row = await db
      .insertInto('sessions')
      .values({
        organization_id: coach.organization_id,
        coach_id: coach.id,
        user_id: client?.id ?? coach.id,
        start_time: start,
        end_time: end,
        title,
        status: given.status ?? 'Scheduled',
        search: sql<string>`' ' || fold(${title} || ${client ? nameOf(client.id) : ''} || ${nameOf(coach.id)})`,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (participants.length)
      await db
        .insertInto('session_participants')
        .values(participants.map((one) => ({ session_id: row.id, person_id: one.id })))
        .execute()
    if (row.status === 'Scheduled')
      await db
        .insertInto('session_busy')
        .values(
          [coach, ...(client ? [client] : []), ...participants].map((one) => ({
            session_id: row.id,
            person_id: one.id,
            during: `[${start},${end})`,
          })),
        )
        .execute()
    return row
  }

  /** An invoice for October with one session of an hour, as a billing run leaves it. */
  async function invoice(organization_id: string) {
    const coach = await person({ level: 'Coach', organization_id })
    const { id: session_id } = await session({
      coach,
      start: '2026-10-20T14:00:00.000Z',
      status: 'Completed',
    })
    const period = { organization_id, start_date: '2026-10-01', end_date: '2026-11-01' }
    const terms = { rate_cents: 15_000, no_show_billed: false }
    const at = new Date(clock())
    const { id: run_id } = await db
      .insertInto('billing_runs')
      .values({
        ...period,
        ...terms,
        begins_at: '2026-10-01T04:00Z',
        ends_at: '2026-11-01T04:00Z',
        ran_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const counted = { coach_id: coach.id, status: 'Completed', billable: true, coach_stayed: false } as const
    await db
      .insertInto('run_sessions')
      .values({ session_id, run_id, ...counted, minutes: 60 })
      .execute()
    const { last: invoice_num } = await db
      .updateTable('invoice_number')
      .set({ last: sql`last + 1` })
      .returning('last')
      .executeTakeFirstOrThrow()
    const billed = {
      time_zone: 'America/New_York',
      issued_by: ['Parley'],
      billed_name: 'Harbor Coaching',
      billed_address: '1 Quay Street',
      amount_cents: 15_000,
    }
    const made = await db
      .insertInto('invoices')
      .values({
        ...period,
        ...terms,
        ...billed,
        invoice_num,
        run_id,
        due: '2026-11-01',
        issued_at: at,
        status_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('invoice_lines')
      .values({
        invoice_id: made.id,
        coach_id: coach.id,
        name: 'Robin Ames',
        billed_minutes: 60,
        unbilled_minutes: 0,
        subtotal_cents: 15_000,
      })
      .execute()
    return { ...made, coach }
  }

  return { organization, person, passwordFor, importBy, session, invoice }
}
