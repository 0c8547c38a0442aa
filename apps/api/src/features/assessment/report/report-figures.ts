import type { Progress } from '@parley/contract/assessment/progress.ts'
import { conversationCount } from '@parley/contract/rules/assessment/assessment.ts'
import { latestOfEach, type Counts } from '@parley/contract/rules/assessment/progress.ts'
import { zoneAmong } from '@parley/contract/rules/time/time-zones.ts'

/** Everything on the client's page. Sent reports are stored in this form, so its field names must not change. */
export interface ReportFigures {
  name: string
  organization: string
  coaches: string[]
  zone: string
  madeAt: string
  /** One point for each scored session, oldest first. */
  points: (Counts & { at: string })[]
  /** The four conversations, in order. */
  conversations: string[]
  /** The counts of each conversation's latest scoring. */
  categories: { name: string; figures: (Counts | null)[] }[]
  /** The latest judgement of each conversation. The coach's notes are not for the client. */
  words: { conversation: string; at: string; coach: string; text: string }[]
}

interface About {
  time_zone: string | null
  organization_zone: string | null
  organization_name: string | null
}

export function reportFigures(
  { client, sessions, rubrics: [names] }: Progress,
  about: About,
  now: number,
): ReportFigures {
  const latest = latestOfEach(sessions)
  const titles = names?.conversations ?? []
  // A tag means the same in every version, so that a newer rubric's categories find an older session's counts.
  const figuresOf = (tag: string) =>
    Array.from({ length: conversationCount }, (_, conversation) => {
      const scored = latest.find((one) => one.scored.conversation === conversation)?.scored
      const found = scored?.categories.find((category) => category.tag === tag)
      return found ? { shown: found.shown, answered: found.answered } : null
    })
  return {
    name: client.name,
    organization: about.organization_name ?? '',
    coaches: [...new Set(sessions.map(({ coach }) => coach))],
    zone: zoneAmong(about.time_zone, about.organization_zone),
    madeAt: new Date(now).toISOString(),
    points: sessions
      .filter(({ answered }) => answered > 0)
      .map(({ start_time, shown, answered }) => ({ at: start_time, shown, answered }))
      .toReversed(),
    conversations: titles.map(({ name }) => name),
    categories: (names?.categories ?? []).map(({ tag, name }) => ({ name, figures: figuresOf(tag) })),
    words: titles.flatMap(({ title }, conversation) => {
      for (const { start_time, coach, conversations } of sessions) {
        const text = conversations.find((one) => one.conversation === conversation)?.overall
        if (text) return [{ conversation: title, at: start_time, coach, text }]
      }
      return []
    }),
  }
}

/** 'Dec 14'. */
export const dayText = (at: string, zone: string, style: Intl.DateTimeFormatOptions = {}): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, month: 'short', day: 'numeric', ...style }).format(
    new Date(at),
  )
