/** Who somebody in a room is, as the media server names them. */
export interface MediaIdentity {
  personId: string
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Undefined for a name that we gave nobody. */
export const readIdentity = (identity: string): MediaIdentity | undefined =>
  uuid.test(identity) ? { personId: identity } : undefined
