// What other features need of the chat.
export { ChatAnnouncer } from './panel/chat-announcer.tsx'
export { ChatPanel } from './panel/chat-panel.tsx'
export { MessageList } from './panel/message-list.tsx'
export { downloadFile, useChat, useChatToRead } from './panel/use-chat.ts'
export { unreadOf } from './model/chat-log.ts'
