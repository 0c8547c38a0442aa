import type { Aggregates } from '@parley/contract/assessment/progress.ts'
import { conversationCount } from '@parley/contract/rules/assessment/assessment.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { countedYear, guarded } from '@parley/contract/rules/assessment/progress.ts'
import { getOrganization } from '#features/organizations/organizations.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { coachCounts, organizationCounts } from './progress-queries.ts'
import { presentRubric } from './rubrics.ts'

/**
 * How the clients of one organization are doing, without anybody's name and without the assessor's right. The organization
 * is the only filter, and the counted time does not move within a week: two answers that differ by one person's scores would
 * reveal these scores.
 */
export async function aggregatesOf(
  ctx: Context<Person>,
  asked: { organization_id?: string | undefined },
): Promise<Aggregates> {
  const organizationId = await organizationAsked(ctx, asked.organization_id)
  const { from, until } = countedYear(ctx.now)
  const span = { from: new Date(from), until: new Date(until) }
  const rubric = await presentRubric(ctx.platform)
  const counts = await organizationCounts(ctx.db, organizationId, span)
  const figureOf = (tag: string, conversation: number) => {
    const found = guarded(counts.find((one) => one.category === tag && one.conversation === conversation))
    return found && { people: found.people, shown: found.shown, answered: found.answered }
  }
  return {
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    conversations: rubric.conversations,
    categories: rubric.allCategories.map(({ tag, categoryName }) => ({
      tag,
      name: categoryName,
      figures: Array.from({ length: conversationCount }, (_, conversation) => figureOf(tag, conversation)),
    })),
  }
}

/** An org admin's own organization, named or not; higher levels have to name one. */
async function organizationAsked(ctx: Context<Person>, given: string | undefined): Promise<string> {
  const { organizationId, privs } = ctx.principal
  const asked = given ?? (isAtLeast(privs, 'Admin') ? undefined : organizationId)
  if (!asked) throw problem('organization_missing')
  await getOrganization(ctx, asked)
  return asked
}

const scoresMs = 28 * 86_400_000

export async function ownScores({ db, principal, now }: Context<Person>) {
  if (!principal.isAssessor) throw problem('not_assessor')
  return coachCounts(db, principal.id, { from: new Date(now - scoresMs), until: new Date(now) })
}
