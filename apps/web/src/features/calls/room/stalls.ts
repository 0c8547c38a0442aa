/** How much has come in over the connections up to now, and whether anything has to come. */
export interface Flow {
  /** Undefined where there is no connection to count on. */
  bytes: number | undefined
  isExpected: boolean
}

export interface FlowWatch {
  bytes: number
  /** Since when nothing more has come. */
  since: number
}

/** Without a byte for so long the connection is taken for lost, long before anybody else says so. */
const stalledAfterMs = 2000

export function flowSeen(before: FlowWatch | undefined, { bytes, isExpected }: Flow, now: number): FlowWatch {
  if (before && isExpected && (bytes === undefined || bytes === before.bytes)) return before
  return { bytes: bytes ?? 0, since: now }
}

export const isStalled = ({ since }: FlowWatch, now: number): boolean => now - since >= stalledAfterMs
