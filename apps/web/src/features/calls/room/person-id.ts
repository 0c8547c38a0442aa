/** In a room a client's name carries the browser, too. */
export const personIdOf = (identity: string): string => identity.split('.')[0] ?? identity
