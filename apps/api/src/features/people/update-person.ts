import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod/mini'
import type { Person, updateProfile } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import {
  isAbove,
  mayGrant,
  writableFields,
  type PersonField,
  type Viewer,
} from '@parley/contract/rules/people/people.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { lockPeople, type LockedPerson } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { endLinks, endTokens } from '#features/identity/identity.ts'
import { isOrganizationThere } from '#features/organizations/organizations.ts'
import {
  endFeedsOf,
  sendLinksAnew,
  settleFuture,
  shutOutOfCalls,
  takersIn,
  publishSession,
} from '#features/sessions/sessions.ts'
import { auditPerson, personToChange, refetch } from './people.ts'
import { presentPerson, subjectOf, viewerOf, publishPerson } from './present.ts'
import { clientIdsOf, findCoach, releaseClients, type PersonRow } from './queries.ts'
import { coachElsewhere, organizationMissing, takenProblem } from './refusals.ts'

type Body = z.output<typeof updateProfile.body>
type Attributes = Body['attributes']

/**
 * Changes the given attributes. Losing the level ends sign-ins, and losing the coach role or changing organization releases
 * the clients, in the same transaction.
 */
export async function updatePerson(
  ctx: Context<Principal>,
  personId: string,
  { attributes, version, settle }: Body,
): Promise<Person> {
  const viewer = viewerOf(ctx)
  const { row, before, isDemoted, settled, relinked } = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockAround(tx, personId, attributes, takersIn(settle))
    const before = await personToChange(tx, viewer, personId)
    if (before.deleted_at) throw problem('person_not_found')
    checkRights(viewer, before, attributes)
    if (version !== undefined && version !== before.version) throw problem('stale')
    const changes = await place(tx, viewer, before, attributes)
    const isGoing = isCoachNoMore(before, attributes)
    const changed = isGoing ? await settleFuture(tx, ctx, { personId, settle, locked }) : []
    if (Object.keys(changes).length) await write(tx, personId, changes)
    const isReaddressed = changes.email !== undefined && changes.email !== before.email
    // Links sent to the old address stop working: account links here, a client's session links below.
    if (isReaddressed) await endAllLinks(tx, personId)
    const isClient = before.privs === levels.Client
    const relinked = isReaddressed && isClient ? await sendLinksAnew(tx, ctx, personId) : []
    const demoted = attributes.privs !== undefined && attributes.privs < before.privs
    if (demoted) await endTokens(tx, { personId }, 'role_lost', ctx.now)
    if (demoted && attributes.privs === levels.Client) await endFeedsOf(tx, personId)
    if (isGoing) await shutOutOfCalls(tx, personId)
    if (isRenamed(before, changes))
      await enqueue(tx, 'sessions.rename', { personId }, { key: `person/${personId}/rename` })
    const released = isGoing ? await releaseClients(tx, personId) : 0
    await auditPerson(tx, ctx, 'people.update', before, detailOf(before, changes, released))
    const row = await refetch(tx, viewer, personId)
    return { row, before, isDemoted: demoted, settled: changed, relinked }
  }).catch(takenProblem)
  if (isDemoted)
    await ctx.platform.live.publish([`person:${personId}`], { kind: 'signed-out', reason: 'role_lost' })
  for (const one of settled) await publishSession(ctx.platform, one.after, one.before)
  for (const session of relinked) await publishSession(ctx.platform, session)
  await publishPerson(ctx.platform, row, before)
  return presentPerson(ctx, row)
}

/**
 * Locks all people whom a change may touch, in one order: a new coach must remain a coach, and a person who may stop being a
 * coach loses their clients, whose rows others may be changing at the same time.
 */
async function lockAround(
  tx: Db,
  personId: string,
  { coach_id, ...changes }: Attributes,
  takers: readonly string[],
): Promise<LockedPerson[]> {
  const mayRelease = changes.privs !== undefined || changes.organization_id !== undefined
  const coach = coach_id ? [coach_id] : []
  if (!mayRelease) return lockPeople(tx, { change: [personId], keep: coach })
  const clients = await clientIdsOf(tx, personId)
  return lockPeople(tx, { change: [personId, ...coach, ...takers, ...clients] })
}

function checkRights(viewer: Viewer, before: PersonRow, attributes: Attributes): void {
  const subject = subjectOf(before)
  const isSelf = viewer.id === subject.id
  if (!isSelf && !isAbove(viewer, subject)) throw problem('not_below')
  if (!isSelf && attributes.privs !== undefined && !mayGrant(viewer, attributes.privs))
    throw problem('above_self')
  const allowed = writableFields(viewer, subject)
  if ((Object.keys(attributes) as PersonField[]).some((field) => !allowed.includes(field)))
    throw problem('field_not_yours')
}

/**
 * Completes and checks the changes. Organization and coach are checked together, because a client and their coach are in the
 * same one.
 */
async function place(tx: Db, viewer: Viewer, before: PersonRow, attributes: Attributes): Promise<Attributes> {
  const changes = { ...attributes }
  const organizationId =
    attributes.organization_id === undefined ? before.organization_id : attributes.organization_id
  const isMoved = organizationId !== before.organization_id
  const privs = attributes.privs ?? before.privs
  if (!organizationId && privs < levels.Admin) throw organizationMissing()
  if (isMoved && organizationId && !(await isOrganizationThere(tx, organizationId)))
    throw organizationMissing()
  // A person who changes organization loses their coach, unless a new one is given.
  if (isMoved && attributes.coach_id === undefined && before.coach_id) changes.coach_id = null
  if (changes.coach_id) {
    const coach = await findCoach(tx, viewer, changes.coach_id)
    if (!coach || coach.organization_id !== organizationId || coach.id === before.id) throw coachElsewhere()
  }
  return changes
}

async function endAllLinks(tx: Db, personId: string): Promise<void> {
  await endLinks(tx, personId, 'set-password')
  await endLinks(tx, personId, 'confirm-email')
}

const isCoachNoMore = (before: PersonRow, { privs, organization_id }: Attributes): boolean =>
  (privs !== undefined && privs < levels.Coach && isAtLeast(subjectOf(before).privs, 'Coach')) ||
  (organization_id !== undefined && organization_id !== before.organization_id)

const isRenamed = (before: PersonRow, changes: Attributes): boolean =>
  (['first_name', 'last_name'] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )

async function write(tx: Db, personId: string, { working_hours, ...rest }: Attributes): Promise<void> {
  const hours =
    working_hours === undefined ? {} : { working_hours: working_hours && JSON.stringify(working_hours) }
  await tx
    .updateTable('people')
    .set({ ...rest, ...hours })
    .where('id', '=', personId)
    .execute()
}

/** The fields whose old and new values the audit records. Names and addresses are left out: the audit holds none. */
const toldFields = [
  'privs',
  'organization_id',
  'coach_id',
  'is_assessor',
  'time_zone',
  'working_hours',
] as const

/** The names of the changed fields, and both values of the fields in `toldFields`. */
function detailOf(before: PersonRow, changes: Attributes, released: number) {
  const isOther = (field: PersonField) => !isDeepStrictEqual(changes[field] ?? null, before[field] ?? null)
  const fields = (Object.keys(changes) as PersonField[]).filter(isOther)
  const told = toldFields
    .filter((field) => fields.includes(field))
    .map((field) => [field, { from: before[field] ?? null, to: changes[field] ?? null }])
  return { fields, ...Object.fromEntries(told), ...(released ? { clients_released: released } : {}) }
}
