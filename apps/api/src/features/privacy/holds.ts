import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import {
  holdsShownMax,
  type LegalHold,
  type listHolds as listing,
  type placeHold as placing,
} from '@parley/contract/privacy.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { holdsOn, lockHolds } from '#platform/audit/legal-holds.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { abilitiesOf, personInScope } from '#features/people/people.ts'

type Ctx = Context<Principal>
type NewHold = z.output<typeof placing.body>

/** The active holds, including those of the person's organization, latest end first. */
export const listHolds = (
  { db, now }: Ctx,
  { person, organization }: z.output<typeof listing.query>,
): Promise<LegalHold[]> =>
  shown(
    db,
    holdsOn(
      { personId: sql`${person ?? null}::uuid`, organizationId: sql`${organization ?? null}::uuid` },
      now,
    ),
  )

async function shown(db: Db, from: RawBuilder<unknown>): Promise<LegalHold[]> {
  const { rows } = await sql<{
    id: string
    organization_id: string | null
    reason: string
    until: Date
    by: string
    made_at: Date
  }>`
    select h.id, h.organization_id, h.reason, h.until, h.made_at,
      (select trim(p.first_name || ' ' || p.last_name) from people p where p.id = h.made_by) as by
    ${from} order by h.until desc, h.id limit ${holdsShownMax}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    isOfOrganization: row.organization_id !== null,
    reason: row.reason,
    until: row.until.toISOString(),
    by: row.by,
    madeAt: row.made_at.toISOString(),
  }))
}

/** Places a hold. People whose erasure has begun cannot be held, because nothing would be left to hold. */
export async function placeHold(ctx: Ctx, { of, reason, until }: NewHold): Promise<LegalHold> {
  if (Date.parse(until) <= ctx.now) throw problem('hold_past')
  return inTransaction(ctx.db, async (tx) => {
    await lockHolds(tx)
    const subject =
      'person' in of
        ? await personToHold({ ...ctx, db: tx }, of.person)
        : await organizationToHold(tx, of.organization)
    const { id } = await tx
      .insertInto('legal_holds')
      .values({
        person_id: 'person' in of ? of.person : null,
        organization_id: 'person' in of ? null : of.organization,
        reason,
        until,
        made_by: ctx.principal.id,
        made_at: new Date(ctx.now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, actorOf(ctx), ctx.now, { action: 'privacy.hold', ...subject })
    const [hold] = await shown(tx, sql`from legal_holds h where h.id = ${id}`)
    if (!hold) throw new Error('a hold that was placed is not there')
    return hold
  })
}

async function personToHold(ctx: Ctx, personId: string) {
  const person = await personInScope(ctx, personId)
  if (person.former_number !== null)
    throw problem('person_erased', { text: 'This person was made anonymous already.' })
  if (!abilitiesOf(ctx, person).hold) throw problem('not_below')
  return { subjectKind: 'person', subjectId: person.id, organizationId: person.organization_id } as const
}

async function organizationToHold(tx: Db, organizationId: string) {
  const found = await tx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (!found) throw problem('organization_not_found')
  return { subjectKind: 'organization', subjectId: found.id, organizationId: found.id } as const
}

export async function endHold(ctx: Ctx, holdId: string): Promise<Record<string, never>> {
  await inTransaction(ctx.db, async (tx) => {
    const ended = await tx
      .updateTable('legal_holds')
      .set({ ended_by: ctx.principal.id, ended_at: new Date(ctx.now) })
      .where('id', '=', holdId)
      .where('ended_at', 'is', null)
      .where('until', '>', new Date(ctx.now))
      .returning(['person_id', 'organization_id'])
      .executeTakeFirst()
    if (!ended) throw problem('hold_not_found')
    const { person_id, organization_id } = ended
    const [subjectKind, subjectId] =
      person_id === null ? (['organization', organization_id] as const) : (['person', person_id] as const)
    const organizationId = organization_id ?? (await organizationOf(tx, person_id))
    await audit(tx, actorOf(ctx), ctx.now, {
      action: 'privacy.hold-end',
      subjectKind,
      subjectId,
      organizationId,
    })
  })
  return {}
}

async function organizationOf(tx: Db, personId: string | null): Promise<string | null> {
  const found = await tx
    .selectFrom('people')
    .select('organization_id')
    .where('id', '=', personId)
    .executeTakeFirst()
  return found?.organization_id ?? null
}
