import type { ChatMessage } from '@parley/contract/chat.ts'

/** A message, for stories and tests. */
export const sampleMessage = (more: Partial<ChatMessage> & { number: number }): ChatMessage => ({
  sid: `sid-${more.number}`,
  author: 'Tomás Aguilar',
  author_id: 'tomas',
  isCoach: false,
  isOwn: false,
  client_id: `client-${more.number}`,
  type: 'text',
  body: `Message ${more.number}`,
  media: null,
  dateCreated: new Date(Date.parse('2026-11-16T16:20:00.000Z') + more.number * 60_000).toISOString(),
  ...more,
})
