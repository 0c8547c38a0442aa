/** A client's page doesn't know their id: what it keeps is theirs by the session. */
export const guestPersonId = 'guest'
