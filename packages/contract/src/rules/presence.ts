import { constants } from './constants.ts'
import type { TimedSession } from './phases.ts'

/** A stretch of time, in epoch milliseconds; its end does not belong to it. */
export interface Span {
  from: number
  until: number
}

/** A stay in the room or in the waiting room, as it is recorded: one that lasts has no end yet. */
export interface Recorded {
  personId: string
  from: number
  until: number | null
}

/** Of how long people were there, in milliseconds (docs/rules.md §4). */
export interface Presence {
  /** The client of an Individual session, any participant of an Org one. */
  otherSideMs: number
  /** The client's time in waiting room and call together. */
  clientMs: number
  /** Coach and other side at once. */
  bothMs: number
  coachAfterStartMs: number
}
export const nobodyCame: Presence = { otherSideMs: 0, clientMs: 0, bothMs: 0, coachAfterStartMs: 0 }

type Times = Pick<TimedSession, 'start_time' | 'end_time'>

/** From when to when a session can be joined. */
export const windowOf = ({ start_time, end_time }: Times): Span => ({
  from: Date.parse(start_time) - constants.joinWindowBeforeMs,
  until: Date.parse(end_time) + constants.joinWindowAfterMs,
})

/** What somebody's stays cover of a stretch of time, each moment once: two devices make nobody twice as present. */
export function coveredBy(stays: readonly Recorded[], within: Span, now: number): Span[] {
  const inside = stays
    .map(({ from, until }) => ({
      from: Math.max(from, within.from),
      until: Math.min(until ?? now, within.until),
    }))
    .filter(({ from, until }) => from < until)
    .toSorted((a, b) => a.from - b.from)
  const covered: Span[] = []
  for (const span of inside) {
    const last = covered.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else covered.push(span)
  }
  return covered
}

/** Where both cover the time; of each list no two spans meet. */
export const overlapOf = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const from = Math.max(one.from, other.from)
      const until = Math.min(one.until, other.until)
      return from < until ? { from, until } : []
    }),
  )

export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, until }) => sum + until - from, 0)

/** What was recorded of a session's people. */
export interface Stays {
  /** In the media room, by the media server's times. */
  inRoom: readonly Recorded[]
  waiting: readonly Recorded[]
}

interface PeopledSession extends Times {
  coach_id: string
  user_id: string
  participantIds: readonly string[]
}

/** How long who was there, as the rules of a session's status ask it. Whoever is not in the session any more counts for nothing. */
export function presenceOf(session: PeopledSession, { inRoom, waiting }: Stays, now: number): Presence {
  const window = windowOf(session)
  const isOther = ({ personId }: Recorded) => session.participantIds.includes(personId)
  const coach = coveredBy(
    inRoom.filter(({ personId }) => personId === session.coach_id),
    window,
    now,
  )
  const others = coveredBy(inRoom.filter(isOther), window, now)
  const client = [...inRoom, ...waiting].filter(({ personId }) => personId === session.user_id)
  const sinceStart = { ...window, from: Date.parse(session.start_time) }
  return {
    otherSideMs: lengthOf(others),
    clientMs: session.user_id === session.coach_id ? 0 : lengthOf(coveredBy(client, window, now)),
    bothMs: lengthOf(overlapOf(coach, others)),
    coachAfterStartMs: lengthOf(overlapOf(coach, [sinceStart])),
  }
}

/** From so long on nobody was absent. */
export const presentEnoughMs = 5 * 60_000

/** Both were there long enough: that it took place needs nobody's word. */
export const tookPlace = ({ bothMs }: Presence): boolean => bothMs >= presentEnoughMs

/** The coach waited long enough for a no-show to be billed, where the policy bills it. */
export const coachStayed = ({ coachAfterStartMs }: Presence): boolean => coachAfterStartMs >= presentEnoughMs
