/** The storage key of a file. It is chosen by the API and does not depend on the sender's file name. */
export const storedName = ({ id, session_id }: { id: string; session_id: string }): string =>
  `chat/${session_id}/${id}`
