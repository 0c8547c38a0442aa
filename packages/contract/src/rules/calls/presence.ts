import { constants } from '#rules/constants.ts'
import type { TimedSession } from '#rules/sessions/phases.ts'

/** A span of time in epoch milliseconds, with an exclusive end. */
export interface Span {
  from: number
  until: number
}

/** A recorded stay in the room or in the waiting room. `until` is null while it lasts. */
export interface Recorded {
  personId: string
  from: number
  until: number | null
}

/** How long people were present, in milliseconds (docs/rules.md §4). */
export interface Presence {
  /** The client of an Individual session, or any participant of an Org session. */
  otherSideMs: number
  /** The client's time in the waiting room and the call, combined. */
  clientMs: number
  /** Coach and other side at the same time. */
  bothMs: number
  coachAfterStartMs: number
}
export const nobodyCame: Presence = { otherSideMs: 0, clientMs: 0, bothMs: 0, coachAfterStartMs: 0 }

type Times = Pick<TimedSession, 'start_time' | 'end_time'>

/** The join window of a session. */
export const windowOf = ({ start_time, end_time }: Times): Span => ({
  from: Date.parse(start_time) - constants.joinWindowBeforeMs,
  until: Date.parse(end_time) + constants.joinWindowAfterMs,
})

/** The parts of `within` that the stays cover, merged: being there with two devices does not count twice. */
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

/** The intersection of two lists, neither of which has overlapping spans. */
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

/** The recorded stays of a session's people. */
export interface Stays {
  /** In the media room, with the media server's timestamps. */
  inRoom: readonly Recorded[]
  waiting: readonly Recorded[]
}

interface PeopledSession extends Times {
  coach_id: string
  user_id: string
  participantIds: readonly string[]
}

/** Presence as the status rules need it. People who are no longer in the session do not count. */
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

/** From this long on, somebody counts as present. */
export const presentEnoughMs = 5 * 60_000

/** Both were there long enough to complete the session without anybody confirming it. */
export const tookPlace = ({ bothMs }: Presence): boolean => bothMs >= presentEnoughMs

/** The coach waited long enough for a no-show to be billed, if the organization's terms bill it. */
export const coachStayed = ({ coachAfterStartMs }: Presence): boolean => coachAfterStartMs >= presentEnoughMs
