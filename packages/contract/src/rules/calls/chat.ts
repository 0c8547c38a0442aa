/** The most characters in one message. */
export const chatTextMax = 4000

/** Whether a text has only white space and invisible characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}\u2800\u3164]/u.test(text)

/** A person's relation to a session's chat, and whether they may connect to its call now. */
export interface ChatStanding {
  isOfSession: boolean
  /** The session's coach, or a participant of a session of type Org: they can read the chat after the call. */
  keepsChat: boolean
  mayConnect: boolean
}

export interface ChatRights {
  read: boolean
  write: boolean
}

/** A chat belongs to its session's people only; a higher level gives no access (docs/rules.md §5). */
export const chatRights = ({ isOfSession, keepsChat, mayConnect }: ChatStanding): ChatRights => ({
  read: isOfSession && (mayConnect || keepsChat),
  write: isOfSession && mayConnect,
})
