/** Who somebody in a room is, as the media server names them. */
export interface MediaIdentity {
  personId: string
  /** The browser of a client: two of them are two, until the coach has decided. */
  device?: string
}

const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.([0-9a-f]{32}))?$/

/** Undefined for a name that we gave nobody. */
export function readIdentity(identity: string): MediaIdentity | undefined {
  const [, personId, device] = written.exec(identity) ?? []
  if (personId === undefined) return undefined
  return device === undefined ? { personId } : { personId, device }
}

export const writeIdentity = ({ personId, device }: MediaIdentity): string =>
  device === undefined ? personId : `${personId}.${device}`
