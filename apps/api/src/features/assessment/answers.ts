import {
  historyPageMax,
  type Assessment,
  type AssessmentChange,
  type AssessmentJson,
} from '@parley/contract/assessment/assessment.ts'
import { isText } from '@parley/contract/rules/assessment/assessment.ts'
import { personName } from '@parley/contract/rules/people/people.ts'
import type { Context, Person } from '#platform/process/context.ts'
import { type Scored, readAssessed } from './assessor.ts'
import { answersIn, changesBefore, findAssessment } from './queries.ts'
import { presentRubric } from './rubrics.ts'

export async function answersOf(ctx: Context<Person>, scored: Scored): Promise<Assessment> {
  await readAssessed(ctx, scored)
  // An answer that is stored between these two reads is not lost: the older number tells the caller that there is more.
  const known = await findAssessment(ctx.db, scored)
  const answers = await answersIn(ctx.db, scored)
  const texts = answers.filter(({ path }) => isText(path))
  return {
    assessment_json: asJson(answers),
    rubric_version: known?.rubric_version ?? (await presentRubric(ctx.platform)).version,
    number: known?.changes ?? 0,
    texts: Object.fromEntries(
      texts.map(({ conversation, path, number }) => [`${conversation}/${path}`, number]),
    ),
  }
}

/** By conversation, category, subtopic and criterion; unset answers are left out. */
function asJson(answers: Awaited<ReturnType<typeof answersIn>>): AssessmentJson {
  const json: Record<string, Record<string, string | Record<string, Record<string, boolean>>>> = {}
  for (const { conversation, path, value, data } of answers) {
    const [category = '', subtopic = '', criterion = ''] = path.split('/')
    const inConversation = (json[conversation] ??= {})
    if (data !== null) inConversation[path] = data
    else if (value !== null) {
      const known = inConversation[category]
      const inCategory = typeof known === 'object' ? known : {}
      inConversation[category] = {
        ...inCategory,
        [subtopic]: { ...inCategory[subtopic], [criterion]: value },
      }
    }
  }
  return json
}

/** The numbers of changes are integers below this. */
const numberMax = 2_147_483_647

export async function historyOf(ctx: Context<Person>, scored: Scored, before = numberMax) {
  await readAssessed(ctx, scored)
  const found = await changesBefore(ctx.db, scored, before, historyPageMax + 1)
  return {
    changes: found
      .slice(0, historyPageMax)
      .map(({ first_name, last_name, username, at, ...rest }): AssessmentChange => ({
        ...rest,
        at: at.toISOString(),
        by: personName({ first_name, last_name, username }),
      })),
    hasMore: found.length > historyPageMax,
  }
}
