import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type {
  createOrganization as createEntry,
  listOrganizations as listEntry,
  Organization,
  updateOrganization as updateEntry,
} from '@parley/contract/organizations.ts'
import type { AuditAct } from '@parley/contract/rules/audit/audit-acts.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { writableOrganizationFields } from '@parley/contract/rules/people/organizations.ts'
import type { Viewer } from '@parley/contract/rules/people/people.ts'
import { seersOfOrganization } from '#platform/live/audiences.ts'
import { actorOf, audit } from '#platform/audit/audit.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { askedWindow, pageAnswer, isFound, searchPattern } from '#platform/lists/lists.ts'
import { lockOrganization } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { columnsOf, presentForCoach, presentOrganization } from './present.ts'
import { countOrganizations, findOrganization, listOrganizations, type OrganizationRow } from './queries.ts'
import { keepTerms } from './terms.ts'

/** Used by billing. */
export { formerTerms, termsInTimeOf } from './terms.ts'

type Ctx = Context<Principal>

const viewerOf = ({ principal }: Ctx): Viewer => principal

export async function listInScope(ctx: Ctx, query: z.output<typeof listEntry.query>) {
  const viewer = viewerOf(ctx)
  const [rows, count] = await Promise.all([
    listOrganizations(ctx.db, viewer, query, askedWindow(query, isFound(query.search))),
    countOrganizations(ctx.db, viewer, query.search),
  ])
  if (!isAtLeast(viewer.privs, 'OrgAdmin')) return rows.map(presentForCoach)
  const entries = rows.map((row) => presentOrganization(viewer, row, ctx.now))
  if (query.page !== undefined) return pageAnswer(entries, count, query)
  ctx.setHeader('x-entry-count', String(count.entryCount))
  return entries
}

export async function getOrganization(ctx: Ctx, organizationId: string) {
  const viewer = viewerOf(ctx)
  const row = await findOrganization(ctx.db, viewer, organizationId)
  if (!row) throw problem('organization_not_found')
  return isAtLeast(viewer.privs, 'OrgAdmin')
    ? presentOrganization(viewer, row, ctx.now)
    : presentForCoach(row)
}

export async function createOrganization(
  ctx: Ctx,
  body: z.output<typeof createEntry.body>,
): Promise<Organization> {
  const viewer = viewerOf(ctx)
  const row = await inTransaction(ctx.db, async (tx) => {
    const { displayName, billingAddress, rate, billingEmail, ...rest } = body
    const { id } = await tx
      .insertInto('organizations')
      .values({
        ...rest,
        display_name: displayName,
        billing_address: billingAddress,
        rate_cents: rate,
        billing_email: billingEmail ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await auditOrganization(tx, ctx, 'organizations.create', id, { rate })
    return refetch(tx, viewer, id)
  }).catch(takenProblem)
  await publishOrganization(ctx, row)
  return presentOrganization(viewer, row, ctx.now)
}

export async function updateOrganization(
  ctx: Ctx,
  organizationId: string,
  { version, ...changes }: z.output<typeof updateEntry.body>,
): Promise<Organization> {
  const viewer = viewerOf(ctx)
  const row = await inTransaction(ctx.db, async (tx) => {
    await lockOrganization(tx, organizationId)
    const before = await findOrganization(tx, viewer, organizationId)
    if (!before) throw problem('organization_not_found')
    const allowed: readonly string[] = writableOrganizationFields(viewer, organizationId)
    if (Object.keys(changes).some((field) => !allowed.includes(field))) throw problem('field_not_yours')
    if (version !== undefined && version !== before.version) throw problem('stale')
    if (Object.keys(changes).length) {
      await keepTerms(tx, before, changes, ctx.now)
      await tx.updateTable('organizations').set(columnsOf(changes)).where('id', '=', organizationId).execute()
      const detail = detailOf(presentOrganization(viewer, before, ctx.now), changes)
      await auditOrganization(tx, ctx, 'organizations.update', organizationId, detail)
    }
    return refetch(tx, viewer, organizationId)
  }).catch(takenProblem)
  await publishOrganization(ctx, row)
  return presentOrganization(viewer, row, ctx.now)
}

type Changes = Omit<z.output<typeof updateEntry.body>, 'version'>

/** Organizations as filter options, for viewers who may see them all. */
export async function organizationOptions(db: Db, q: string | undefined) {
  const pattern = searchPattern(q)
  const rows = await db
    .selectFrom('organizations')
    .select(['id', 'display_name'])
    .$if(pattern !== undefined, (query) =>
      query.where(sql<boolean>`' ' || fold(display_name) like fold(${pattern})`),
    )
    .orderBy('display_name')
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map((row) => ({ value: row.id, label: row.display_name }))
}

export const isOrganizationThere = async (db: Db, organizationId: string): Promise<boolean> =>
  (await db.selectFrom('organizations').select('id').where('id', '=', organizationId).executeTakeFirst()) !==
  undefined

async function refetch(tx: Db, viewer: Viewer, organizationId: string): Promise<OrganizationRow> {
  const row = await findOrganization(tx, viewer, organizationId)
  if (!row) throw new Error(`organization ${organizationId} is gone after its own change`)
  return row
}

const auditOrganization = (
  tx: Db,
  ctx: Ctx,
  action: AuditAct,
  organizationId: string,
  detail: Parameters<typeof audit>[3]['detail'] = {},
) =>
  audit(tx, actorOf(ctx), ctx.now, {
    action,
    subjectKind: 'organization',
    subjectId: organizationId,
    organizationId,
    detail,
  })

const toldFields = [
  'no_show_billed',
  'waiting_room',
  'chat_files',
  'streamed_app',
  'two_factor_required',
  'copies_told',
  'retention_days',
  'time_zone',
  'rate',
] as const

/** The changed fields; rate, policy, switches and time zone with both values, names and addresses without. */
function detailOf(before: Organization, changes: Changes) {
  const fields = (Object.keys(changes) as (keyof typeof changes)[]).filter(
    (field) => changes[field] !== before[field],
  )
  const told = toldFields
    .filter((field) => fields.includes(field))
    .map((field) => [field, { from: before[field], to: changes[field] ?? null }])
  return { fields, ...Object.fromEntries(told) }
}

const publishOrganization = (ctx: Ctx, { id, version }: OrganizationRow): Promise<void> =>
  ctx.platform.live.publish(seersOfOrganization(id), { kind: 'organization', id, version })

function takenProblem(error: unknown): never {
  const isTaken =
    error instanceof Error && 'constraint' in error && error.constraint === 'organizations_name_key'
  throw isTaken
    ? problem('organization_name_taken', {
        faults: [{ path: 'name', message: 'An organization has this name already' }],
      })
    : error
}
