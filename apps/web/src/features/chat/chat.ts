// The parts of the chat that other features use.
export { ChatAnnouncer } from './panel/chat-announcer.tsx'
export { ChatPanel } from './panel/chat-panel.tsx'
export { MessageList } from './panel/message-list.tsx'
export { downloadFile, useChat, useChatToRead } from './panel/use-chat.ts'
export { unreadOf } from './model/chat-log.ts'
export { keptWords } from './model/kept-chats.ts'
export { UnsentMessages } from './unsent/unsent-messages.tsx'
export { UnsentWords, useKeptWords } from './unsent/unsent-words.tsx'
