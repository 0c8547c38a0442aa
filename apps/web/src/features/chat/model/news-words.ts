import type { ChatMessage } from '@parley/contract/chat.ts'

/** What is said of what has come: one by its author, and what it says where nobody sees it; several by their number. */
export function newsText(come: readonly ChatMessage[], isOpen: boolean): string {
  const [first, ...more] = come
  if (!first) return ''
  if (more.length > 0) return `${come.length} new messages`
  const said = first.media ? first.media.filename : first.body
  return isOpen ? `Message from ${first.author}` : `Message from ${first.author}: ${said}`
}
