/** The state of a browser that asked to be admitted to a call. */
export type AdmissionState = 'waiting' | 'admitted' | 'turned_away' | 'replaced' | 'removed'

/** A waiting page sends a heartbeat this often. */
export const waitingBeatMs = 3000
/** Without a heartbeat for this long, somebody no longer counts as waiting. */
export const waitingGoneMs = 15_000
/** A coach who pressed 'Join and admit' but has not joined for this long no longer counts as joining. */
export const promisedMs = 5 * 60_000
/** The most browsers that may ask through one link. Nobody has that many; a link that was passed around gets replaced. */
export const browsersPerLinkMax = 20

/** The facts that `afterAsking` needs besides the browser's state. */
export interface AskedIn {
  /** No other browser has asked through this link. */
  isFirst: boolean
  /** The organization uses the waiting room. */
  hasWaitingRoom: boolean
  isJoinable: boolean
}

/**
 * The state of a browser after 'Join Session' was pressed in it. The coach's decision holds until the coach changes it. A
 * browser that another device replaced asks again. Only a link's first browser is admitted without asking, and only if the
 * organization has no waiting room (docs/rules.md §5).
 */
export function afterAsking(before: AdmissionState | undefined, asked: AskedIn): AdmissionState {
  if (before === 'admitted' || before === 'turned_away' || before === 'removed') return before
  return asked.isFirst && !asked.hasWaitingRoom && asked.isJoinable ? 'admitted' : 'waiting'
}
