/** How a browser that asked to be let into a call stands. */
export type AdmissionState = 'waiting' | 'admitted' | 'turned_away' | 'replaced' | 'removed'

/** A page that waits says this often that it is still there. */
export const waitingBeatMs = 3000
/** Who said nothing for so long does not wait any more. */
export const waitingGoneMs = 15_000
/** A coach who said 'Join and admit' and has not come for so long is not on the way any more. */
export const promisedMs = 5 * 60_000
/** So many browsers may ask by one link. Nobody has that many, and a link that was passed around is to be replaced. */
export const browsersPerLinkMax = 20

/** What the rule needs to know beside how the browser stands. */
export interface AskedIn {
  /** No other browser has asked by this link. */
  isFirst: boolean
  /** The organization has its clients wait. */
  hasWaitingRoom: boolean
  isJoinable: boolean
}

/**
 * How a browser stands after its person pressed 'Join Session'. What the coach decided stands until the coach changes it;
 * whose place another device took asks anew. Unasked comes in only the first browser, where nobody has to wait
 * (docs/rules.md §5).
 */
export function afterAsking(before: AdmissionState | undefined, asked: AskedIn): AdmissionState {
  if (before === 'admitted' || before === 'turned_away' || before === 'removed') return before
  return asked.isFirst && !asked.hasWaitingRoom && asked.isJoinable ? 'admitted' : 'waiting'
}
