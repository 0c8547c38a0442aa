import type { Progress, RubricNames, ScoredSession } from '@parley/contract/assessment/progress.ts'
import { conversationCount } from '@parley/contract/rules/assessment/assessment.ts'
import { latestOfEach, sumOf, type Counts } from '@parley/contract/rules/assessment/progress.ts'
import { dayText } from '#platform/time/dates.ts'
import { clockText } from '#platform/time/time-zone.ts'

/** 'Nov 16'. */
export const shortDay = (zone: string, at: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric' }).format(new Date(at))

/** 'Nov 30, 11:02 AM', with the year if it is not this one. */
export function sentText(zone: string, at: string, now: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear()
  const day = isThisYear ? shortDay(zone, at) : dayText(zone, at)
  return `${day}, ${clockText(zone, Date.parse(at))}`
}

/** 'Progress over 4 sessions with Dana Whitfield'. */
export function spanText({ sessions }: Progress): string {
  const coaches = [...new Set(sessions.map(({ coach }) => coach))]
  const names = new Intl.ListFormat('en-US', { type: 'conjunction' }).format(coaches.slice(0, 3))
  const count = sessions.length === 1 ? 'one session' : `${sessions.length} sessions`
  return coaches.length > 0 ? `Progress over ${count} with ${names}` : 'Progress'
}

/** Sessions with an answered criterion, oldest first: a judgement in words alone has no point on the line. */
export const pointsOf = ({ sessions }: Progress): ScoredSession[] =>
  sessions.filter(({ answered }) => answered > 0).toReversed()

export interface CategoryBlock {
  tag: string
  name: string
  /** The counts of each conversation's latest scoring. */
  figures: (Counts | undefined)[]
  all: Counts
  subtopics: ({ tag: string; name: string } & Counts)[]
}

/** A tag means the same in every rubric version, so the newest rubric's names fit an older session's counts. */
export function blocksOf({ sessions, rubrics: [names] }: Progress): CategoryBlock[] {
  const latest = latestOfEach(sessions).map(({ scored }) => scored)
  return (names?.categories ?? []).map(({ tag, name, subtopics }) => {
    const figures = Array.from({ length: conversationCount }, (_, conversation) =>
      latest
        .find((scored) => scored.conversation === conversation)
        ?.categories.find((category) => category.tag === tag),
    )
    const known = figures.flatMap((figure) => figure ?? [])
    return {
      tag,
      name,
      figures,
      all: sumOf(known),
      subtopics: subtopics.map((subtopic) => ({
        ...subtopic,
        ...sumOf(known.flatMap((figure) => figure.subtopics.filter((one) => one.tag === subtopic.tag))),
      })),
    }
  })
}

export interface Words {
  text: string
  by: string
  /** 'Repair'. */
  conversation: string
  at: string
}

/** The latest overall judgement, in its coach's words. */
export function latestWords({ sessions, rubrics }: Progress): Words | undefined {
  for (const session of sessions) {
    const names = namesOf(rubrics, session)
    const judged = session.conversations.findLast(({ overall }) => overall !== null)
    if (judged?.overall)
      return {
        text: judged.overall,
        by: session.coach,
        conversation: names[judged.conversation]?.name ?? '',
        at: session.start_time,
      }
  }
  return undefined
}

/** The part of a client's progress that stood with this session: later sessions say nothing about it. */
export const upTo = (progress: Progress, { start_time }: Pick<ScoredSession, 'start_time'>): Progress => ({
  ...progress,
  sessions: progress.sessions.filter((one) => Date.parse(one.start_time) <= Date.parse(start_time)),
})

export interface ConversationFigure {
  name: string
  /** Undefined if nobody has scored it. */
  counts: Counts | undefined
  /** The session that scored it last. */
  session: ScoredSession | undefined
}

/** Each conversation of the newest session's rubric, with its latest scoring. */
export function conversationsUpTo({ sessions, rubrics }: Progress): ConversationFigure[] {
  const latest = latestOfEach(sessions)
  const [newest] = sessions
  return (newest ? namesOf(rubrics, newest) : []).map(({ name }, conversation) => {
    const found = latest.find(({ scored }) => scored.conversation === conversation)
    return { name, counts: found?.scored, session: found?.session }
  })
}

export const namesOf = (
  rubrics: readonly RubricNames[],
  { rubric_version }: Pick<ScoredSession, 'rubric_version'>,
): RubricNames['conversations'] =>
  rubrics.find(({ version }) => version === rubric_version)?.conversations ?? []
