import {
  progressSessionsMax,
  type Progress,
  type RubricNames,
  type ScoredSession,
} from '@parley/contract/assessment/progress.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { countAnswers, sumOf } from '@parley/contract/rules/assessment/progress.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import { personInScope } from '#features/people/people.ts'
import { auditReading } from '#platform/audit/audit-readings.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'
import { answersInSessions, scoredSessions } from './progress-queries.ts'
import { rubricOf } from './rubrics.ts'

/**
 * A client whose progress the viewer may see; throws the refusal otherwise. The queries decide which of the client's
 * sessions count.
 */
export async function assessedClient(ctx: Context<Person>, userId: string) {
  const client = await personInScope(ctx, userId)
  if (!ctx.principal.isAssessor) throw problem('not_assessor')
  return client
}

export type AssessedClient = Awaited<ReturnType<typeof assessedClient>>

export async function progressOf(ctx: Context<Person>, userId: string): Promise<Progress> {
  return progressOfClient(ctx, await readClient(ctx, userId))
}

/** The same, and records the reading in the audit log. */
export async function readClient(ctx: Context<Person>, userId: string): Promise<AssessedClient> {
  const client = await assessedClient(ctx, userId)
  await auditReading(ctx, {
    action: 'assessment.read',
    subjectKind: 'person',
    subjectId: client.id,
    aboutId: client.id,
    organizationId: client.organization_id,
  })
  return client
}

export async function progressOfClient(ctx: Context<Person>, client: AssessedClient): Promise<Progress> {
  const found = await scoredSessions(ctx.db, ctx.principal, client.id, progressSessionsMax + 1)
  const rows = found.slice(0, progressSessionsMax)
  const rubrics = await rubricsOf(ctx, rows)
  const ids = rows.map(({ id }) => id)
  const answers = ids.length ? await answersInSessions(ctx.db, client.id, ids) : []
  const bySession = Map.groupBy(answers, ({ session_id }) => session_id)
  return {
    client: {
      id: client.id,
      name: personName(client),
      email: client.email,
      isDeleted: client.deleted_at !== null,
    },
    sessions: rows.flatMap((row) => {
      const rubric = rubrics.get(row.rubric_version)
      return rubric ? [sessionOf(row, rubric, bySession.get(row.id) ?? [])] : []
    }),
    hasMore: found.length > progressSessionsMax,
    rubrics: [...rubrics.values()].toSorted((a, b) => b.version - a.version).map(namesOf),
  }
}

/** Reads each rubric version once, so there are never more reads than sessions. */
async function rubricsOf(
  ctx: Context<Person>,
  rows: readonly { rubric_version: number }[],
): Promise<Map<number, Rubric>> {
  const rubrics = new Map<number, Rubric>()
  for (const { rubric_version } of rows)
    if (!rubrics.has(rubric_version)) rubrics.set(rubric_version, await rubricOf(ctx, rubric_version))
  return rubrics
}

type Row = Awaited<ReturnType<typeof scoredSessions>>[number]
type Answer = Awaited<ReturnType<typeof answersInSessions>>[number]

function sessionOf(row: Row, rubric: Rubric, answers: readonly Answer[]): ScoredSession {
  const counted = countAnswers(rubric, answers)
  const judged = new Map(answers.flatMap(({ conversation, data }) => (data ? [[conversation, data]] : [])))
  const silent = [...judged.keys()]
    .filter((conversation) => !counted.some((one) => one.conversation === conversation))
    .map((conversation) => ({ conversation, shown: 0, answered: 0, categories: [] }))
  return {
    id: row.id,
    title: row.title,
    start_time: row.start_time.toISOString(),
    coach: personName(row),
    rubric_version: row.rubric_version,
    ...sumOf(counted),
    conversations: [...counted, ...silent]
      .map((one) => ({ ...one, overall: judged.get(one.conversation) ?? null }))
      .toSorted((a, b) => a.conversation - b.conversation),
    report_at: row.report_at?.toISOString() ?? null,
  }
}

const namesOf = ({ version, conversations, allCategories }: Rubric): RubricNames => ({
  version,
  conversations,
  categories: allCategories.map(({ tag, categoryName, subtopics }) => ({
    tag,
    name: categoryName,
    subtopics: subtopics.map((one) => ({ tag: one.tag, name: one.subtopicName })),
  })),
})
