/** The person behind a LiveKit participant identity. */
export interface MediaIdentity {
  personId: string
  /** Set for a client: two of their browsers are two participants until the coach has decided. */
  device?: string
}

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([0-9a-f]{32}))?$/

/** Undefined for an identity that the API gave to nobody. */
export function readIdentity(identity: string): MediaIdentity | undefined {
  const [, personId, device] = written.exec(identity) ?? []
  if (personId === undefined) return undefined
  return device === undefined ? { personId } : { personId, device }
}

export const writeIdentity = ({ personId, device }: MediaIdentity): string =>
  device === undefined ? personId : `${personId}.${device}`

/**
 * How long LiveKit waits before it gives up on a participant who sends nothing: 10 and 5 s until the connection counts as
 * failed, which it checks every 2 s, and another 5 s. It reports neither this wait nor when it last heard from them.
 * Processes that were killed took 20.5 to 21.8 s.
 */
export const givenUpAfterMs = 21_000
