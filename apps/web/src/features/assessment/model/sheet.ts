import type { Assessment } from '@parley/contract/assessment/assessment.ts'
import type { Moment } from '@parley/contract/assessment/moments.ts'
import type { Rubric } from '@parley/contract/content/written.ts'
import { isText } from '@parley/contract/rules/assessment/assessment.ts'
import type { OutboxState } from './outbox.ts'
import type { Category } from './rubric.ts'
import type { Answer } from './unsent.ts'

/** An answer that the server refused. */
export interface Refused {
  clientId: string
  said: Answer
  why: string
}

/** A client's answers in one session as the screen shows them: the stored ones, overlaid with those on their way. */
export interface Sheet {
  /** Keyed like '0/clarity/opening/purpose-early'. Unset criteria are absent. */
  values: ReadonlyMap<string, boolean>
  /** Keyed like '0/notes', each with the number of the change that brought it. */
  texts: ReadonlyMap<string, { data: string; number: number }>
  /** How many answers are not stored yet, refused ones included. */
  unsent: number
  refused: readonly Refused[]
  /** When the last of this page's answers was stored, by the server's clock. */
  savedAt: string | undefined
}

export function sheetOf(sessionId: string, answers: Assessment, outbox: OutboxState): Sheet {
  const values = new Map<string, boolean>()
  const texts = new Map<string, { data: string; number: number }>()
  const setValue = (key: string, value: boolean | null) =>
    value === null ? values.delete(key) : values.set(key, value)
  for (const [conversation, found] of Object.entries(answers.assessment_json))
    for (const [category, given] of Object.entries(found)) {
      if (typeof given === 'string') {
        const key = `${conversation}/${category}`
        if (isText(category)) texts.set(key, { data: given, number: answers.texts[key] ?? 0 })
      } else if (given !== undefined)
        for (const [subtopic, criteria] of Object.entries(given))
          for (const [criterion, value] of Object.entries(criteria))
            values.set(`${conversation}/${category}/${subtopic}/${criterion}`, value)
    }
  const stored = outbox.stored.filter((each) => each.sessionId === sessionId)
  for (const { said, stored: as } of stored) {
    // The fetched answers already contain it, or a later change of the same place.
    if (as.number <= answers.number) continue
    if (said.kind === 'criterion') setValue(`${said.conversation}/${said.path}`, said.value)
    if (said.kind === 'text')
      texts.set(`${said.conversation}/${said.path}`, { data: as.data ?? said.data, number: as.number })
  }
  const unsent = outbox.unsent.filter((each) => each.sessionId === sessionId)
  for (const { said } of unsent) {
    if (said.kind === 'criterion') setValue(`${said.conversation}/${said.path}`, said.value)
    if (said.kind === 'text')
      texts.set(`${said.conversation}/${said.path}`, { data: said.data, number: said.base })
  }
  return {
    values,
    texts,
    unsent: unsent.length,
    refused: unsent.flatMap(({ clientId, said }) => {
      const why = outbox.refused.get(clientId)
      return why === undefined ? [] : { clientId, said, why }
    }),
    savedAt: stored.at(-1)?.stored.at,
  }
}

/** A category's answers in one conversation, in the rubric's order. */
export const marksOf = (
  { values }: Sheet,
  conversation: number,
  category: Category,
): (boolean | undefined)[] =>
  category.subtopics.flatMap((subtopic) =>
    subtopic.allCriteria.map((criterion) =>
      values.get(`${conversation}/${category.tag}/${subtopic.tag}/${criterion.tag}`),
    ),
  )

/** How many of a conversation's criteria have an answer, and how many there are. */
export function answeredOf(sheet: Sheet, conversation: number, { allCategories }: Rubric) {
  const marks = allCategories.flatMap((category) => marksOf(sheet, conversation, category))
  return {
    answered: marks.filter((mark) => mark !== undefined).length,
    shown: marks.filter((mark) => mark === true).length,
    all: marks.length,
  }
}

/** A moment that was marked while scoring. */
export type MarkedMoment = Pick<Moment, 'id' | 'conversation' | 'path' | 'at' | 'note' | 'isOwn' | 'version'>

interface Fetched {
  moments: readonly Moment[]
  /** Epoch milliseconds. */
  at: number
}

/** A session's moments in order of time: those from the server, overlaid with the unsent and the just stored ones. */
export function markedMoments(sessionId: string, fetched: Fetched, outbox: OutboxState): MarkedMoment[] {
  const marked = new Map<string, MarkedMoment>(fetched.moments.map((moment) => [moment.id, moment]))
  const stored = outbox.stored.filter(({ stored: as }) => Date.parse(as.at) >= fetched.at)
  for (const { sessionId: of, said } of [...stored, ...outbox.unsent])
    if (of === sessionId && said.kind === 'moment') marked.set(said.id, { ...said, isOwn: true })
  return [...marked.values()].toSorted((a, b) => a.at.localeCompare(b.at))
}
