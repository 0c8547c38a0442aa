import { sql } from 'kysely'
import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { levels } from '@parley/contract/rules/people/levels.ts'
import { otherSideName } from '@parley/contract/rules/sessions/calendar-links.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { problem } from '#platform/http/problem.ts'
import { hashOf, newSecret } from '#platform/identity/secrets.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { metBy } from './calendar-file.ts'
import { writeIcs } from './ics.ts'
import { sessionRows } from '#features/sessions/queries.ts'
import { previewUrl } from '#features/sessions/mails/session-letters.ts'

/** Creates a person's private calendar address and ends the previous one. The secret is returned here and never again. */
export async function makeCalendarFeed(ctx: Context<Person>): Promise<{ url: string }> {
  const secret = newSecret()
  const feed = { secret_hash: hashOf(secret), created_at: new Date(ctx.now), last_read_at: null }
  await inTransaction(ctx.db, async (tx) => {
    await tx
      .insertInto('calendar_feeds')
      .values({ person_id: ctx.principal.id, ...feed })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(feed))
      .execute()
    await auditOwn(tx, ctx, 'sessions.calendar-feed')
  })
  return { url: `${ctx.platform.config.origin}/api/calendar/feed/${secret}` }
}

export async function endCalendarFeed(ctx: Context<Person>): Promise<Record<string, never>> {
  await inTransaction(ctx.db, async (tx) => {
    if (await endFeedsOf(tx, ctx.principal.id)) await auditOwn(tx, ctx, 'sessions.calendar-feed-end')
  })
  return {}
}

/** Also called for people who lose the right to sign in: their feed does not return when the right does. */
export async function endFeedsOf(tx: Db, personId: string): Promise<boolean> {
  const ended = await tx.deleteFrom('calendar_feeds').where('person_id', '=', personId).executeTakeFirst()
  return ended.numDeletedRows > 0n
}

const auditOwn = (tx: Db, ctx: Context<Person>, action: AuditAct) =>
  audit(tx, actorOf(ctx), ctx.now, {
    action,
    subjectKind: 'person',
    subjectId: ctx.principal.id,
    organizationId: ctx.principal.organizationId,
  })

export async function calendarFeedState(
  ctx: Context<Person>,
): Promise<{ since: string | null; lastReadAt: string | null }> {
  const feed = await ctx.db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'last_read_at'])
    .where('person_id', '=', ctx.principal.id)
    .executeTakeFirst()
  return {
    since: feed?.created_at.toISOString() ?? null,
    lastReadAt: feed?.last_read_at?.toISOString() ?? null,
  }
}

const day_ms = 24 * 3_600_000
const pastMs = 30 * day_ms
const aheadMs = 365 * day_ms
const entriesMax = 2000
const notedEveryMs = 60_000
const refreshSeconds = 3600

/** The owner's sessions as a calendar: a month back, a year ahead. Cancelled sessions are left out. */
export async function calendarFeed({ db, now, platform }: Context, secret: string): Promise<string> {
  const owner = await findOwner(db, secret)
  if (!owner) throw problem('feed_not_found')
  if (now - (owner.last_read_at?.getTime() ?? 0) >= notedEveryMs) await noteReading(db, secret, now)
  const ids = await ownSessions(db, owner.id, new Date(now - pastMs), new Date(now + aheadMs))
  // Read at Coach level, so that the calendar holds only sessions that its owner is in, whatever their real level.
  const viewer = { id: owner.id, privs: levels.Coach, organizationId: null }
  const sessions = await sessionRows(db, viewer, ids)
  return writeIcs({
    method: 'PUBLISH',
    zone: zoneAmong(owner.time_zone, owner.organization_zone),
    now,
    feed: { name: 'Parley', refreshSeconds },
    events: sessions.map((session) => ({
      sessionId: session.id,
      sequence: session.ics_sequence,
      start: session.start_time,
      end: session.end_time,
      firstName: otherSideName(metBy(owner.id, session)),
      isCancelled: false,
      url: previewUrl(platform.config, session.id),
    })),
  })
}

/** The owner of the feed with this secret, while they may sign in. */
const findOwner = (db: Db, secret: string) =>
  db
    .selectFrom('calendar_feeds as f')
    .innerJoin('people as p', 'p.id', 'f.person_id')
    .leftJoin('organizations as o', 'o.id', 'p.organization_id')
    .select(['p.id', 'p.time_zone', 'o.time_zone as organization_zone', 'f.last_read_at'])
    .where('f.secret_hash', '=', hashOf(secret))
    .where('p.deleted_at', 'is', null)
    .where('p.privs', '>=', levels.Coach)
    .executeTakeFirst()

const noteReading = (db: Db, secret: string, now: number) =>
  db
    .updateTable('calendar_feeds')
    .set({ last_read_at: new Date(now) })
    .where('secret_hash', '=', hashOf(secret))
    .execute()

/** Queried by status, so that each branch is one scan of the coach index. Then come the Org sessions as a participant. */
async function ownSessions(db: Db, personId: string, from: Date, until: Date): Promise<string[]> {
  const branch = (status: string) => sql`
    (select id, start_time from sessions
     where coach_id = ${personId} and status = ${status}::session_status
       and start_time >= ${from} and start_time < ${until}
     order by start_time desc limit ${entriesMax})`
  const { rows } = await sql<{ id: string }>`
    select id from (
      ${sql.join(['Scheduled', 'Completed', 'NoShow'].map(branch), sql` union all `)}
      union all
      (select s.id, s.start_time from session_participants q join sessions s on s.id = q.session_id
       where q.person_id = ${personId} and s.status <> 'Cancelled'
         and s.start_time >= ${from} and s.start_time < ${until}
       order by s.start_time desc limit ${entriesMax})
    ) own order by start_time desc limit ${entriesMax}`.execute(db)
  return rows.map((row) => row.id)
}
