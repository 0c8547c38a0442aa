import type { z } from 'zod/mini'
import type { createProfile, Person } from '@parley/contract/people.ts'
import { isAtLeast, levels } from '@parley/contract/rules/people/levels.ts'
import {
  creatableFields,
  mayGrant,
  type PersonField,
  type Viewer,
} from '@parley/contract/rules/people/people.ts'
import type { Context, Person as Principal } from '#platform/process/context.ts'
import type { Db } from '#platform/database/database.ts'
import { lockPeople } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { isOrganizationThere } from '#features/organizations/organizations.ts'
import { auditPerson, refetch } from './people.ts'
import { presentPerson, viewerOf, publishPerson } from './present.ts'
import { findCoach, findPerson } from './queries.ts'
import { coachElsewhere, organizationMissing, takenProblem } from './refusals.ts'

type Body = z.output<typeof createProfile.body>
type Attributes = Body['attributes']

/** Creates a person. Values missing from the body come from the copied person, then from the coach, then from the viewer. */
export async function createPerson(
  ctx: Context<Principal>,
  { attributes, copyFrom, copy_id }: Body,
): Promise<Person> {
  const viewer = viewerOf(ctx)
  checkRights(viewer, attributes)
  const row = await inTransaction(ctx.db, async (tx) => {
    const placed = await place(tx, viewer, await withCopied(tx, viewer, attributes, copyFrom ?? copy_id))
    const { working_hours, ...rest } = placed
    const { id } = await tx
      .insertInto('people')
      .values({
        ...rest,
        working_hours: working_hours ? JSON.stringify(working_hours) : null,
        is_assessor: attributes.is_assessor ?? attributes.privs === levels.Coach,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await refetch(tx, viewer, id)
    await auditPerson(tx, ctx, 'people.create', made, { privs: made.privs, coach_id: made.coach_id })
    return made
  }).catch(takenProblem)
  await publishPerson(ctx.platform, row)
  return presentPerson(ctx, row)
}

/** A request may grant nothing beyond what the form offers this viewer (docs/rules.md §3). */
function checkRights(viewer: Viewer, attributes: Attributes): void {
  if (!mayGrant(viewer, attributes.privs)) throw problem('above_self')
  const allowed: readonly string[] = creatableFields(viewer)
  const isForeign = (Object.keys(attributes) as PersonField[]).some((field) => !allowed.includes(field))
  const isCoachOnly = !isAtLeast(viewer.privs, 'OrgAdmin')
  const isStaffByCoach = isCoachOnly && attributes.privs > levels.Client
  const isOthersCoach = isCoachOnly && (attributes.coach_id ?? viewer.id) !== viewer.id
  const isElsewhere =
    !isAtLeast(viewer.privs, 'Admin') &&
    (attributes.organization_id ?? viewer.organizationId) !== viewer.organizationId
  if (isForeign || isStaffByCoach || isOthersCoach || isElsewhere) throw problem('field_not_yours')
}

/**
 * Takes organization, coach, zone and working hours from the copied person where the body leaves them out, and nothing else.
 */
async function withCopied(
  tx: Db,
  viewer: Viewer,
  attributes: Attributes,
  sourceId: string | undefined,
): Promise<Attributes> {
  if (!sourceId) return attributes
  const source = await findPerson(tx, viewer, sourceId)
  if (!source || source.deleted_at) throw problem('person_not_found')
  return {
    ...attributes,
    organization_id:
      attributes.organization_id === undefined ? source.organization_id : attributes.organization_id,
    coach_id:
      attributes.coach_id === undefined && attributes.privs === levels.Client
        ? source.coach_id
        : attributes.coach_id,
    time_zone: attributes.time_zone === undefined ? source.time_zone : attributes.time_zone,
    // Stored hours were validated by the same schema when they were written.
    working_hours:
      attributes.working_hours === undefined
        ? (source.working_hours as Attributes['working_hours'])
        : attributes.working_hours,
  }
}

/** Determines organization and coach. A client gets the organization of their coach and may be in no other. */
async function place(tx: Db, viewer: Viewer, attributes: Attributes) {
  const coachId = isAtLeast(viewer.privs, 'OrgAdmin') ? (attributes.coach_id ?? null) : viewer.id
  if (coachId) await lockPeople(tx, { keep: [coachId] })
  const coach = coachId ? await findCoach(tx, viewer, coachId) : undefined
  if (coachId && !coach) throw coachElsewhere()
  const ownOrganization = isAtLeast(viewer.privs, 'Admin') ? null : viewer.organizationId
  const organizationId = attributes.organization_id ?? coach?.organization_id ?? ownOrganization
  if (!organizationId && attributes.privs < levels.Admin) throw organizationMissing()
  if (organizationId && !(await isOrganizationThere(tx, organizationId))) throw organizationMissing()
  if (coach && coach.organization_id !== organizationId) throw coachElsewhere()
  return {
    first_name: attributes.first_name,
    last_name: attributes.last_name,
    username: attributes.username,
    email: attributes.email,
    privs: attributes.privs,
    time_zone: attributes.time_zone ?? null,
    working_hours: attributes.working_hours ?? null,
    organization_id: organizationId,
    coach_id: coachId,
  }
}
