/** Of one message. */
export const chatTextMax = 4000

/** Nothing to see: white space, or signs that nobody sees. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}\u2800\u3164]/u.test(text)

/** Who a person is in a session's chat, and whether the call may be joined or runs for them now. */
export interface ChatStanding {
  isOfSession: boolean
  /** Its coach, or a participant of one of type Org: they keep the chat. */
  keepsChat: boolean
  mayConnect: boolean
}

export interface ChatRights {
  read: boolean
  write: boolean
}

/** A chat is its session's people's alone, whatever the level of others (docs/rules.md §5). */
export const chatRights = ({ isOfSession, keepsChat, mayConnect }: ChatStanding): ChatRights => ({
  read: isOfSession && (mayConnect || keepsChat),
  write: isOfSession && mayConnect,
})
