/** The name under which a file is stored: ours alone, whatever its sender called it. */
export const storedName = ({ id, session_id }: { id: string; session_id: string }): string =>
  `chat/${session_id}/${id}`
