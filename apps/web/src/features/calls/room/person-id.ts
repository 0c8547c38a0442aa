/** In a room, a client's identity also carries the browser. */
export const personIdOf = (identity: string): string => identity.split('.')[0] ?? identity
