import type { ChatMessage } from '@parley/contract/chat.ts'

/** The announcement of new messages: one by its author, with its text while the panel is closed; several by number. */
export function newsText(come: readonly ChatMessage[], isOpen: boolean): string {
  const [first, ...more] = come
  if (!first) return ''
  if (more.length > 0) return `${come.length} new messages`
  const said = first.media ? first.media.filename : first.body
  return isOpen ? `Message from ${first.author}` : `Message from ${first.author}: ${said}`
}
