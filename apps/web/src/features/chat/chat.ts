// What other features need of the chat.
export { ChatAnnouncer } from './panel/chat-announcer.tsx'
export { ChatPanel } from './panel/chat-panel.tsx'
export { downloadFile, useChat } from './panel/use-chat.ts'
export { unreadOf } from './model/chat-log.ts'
