import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { createSession as entry, type Session } from '@parley/contract/sessions/sessions.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { timeFaults } from '@parley/contract/rules/sessions/sessions.ts'
import { actorOf } from '#platform/audit/audit.ts'
import type { Context, Person } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { once, type Once } from '#platform/http/idempotency.ts'
import { lockPeople, lockTimes } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { checkFree, clashProblem, markBusy } from './busy.ts'
import { note } from './history.ts'
import { castOf, checkBookingRights, namedIn, type Cast } from './people-of-session.ts'
import { presentSession, publishSession } from '#features/sessions/present.ts'
import { findSession, type SessionRow } from '#features/sessions/queries.ts'
import { scheduleReminders } from '#features/sessions/mails/reminders.ts'
import { tellPeople } from '#features/sessions/mails/session-mails.ts'

type Body = z.output<typeof entry.body>

/** Books a session in one transaction: checks the people, checks their time under lock, and writes it. */
export async function createSession(ctx: Context<Person>, body: Body): Promise<Once<Session>> {
  const viewer = ctx.principal
  const made = await once<Session>(ctx, entry, body, {
    authorize: async (tx, stored) => {
      checkBookingRights(viewer, body)
      if (body.billable !== undefined && !isAtLeast(viewer.privs, 'Admin')) throw problem('field_not_yours')
      if (stored && !(await findSession(tx, viewer, stored.id))) throw problem('session_not_found')
    },
    work: async (tx) => {
      const times = readTimes(body, ctx.now)
      const wanted = { ...body, participants: body.participants }
      const cast = castOf(viewer, wanted, await lockPeople(tx, { keep: namedIn(wanted) }))
      const people = [cast.coach.id, ...cast.others.map((person) => person.id)]
      await lockTimes(tx, people)
      await checkFree(tx, viewer, people, times)
      const id = await insertSession(tx, ctx, body, cast)
      await markBusy(tx, id, people, times)
      const by = { actor: actorOf(ctx), now: ctx.now }
      await note(tx, { id, organization_id: cast.organizationId }, by, 'created')
      await tellPeople(tx, {
        sessionId: id,
        kind: 'invite',
        sequence: 0,
        added: people,
        removed: [],
        now: ctx.now,
      })
      await scheduleReminders(tx, { id, start: times.start }, ctx.now)
      return presentSession(viewer, await refetch(tx, ctx, id), ctx.now)
    },
  }).catch(clashProblem)
  await publishSession(ctx.platform, made)
  return made
}

/** Parses the times, or throws a problem that names the field. */
export function readTimes({ start_time, end_time }: Pick<Body, 'start_time' | 'end_time'>, now: number) {
  const faults = timeFaults(Date.parse(start_time), Date.parse(end_time), now)
  if (faults[0]) throw problem('session_times', { text: faults[0].message, faults })
  return { start: new Date(start_time), end: new Date(end_time) }
}

async function insertSession(
  tx: Db,
  ctx: Context<Person>,
  body: Body,
  { coach, others, isOrg, organizationId }: Cast,
): Promise<string> {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      organization_id: organizationId,
      coach_id: coach.id,
      user_id: body.user_id,
      start_time: body.start_time,
      end_time: body.end_time,
      title: body.title,
      instance_count: body.instance_count ?? constants.instancesDefault,
      use_server: body.use_server ?? true,
      billable: body.billable ?? true,
      created_by: ctx.principal.id,
      search: searchText(body.title, coach, isOrg ? [] : others),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isOrg)
    await insertParticipants(
      tx,
      id,
      others.map((person) => person.id),
    )
  return id
}

export const insertParticipants = (tx: Db, sessionId: string, people: readonly string[]) =>
  tx
    .insertInto('session_participants')
    .values(people.map((person_id) => ({ session_id: sessionId, person_id })))
    .execute()

interface Named {
  first_name: string
  last_name: string
}

/**
 * The text that a search looks through: title, client and coach, folded by the database, each word after a space. Each goes
 * on its own line, so that typed text never matches the end of one and the beginning of the next, which no index could find.
 */
export const searchText = (title: string, coach: Named, clients: readonly Named[]) =>
  sql<string>`' ' || fold(${[title, ...[...clients, coach].map((one) => `${one.first_name} ${one.last_name}`)].join('\n ')})`

export async function refetch(tx: Db, ctx: Context<Person>, sessionId: string): Promise<SessionRow> {
  const row = await findSession(tx, ctx.principal, sessionId)
  if (!row) throw new Error(`session ${sessionId} left the viewer's scope by the viewer's own change`)
  return row
}
