import type { PeopleQuery, Person, SessionFate } from '@parley/contract/people.ts'
import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import { personAbilities, type Viewer } from '@parley/contract/rules/people/people.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { askedWindow, pageAnswer, isFound } from '#platform/lists/lists.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endTokens } from '#features/identity/identity.ts'
import { organizationOptions } from '#features/organizations/organizations.ts'
import {
  endFeedsOf,
  settleFuture,
  shutOutOfCalls,
  takersIn,
  publishSession,
} from '#features/sessions/sessions.ts'
import { presentPeople, presentPerson, subjectOf, viewerOf, publishPerson } from './present.ts'
import { coachOptions, countPeople, findPerson, listPeople, type Kind, type PersonRow } from './queries.ts'
import { takenProblem } from './refusals.ts'

type Ctx = Context<Principal>

/** A page of a people list, or without `page` a plain list with the total count in a header. */
export async function listInScope(ctx: Ctx, kind: Kind, query: PeopleQuery) {
  const viewer = viewerOf(ctx)
  checkFilters(viewer, query)
  const [rows, count] = await Promise.all([
    listPeople(ctx.db, viewer, kind, query, askedWindow(query, isFound(query.search))),
    countPeople(ctx.db, viewer, kind, query),
  ])
  const entries = await presentPeople(ctx, rows)
  if (query.page !== undefined) return pageAnswer(entries, count, query)
  ctx.setHeader('x-entry-count', String(count.entryCount))
  return entries
}

export async function countInScope(ctx: Ctx, query: Pick<PeopleQuery, 'filters' | 'search'>) {
  const viewer = viewerOf(ctx)
  checkFilters(viewer, query)
  return countPeople(ctx.db, viewer, 'everyone', query)
}

/**
 * Filters by coach and by deleted are for OrgAdmin and above; so is the organization filter, which for an OrgAdmin covers
 * only their own (docs/rules.md §3).
 */
function checkFilters(viewer: Viewer, { filters = {} }: Pick<PeopleQuery, 'filters'>): void {
  const isUsed = filters.coach ?? filters.organization ?? filters.deleted
  if (isUsed !== undefined && !isAtLeast(viewer.privs, 'OrgAdmin')) throw problem('filter_not_yours')
}

export async function filterOptions(ctx: Ctx, q: string | undefined) {
  const viewer = viewerOf(ctx)
  return {
    coach: isAtLeast(viewer.privs, 'OrgAdmin') ? await coachOptions(ctx.db, viewer, q) : [],
    organization: isAtLeast(viewer.privs, 'Admin') ? await organizationOptions(ctx.db, q) : [],
  }
}

export async function getPerson(ctx: Ctx, personId: string): Promise<Person> {
  return presentPerson(ctx, await personInScope(ctx, personId))
}

export { viewerOf } from './present.ts'

export const abilitiesOf = (ctx: Ctx, row: PersonRow) => personAbilities(viewerOf(ctx), subjectOf(row))

/** Returns a person whom the viewer may see, or throws. */
export async function personInScope(ctx: Ctx, personId: string): Promise<PersonRow> {
  const row = await findPerson(ctx.db, viewerOf(ctx), personId)
  if (!row) throw problem('person_not_found')
  return row
}

export async function deletePerson(
  ctx: Ctx,
  personId: string,
  settle?: readonly SessionFate[],
): Promise<Person> {
  const deleted = await inTransaction(ctx.db, (tx) => deleteWithin(tx, ctx, personId, settle))
  await tellDeleted(ctx, deleted)
  return presentPerson(ctx, deleted.row)
}

/**
 * Hides a person and ends all their access at once. Nothing is lost: `restorePerson` brings them back. The coming sessions
 * of a coach are settled in the same transaction. A person who is already deleted is only locked.
 */
export async function deleteWithin(tx: Db, ctx: Ctx, personId: string, settle?: readonly SessionFate[]) {
  const viewer = viewerOf(ctx)
  const locked = await lockPeople(tx, { change: [personId], keep: takersIn(settle) })
  const before = await personToChange(tx, viewer, personId)
  if (before.deleted_at) return { row: before, before, settled: [] }
  if (!personAbilities(viewer, subjectOf(before)).delete) throw problem('not_below')
  const isClient = before.privs === levels.Client
  const settled = isClient ? [] : await settleFuture(tx, ctx, { personId, settle, locked })
  await tx
    .updateTable('people')
    .set({ deleted_at: new Date(ctx.now) })
    .where('id', '=', personId)
    .execute()
  await endTokens(tx, { personId }, 'role_lost', ctx.now)
  await tx.deleteFrom('one_time_links').where('person_id', '=', personId).execute()
  await endFeedsOf(tx, personId)
  await shutOutOfCalls(tx, personId)
  if (isClient) await cancelSessionsLater(tx, personId, ctx.now)
  await auditPerson(tx, ctx, 'people.delete', before)
  return { row: await refetch(tx, viewer, personId), before, settled }
}

/** Notifies the browsers that show the person or their sessions. Called after commit. */
export async function tellDeleted(
  ctx: Ctx,
  { row, before, settled }: Awaited<ReturnType<typeof deleteWithin>>,
): Promise<void> {
  await ctx.platform.live.publish([`person:${row.id}`], { kind: 'signed-out', reason: 'role_lost' })
  for (const one of settled) await publishSession(ctx.platform, one.after, one.before)
  await publishPerson(ctx.platform, row, before)
}

const undoMs = 10 * 60_000

/** A delayed job cancels the client's coming sessions. If the deletion is undone in time, the job does nothing. */
const cancelSessionsLater = (tx: Db, personId: string, now: number): Promise<void> =>
  enqueue(
    tx,
    'sessions.cancel-of-deleted',
    { personId, deletedAt: new Date(now).toISOString() },
    { key: `person/${personId}/cancel-sessions`, runAt: new Date(now + undoMs) },
  )

export async function restorePerson(ctx: Ctx, personId: string): Promise<Person> {
  const viewer = viewerOf(ctx)
  const row = await inTransaction(ctx.db, async (tx) => {
    const person = await personToChange(tx, viewer, personId)
    if (!person.deleted_at) return person
    if (person.former_number !== null) throw problem('person_erased')
    if (!personAbilities(viewer, subjectOf(person)).restore) throw problem('not_below')
    await tx.updateTable('people').set({ deleted_at: null }).where('id', '=', personId).execute()
    await auditPerson(tx, ctx, 'people.restore', person)
    return refetch(tx, viewer, personId)
  })
    // Another person got the email address or username since the deletion.
    .catch(takenProblem)
  await publishPerson(ctx.platform, row)
  return presentPerson(ctx, row)
}

/**
 * Locks a person in scope. The caller checks whether the viewer may change them, for example whether they are below the
 * viewer.
 */
export async function personToChange(tx: Db, viewer: Viewer, personId: string): Promise<PersonRow> {
  await lockPeople(tx, { change: [personId] })
  const person = await findPerson(tx, viewer, personId)
  if (!person) throw problem('person_not_found')
  return person
}

export async function refetch(tx: Db, viewer: Viewer, personId: string): Promise<PersonRow> {
  const row = await findPerson(tx, viewer, personId)
  if (!row) throw new Error(`person ${personId} left the viewer's scope by the viewer's own change`)
  return row
}

export const auditPerson = (
  tx: Db,
  ctx: Ctx,
  action: AuditAct,
  person: { id: string; organization_id: string | null },
  detail: Parameters<typeof audit>[3]['detail'] = {},
): Promise<void> =>
  audit(tx, actorOf(ctx), ctx.now, {
    action,
    subjectKind: 'person',
    subjectId: person.id,
    organizationId: person.organization_id,
    detail,
  })
