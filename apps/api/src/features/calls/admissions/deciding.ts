import { sql } from 'kysely'
import type { Checked, WaitingGuest } from '@parley/contract/calls/calls.ts'
import { waitingGoneMs } from '@parley/contract/rules/calls/admissions.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isJoinable } from '@parley/contract/rules/sessions/phases.ts'
import { sessionLengthMaxMs } from '@parley/contract/rules/sessions/sessions.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockPlace } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { shutOutOfCall } from '#features/sessions/sessions.ts'
import { isOtherDevice, isPromised } from './asking.ts'
import { tellCoach } from './waiting-browsers.ts'

/** How long the coach sees that a client came in unasked. */
const enteredMs = 60_000
const shownMax = 50

/**
 * The people at the doors of the coach's own calls. They are read from the database each time, so that a coach who joins
 * later or reloads still sees who came before. Only calls that can be joined now, which are few however many sessions there
 * are.
 */
export async function waitingGuests(ctx: Context<Person>): Promise<WaitingGuest[]> {
  const { db, now, principal: me } = ctx
  const at = (ms: number) => new Date(now + ms)
  // A signed-in person who was removed has no waiting page that sends heartbeats, so they stay on the list.
  const isHere = sql<boolean>`(a.state in ('waiting', 'turned_away', 'removed')
    and (a.browser = '' or a.seen_at >= ${at(-waitingGoneMs)}))`
  const hasEntered = sql<boolean>`(a.state = 'admitted' and a.decided_by is null and a.browser <> ''
    and a.decided_at >= ${at(-enteredMs)})`
  const rows = await db
    .selectFrom('sessions as s')
    .innerJoin('admissions as a', 'a.session_id', 's.id')
    .innerJoin('people as p', 'p.id', 'a.person_id')
    .select([
      'a.id',
      'a.session_id',
      'a.state',
      'a.asked_at',
      'a.told_at',
      'a.decided_at',
      'a.promised_at',
      'a.checked',
      's.title',
      's.start_time',
    ])
    .select(['p.first_name', 'p.last_name', isOtherDevice.as('is_other_device')])
    .where('s.coach_id', '=', me.id)
    .where('s.status', '=', 'Scheduled')
    .where('s.start_time', '<=', at(constants.joinWindowBeforeMs))
    .where('s.start_time', '>=', at(-sessionLengthMaxMs - constants.joinWindowAfterMs))
    .where('s.end_time', '>=', at(-constants.joinWindowAfterMs))
    .where('p.deleted_at', 'is', null)
    .where((eb) => eb.or([isHere, hasEntered]))
    .orderBy('a.asked_at')
    .limit(shownMax)
    .execute()
  const untold = rows.filter(({ told_at }) => told_at === null).map(({ id }) => id)
  if (untold.length > 0)
    await db
      .updateTable('admissions')
      .set({ told_at: at(0) })
      .where('id', 'in', untold)
      .where('told_at', 'is', null)
      .execute()
  return rows.map((row) => ({
    id: row.id,
    session_id: row.session_id,
    title: row.title,
    start_time: row.start_time.toISOString(),
    name: `${row.first_name} ${row.last_name}`.trim(),
    state: row.state as WaitingGuest['state'],
    since: sinceOf(row).toISOString(),
    is_other_device: row.is_other_device,
    is_promised: row.state === 'waiting' && isPromised(row.promised_at, now),
    checked: row.checked as Checked | null,
  }))
}

/** A client has been waiting since they asked; a decision of the coach counts from when it was made. */
const sinceOf = ({
  state,
  asked_at,
  decided_at,
}: {
  state: string
  asked_at: Date
  decided_at: Date | null
}) => (state === 'waiting' ? asked_at : (decided_at ?? asked_at))

/** Lets somebody in or turns them away. There is one place: letting in this browser takes it from the client's other one. */
export async function decideAdmission(
  ctx: Context<Person>,
  id: string,
  admit: boolean | 'when_joined',
): Promise<Record<string, never>> {
  const { db, now, principal: me, platform } = ctx
  const asked = await findAsked(db, id)
  if (!asked || asked.coach_id !== me.id) throw problem('admission_not_found')
  if (admit === 'when_joined') return promise(ctx, id, asked)
  const { session_id, person_id } = asked
  await inTransaction(db, async (tx) => {
    await lockPlace(tx, session_id, person_id)
    const present = await findAsked(tx, id)
    if (!present) throw problem('admission_not_found')
    if (admit && !isJoinable(timed(present), now)) throw problem('not_joinable')
    const decided = { decided_at: new Date(now), decided_by: me.id, promised_at: null }
    const losing = tx
      .updateTable('admissions')
      .set({ state: admit ? 'replaced' : 'turned_away', ...decided })
      .where('session_id', '=', session_id)
      .where('person_id', '=', person_id)
      .where('state', '=', 'admitted')
      .where('id', admit ? '<>' : '=', id)
    const { numUpdatedRows: lost } = await losing.executeTakeFirst()
    await tx
      .updateTable('admissions')
      .set({ state: admit ? 'admitted' : 'turned_away', ...decided })
      .where('id', '=', id)
      .execute()
    // A client who only waited has no access that could be revoked.
    if (lost > 0n) await shutOutOfCall(tx, session_id)
    await audit(tx, actorOf(ctx), now, {
      action: admit ? 'calls.admit' : 'calls.turn-away',
      subjectKind: 'session',
      subjectId: session_id,
      organizationId: present.organization_id,
      detail: { person_id },
    })
  })
  await tellCoach(platform, session_id)
  return {}
}

/** Tells the client that the coach is joining. The coach's page lets them in once it is in the call. */
async function promise(
  { db, now, platform }: Context<Person>,
  id: string,
  asked: NonNullable<Awaited<ReturnType<typeof findAsked>>>,
): Promise<Record<string, never>> {
  if (!isJoinable(timed(asked), now)) throw problem('not_joinable')
  await db
    .updateTable('admissions')
    .set({ promised_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await tellCoach(platform, asked.session_id)
  return {}
}

const findAsked = (db: Db, id: string) =>
  db
    .selectFrom('admissions as a')
    .innerJoin('sessions as s', 's.id', 'a.session_id')
    .select([
      'a.session_id',
      'a.person_id',
      's.coach_id',
      's.organization_id',
      's.status',
      's.start_time',
      's.end_time',
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()

const timed = ({ status, start_time, end_time }: NonNullable<Awaited<ReturnType<typeof findAsked>>>) => ({
  status,
  start_time: start_time.toISOString(),
  end_time: end_time.toISOString(),
})
