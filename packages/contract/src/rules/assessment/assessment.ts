import { isAtLeast } from '#rules/people/levels.ts'
import type { Viewer } from '#rules/people/people.ts'
import { isOrgType, type SessionFacts } from '#rules/sessions/sessions.ts'

/** The number of conversations in which one rubric scores a client. */
export const conversationCount = 4
export const assessmentTextMax = 20_000

/** The part of a rubric in which the tags of a path are looked up. */
interface Tagged {
  tag: string
}
export interface RubricTags {
  allCategories: readonly (Tagged & {
    subtopics: readonly (Tagged & { allCriteria: readonly Tagged[] })[]
  })[]
}

const textPaths = ['overall', 'notes'] as const
export type TextPath = (typeof textPaths)[number]

/** One place in an assessment: a criterion by its three tags, or one of the two texts. */
export interface AnswerPlace {
  conversation: number
  /** 'clarity/opening/purpose-early', or 'overall' or 'notes'. */
  path: string
}

export type GivenAnswer = AnswerPlace & ({ value: boolean | null } | { data: string })

export const isText = (path: string): path is TextPath => textPaths.some((each) => each === path)

/** Parses input as an answer to this rubric; undefined if it is not valid. */
export function readAnswer(
  rubric: RubricTags,
  { tags, value, data }: { tags?: unknown; value?: unknown; data?: unknown },
): GivenAnswer | undefined {
  if (!Array.isArray(tags)) return undefined
  const [given, ...rest]: unknown[] = tags
  const conversation = conversationOf(given)
  if (conversation === undefined) return undefined
  if (rest.length === 1) {
    const [path] = rest
    const isGood = typeof path === 'string' && isText(path) && value === undefined
    return isGood && typeof data === 'string' && isKeepable(data) ? { conversation, path, data } : undefined
  }
  const isValue = value === true || value === false || value === null
  const place = readCriterion(rubric, tags)
  return place && isValue && data === undefined ? { ...place, value } : undefined
}

/** Parses tags as a criterion of this rubric; undefined if they are not valid. */
export function readCriterion(rubric: RubricTags, tags: unknown): AnswerPlace | undefined {
  if (!Array.isArray(tags)) return undefined
  const [given, ...rest]: unknown[] = tags
  const conversation = conversationOf(given)
  return conversation !== undefined && isCriterion(rubric, rest)
    ? { conversation, path: rest.join('/') }
    : undefined
}

/** PostgreSQL stores every character but NUL. */
const isKeepable = (text: string): boolean => text.length <= assessmentTextMax && !text.includes('\0')

/** The index may come as a number or as text: 2 and '2' are the same conversation. */
function conversationOf(given: unknown): number | undefined {
  const text = typeof given === 'number' || typeof given === 'string' ? String(given) : ''
  return /^[0-3]$/.test(text) ? Number(text) : undefined
}

function isCriterion(rubric: RubricTags, tags: readonly unknown[]): boolean {
  const [category, subtopic, criterion, ...more] = tags
  const has = (tag: unknown) => (each: Tagged) => each.tag === tag
  const found = rubric.allCategories.find(has(category))?.subtopics.find(has(subtopic))
  return more.length === 0 && found?.allCriteria.some(has(criterion)) === true
}

/** The tags with which an answer is saved. */
export const tagsOf = ({ conversation, path }: AnswerPlace): (number | string)[] => [
  conversation,
  ...path.split('/'),
]

export type Assessor = Viewer & { isAssessor: boolean }

/** The session's coach, and OrgAdmin and above, may read and write its answers if they have the assessor's right. */
export const mayAssess = (
  viewer: Pick<Assessor, 'id' | 'privs' | 'isAssessor'>,
  session: Pick<SessionFacts, 'coach_id' | 'user_id'>,
): boolean =>
  !isOrgType(session) &&
  viewer.isAssessor &&
  (session.coach_id === viewer.id || isAtLeast(viewer.privs, 'OrgAdmin'))

interface StoredText {
  data: string
  /** The number of the change that set it. */
  number: number
}

interface ComingText {
  data: string
  /** The number of the change that its author saw; undefined if not sent. */
  base: number | undefined
  author: string
}

/**
 * Merges an incoming text into the stored one. An author who saw the stored text replaces it. From an author who did not,
 * the part that is new is appended under their name. If both together are too long, the later text wins and the earlier
 * one stays in the history.
 */
export function settledText(stored: StoredText | undefined, { data, base, author }: ComingText): string {
  if (!stored || stored.data === '' || base === undefined || base >= stored.number) return data
  if (data.includes(stored.data)) return data
  if (data.trim() === '' || stored.data.includes(data)) return stored.data
  const added = data.slice(sharedStart(stored.data, data)).trim()
  const both = added === '' ? stored.data : `${stored.data}\n\n${author}:\n${added}`
  return both.length <= assessmentTextMax ? both : data
}

/** The length of the common start of two texts, in whole words: both may be edits of the same text. */
function sharedStart(one: string, other: string): number {
  let end = 0
  while (end < one.length && end < other.length && one[end] === other[end]) end += 1
  const isWordOver = (text: string) => end === text.length || /\s/.test(text[end] ?? '')
  if (isWordOver(one) && isWordOver(other)) return end
  while (end > 0 && !/\s/.test(one[end - 1] ?? '')) end -= 1
  return end
}
