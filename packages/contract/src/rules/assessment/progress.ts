import type { AnswerPlace, RubricTags } from './assessment.ts'

/** How many criteria were answered, and how many of these were shown. Unanswered criteria do not count. */
export interface Counts {
  shown: number
  answered: number
}

export interface TaggedCounts extends Counts {
  tag: string
}

export interface CategoryCounts extends TaggedCounts {
  subtopics: TaggedCounts[]
}

export interface ConversationCounts extends Counts {
  conversation: number
  categories: CategoryCounts[]
}

type CountedAnswer = AnswerPlace & { value: boolean | null }

/** The shown share of the answered criteria, in whole per cent; undefined if none. Never displayed without its counts. */
export const shareOf = ({ shown, answered }: Counts): number | undefined =>
  answered === 0 ? undefined : Math.round((100 * shown) / answered)

export const countsText = ({ shown, answered }: Counts): string => `${shown} of ${answered}`

export const shareText = (counts: Counts): string => `${shareOf(counts) ?? '–'}%`

export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce<Counts>(
    (sum, { shown, answered }) => ({ shown: sum.shown + shown, answered: sum.answered + answered }),
    { shown: 0, answered: 0 },
  )

/** Counts the answers of one session, in the rubric's order. Unanswered parts are left out. */
export function countAnswers(rubric: RubricTags, answers: readonly CountedAnswer[]): ConversationCounts[] {
  const bySubtopic = countBySubtopic(answers)
  const conversations = [...new Set(answers.map(({ conversation }) => conversation))].toSorted(
    (a, b) => a - b,
  )
  return conversations.flatMap((conversation) => {
    const categories = rubric.allCategories.flatMap(({ tag, subtopics }) => {
      const counted = subtopics.flatMap((subtopic) => {
        const counts = bySubtopic.get(`${conversation}/${tag}/${subtopic.tag}`)
        return counts ? [{ tag: subtopic.tag, ...counts }] : []
      })
      return counted.length ? [{ tag, ...sumOf(counted), subtopics: counted }] : []
    })
    return categories.length ? [{ conversation, ...sumOf(categories), categories }] : []
  })
}

function countBySubtopic(answers: readonly CountedAnswer[]): Map<string, Counts> {
  const counted = new Map<string, Counts>()
  for (const { conversation, path, value } of answers) {
    if (value === null) continue
    const key = `${conversation}/${path.slice(0, path.lastIndexOf('/'))}`
    const { shown, answered } = counted.get(key) ?? { shown: 0, answered: 0 }
    counted.set(key, { shown: shown + (value ? 1 : 0), answered: answered + 1 })
  }
  return counted
}

interface ScoredConversation {
  conversation: number
  answered: number
}

/** How many criteria one conversation has. */
export const countCriteria = ({ allCategories }: RubricTags): number =>
  allCategories
    .flatMap(({ subtopics }) => subtopics)
    .reduce((sum, { allCriteria }) => sum + allCriteria.length, 0)

/** For each conversation, the newest session that scored it. `sessions` must be newest first. */
export function latestOfEach<S extends { conversations: readonly ScoredConversation[] }>(
  sessions: readonly S[],
): { session: S; scored: S['conversations'][number] }[] {
  const latest = new Map<number, { session: S; scored: S['conversations'][number] }>()
  for (const session of sessions)
    for (const scored of session.conversations)
      if (scored.answered > 0 && !latest.has(scored.conversation))
        latest.set(scored.conversation, { session, scored })
  return [...latest.values()].toSorted((a, b) => a.scored.conversation - b.scored.conversation)
}

/** The fewest different people that a figure of an organization may cover (docs/rules.md §7). */
export const peopleMin = 5

export interface PeopleCounts extends Counts {
  people: number
}

/** A figure of an organization, or null if it could identify somebody. */
export const guarded = <F extends PeopleCounts>(figure: F | undefined): F | null =>
  figure && figure.people >= peopleMin ? figure : null

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** 1970-01-05, the first Monday of the epoch. */
const firstMonday = 4 * dayMs
const weeksCounted = 52

/**
 * The year that an organization's figures cover: 52 whole weeks, without the current one. The figures do not change within
 * a week, so that nobody can compare two views and infer what the session between them added.
 */
export function countedYear(now: number): { from: number; until: number } {
  const until = firstMonday + Math.floor((now - firstMonday) / weekMs) * weekMs
  return { from: until - weeksCounted * weekMs, until }
}
