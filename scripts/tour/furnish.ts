import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '@parley/api/platform/database/database.ts'
import type { IssueKind } from '@parley/contract/calls/call-reports.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Gives the rows of a new database ids in the order in which they are made. Colours of people, and the order of what has
 * the same time, depend on ids, so random ones would look different in every run.
 */
export async function numberRows(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('create sequence tour_ids')
  await owner.query('grant usage on sequence tour_ids to parley_app')
  const { rows } = await owner.query<{ table_name: string; column_name: string }>(
    "select table_name, column_name from information_schema.columns where table_schema = 'public' and column_default like '%uuidv7()%'",
  )
  for (const { table_name, column_name } of rows)
    await owner.query(
      `alter table ${table_name} alter column ${column_name} set default ('${idHead}' || lpad(to_hex(nextval('tour_ids')), 12, '0'))::uuid`,
    )
  await owner.end()
}

const idHead = '01980000-0000-7000-8000-'

/** Fills the lists that the demo leaves empty: emails, call reports and an import. */
export async function furnish(db: Db, now: number): Promise<{ importId: string }> {
  await writeMails(db, now)
  await writeReports(db, now)
  return { importId: await writeImport(db, now) }
}

/** The coach's latest call was held and is not marked as completed yet. */
export async function leaveUnsettled(db: Db, now: number): Promise<void> {
  await sql`
    update sessions set status = 'Scheduled' where id = (
      select s.id from sessions s join people c on c.id = s.coach_id
      where c.username = 'coach' and s.status = 'Completed' and s.user_id <> s.coach_id and s.end_time < ${new Date(now)}
      order by s.start_time desc limit 1)`.execute(db)
}

/**
 * The demo cancels all coming sessions at the moment in which it is made; people do so over days. Only the owner of the
 * database may change the audit.
 */
export async function spreadAudit(ownerUrl: string, now: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const at = new Date(now)
  await owner.query(
    "update audit_log set at = at - (17 + id * 7919 % 2880) * interval '1 minute' where at = $1 and action = 'sessions.cancel'",
    [at],
  )
  await owner.query(
    "update session_history set at = at - (17 + id * 7919 % 2880) * interval '1 minute' where at = $1 and action = 'cancelled'",
    [at],
  )
  await owner.end()
}

/** An invitation and a reminder for each of the latest sessions, one of them not delivered yet and one refused. */
async function writeMails(db: Db, now: number): Promise<void> {
  const sessions = await db
    .selectFrom('sessions as s')
    .innerJoin('people as p', 'p.id', 's.user_id')
    .select(['s.id', 's.organization_id', 's.start_time', 's.end_time', 's.created_at', 's.coach_id'])
    .select(['p.id as person_id', 'p.email'])
    .whereRef('s.user_id', '<>', 's.coach_id')
    .where('s.start_time', '<', new Date(now + 60 * hourMs))
    .where('s.status', '<>', 'Cancelled')
    .orderBy('s.start_time', 'desc')
    .orderBy('p.email')
    .limit(60)
    .execute()
  const planned = sessions.flatMap((session) => [
    { session, kind: 'session-invitation', at: session.created_at.getTime() },
    { session, kind: 'session-reminder', at: session.start_time.getTime() - 24 * hourMs },
  ])
  const sent = planned.filter(({ at }) => at < now).toSorted((a, b) => b.at - a.at)
  for (const [i, { session, kind, at }] of sent.entries()) {
    const id = `01980000-0000-7000-9000-${String(i).padStart(12, '0')}`
    const state = stateOf(i)
    const answer = {
      sent: '250 2.0.0 Ok: queued',
      waiting: '451 4.3.0 Try again later',
      failed: '550 5.1.1 No such user',
    }
    await db
      .insertInto('mails')
      .values({
        id,
        message_id: `<${id}@127.0.0.1>`,
        kind,
        person_id: session.person_id,
        organization_id: session.organization_id,
        to_address: session.email,
        state,
        attempts: state === 'waiting' ? 2 : 1,
        last_error: state === 'sent' ? null : answer[state],
        log: JSON.stringify([
          { at: new Date(at).toISOString(), event: 'begun' },
          {
            at: new Date(at + 900).toISOString(),
            event: state === 'sent' ? 'accepted' : 'refused',
            answer: answer[state],
          },
        ]),
        created_at: new Date(at),
        sent_at: state === 'sent' ? new Date(at + 900) : null,
        session_id: session.id,
        detail: JSON.stringify({
          sequence: 0,
          start: session.start_time.toISOString(),
          end: session.end_time.toISOString(),
          others: [session.coach_id],
          isGuest: true,
          ...(kind === 'session-reminder' && { before: '24h' }),
        }),
      })
      .execute()
  }
}

const stateOf = (place: number): 'sent' | 'waiting' | 'failed' =>
  place === 1 ? 'waiting' : place === 4 ? 'failed' : 'sent'

const reported: readonly (readonly [kinds: IssueKind[], text: string])[] = [
  [['sound'], 'The sound stopped for a few seconds, twice.'],
  [['connection'], 'I was on a train, and the call came back after the tunnel.'],
  [['picture'], 'The picture was blurred in the first minute.'],
  [['devices', 'sound'], 'My headset was not in the list until I plugged it in again.'],
  [['screen-share'], 'The shared text was hard to read on my phone.'],
  [['sound', 'picture'], ''],
  [['connection'], 'The network of the hotel was slow.'],
  [['other'], 'My client opened the link on a second device by mistake.'],
]

/** Reports on some of the latest calls, each by its coach. */
async function writeReports(db: Db, now: number): Promise<void> {
  const calls = await db
    .selectFrom('sessions as s')
    .select(['s.id', 's.coach_id', 's.end_time'])
    .where('s.status', '=', 'Completed')
    .where('s.end_time', '<', new Date(now))
    .orderBy('s.end_time', 'desc')
    .orderBy('s.title')
    .limit(reported.length * 3)
    .execute()
  for (const [i, [kinds, text]] of reported.entries()) {
    const call = calls[i * 3]
    if (!call) continue
    await db
      .insertInto('call_reports')
      .values({
        session_id: call.id,
        by_id: call.coach_id,
        at: new Date(call.end_time.getTime() + (2 + i) * minuteMs),
        kinds,
        text,
        statistics: JSON.stringify({ agent: 'Firefox on Linux', samples: [], changes: [] }),
        timeline: JSON.stringify([]),
      })
      .execute()
  }
}

const columns = ['first_name', 'last_name', 'username', 'email', 'coach_username', 'time_zone']
const imported: readonly (readonly [
  first: string,
  last: string,
  zone: string,
  mistake?: [string, string],
])[] = [
  ['Omar', 'Haddad', 'America/New_York'],
  ['Ingrid', 'Solheim', 'Europe/Oslo'],
  ['Mateo', 'Fuentes', 'America/Mexico_City'],
  ['Aiko', 'Nakamura', 'Asia/Tokyo', ['email', 'This is not an email address.']],
  ['Caroline', 'Ashby', 'America/New_York'],
  ['Piotr', 'Zielinski', 'Europe/Warsaw'],
  ['Leila', 'Farouk', 'America/New_York'],
  ['Samuel', 'Okonkwo', 'Africa/Lagos', ['coach_username', 'There is no coach with this username.']],
  ['Beatriz', 'Almeida', 'America/Sao_Paulo'],
  ['Henrik', 'Dahl', 'Europe/Copenhagen'],
  ['Naomi', 'Feldman', 'America/New_York'],
  ['Rajesh', 'Iyer', 'Asia/Kolkata'],
]

/** A file of clients that was read and not imported yet. Two of its rows have a mistake. */
async function writeImport(db: Db, now: number): Promise<string> {
  const by = await db
    .selectFrom('people')
    .select(['id', 'organization_id'])
    .where('username', '=', 'orgadmin')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('imports')
    .values({
      by_id: by.id,
      organization_id: by.organization_id,
      filename: 'new-clients-november.csv',
      columns,
      delimiter: ',',
      state: 'preview',
      created_at: new Date(now - 3 * minuteMs),
      received_at: new Date(now - 3 * minuteMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('import_rows')
    .values(
      imported.map(([first_name, last_name, time_zone, mistake], i) => {
        const username = `${first_name}.${last_name}`.toLowerCase()
        return {
          import_id: id,
          row: i + 2,
          first_name,
          last_name,
          username,
          email: mistake?.[0] === 'email' ? `${username}(at)example.com` : `${username}@example.com`,
          coach_username: mistake?.[0] === 'coach_username' ? 'dana.whitfeld' : 'coach',
          time_zone,
          organization: '',
          state: mistake ? 'error' : 'good',
          error_field: mistake?.[0] ?? null,
          error_message: mistake?.[1] ?? null,
        }
      }),
    )
    .execute()
  return id
}
