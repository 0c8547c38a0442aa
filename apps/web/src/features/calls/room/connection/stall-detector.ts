/** How many bytes have come in over the connections so far, and whether more have to come. */
export interface MediaFlow {
  /** Undefined if there is no connection to count on. */
  bytes: number | undefined
  isExpected: boolean
}

export interface StallWatch {
  bytes: number
  /** Since when nothing has come in. */
  since: number
}

/** After this long without a byte the connection counts as lost, long before anybody else says so. */
const stalledAfterMs = 2000

export function nextStallWatch(
  before: StallWatch | undefined,
  { bytes, isExpected }: MediaFlow,
  now: number,
): StallWatch {
  if (before && isExpected && (bytes === undefined || bytes === before.bytes)) return before
  return { bytes: bytes ?? 0, since: now }
}

export const isStalled = ({ since }: StallWatch, now: number): boolean => now - since >= stalledAfterMs
