import { constants } from '#rules/constants.ts'
import type { SessionFacts } from '#rules/sessions/sessions.ts'

export const momentNoteMax = 2000

/** The most moments in one session. Removed ones count, because each leaves a tombstone. */
export const momentsMax = 500

/** Calls run over, and assessors mark moments a little later. */
const afterEndMs = 60 * 60_000

/** The time span in which a moment of this session can lie. */
export const momentSpan = ({ start_time, end_time }: Pick<SessionFacts, 'start_time' | 'end_time'>) => ({
  start: Date.parse(start_time) - constants.joinWindowBeforeMs,
  end: Date.parse(end_time) + afterEndMs,
})

export function isMomentOf(session: Pick<SessionFacts, 'start_time' | 'end_time'>, at: number): boolean {
  const { start, end } = momentSpan(session)
  return at >= start && at <= end
}
