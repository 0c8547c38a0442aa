/** A client's page doesn't know their id. What it stores is told apart by the session. */
export const guestPersonId = 'guest'
