import { chatPageMax, type ChatMessage } from '@parley/contract/chat.ts'
import { tellRoom } from '#features/calls/calls.ts'
import type { Platform } from '#platform/process/context.ts'
import { lockChat } from '#platform/database/locks.ts'
import { problem } from '#platform/http/problem.ts'
import { inTransaction } from '#platform/database/transactions.ts'
import { chatMember, chatWriter, noteReading, type ChatContext, type ChatMember } from './membership.ts'
import { addMessage, messagesAfter, sentMessage, takesFiles } from './queries.ts'

export async function listMessages(ctx: ChatContext, sessionId: string, after = 0) {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.read) throw problem('chat_closed')
  const found = await messagesAfter(ctx.db, sessionId, member, after, chatPageMax + 1)
  if (found.length > 0) await noteReading(ctx, sessionId, member)
  const sendFiles = member.may.write && (await takesFiles(ctx.db, member.organizationId))
  return {
    messages: found.slice(0, chatPageMax),
    hasMore: found.length > chatPageMax,
    abilities: { write: member.may.write, sendFiles },
  }
}

export async function sendMessage(
  ctx: ChatContext,
  sessionId: string,
  { client_id: clientId, body }: { client_id: string; body: string },
): Promise<ChatMessage> {
  const author = await chatWriter(ctx, sessionId)
  const stored = await ctx.platform.turns.chat(sessionId, () =>
    inTransaction(ctx.db, async (tx) => {
      await lockChat(tx, sessionId)
      return (
        (await sentMessage(tx, sessionId, author, clientId)) ??
        (await addMessage(tx, { sessionId, author, clientId, body, now: ctx.now }))
      )
    }),
  )
  announce(ctx.platform, sessionId, author, stored)
  return stored
}

/**
 * Announces that there is a message, not its content. Nobody waits for this and it may be lost, because pages fetch the chat
 * again anyway.
 */
export function announce(
  platform: Platform,
  sessionId: string,
  { peopleIds }: ChatMember,
  { sid, number }: ChatMessage,
): void {
  void tellRoom(platform, sessionId, 'chat', { sid, number })
  void platform.live.publish(
    peopleIds.map((personId) => `person:${personId}` as const),
    { kind: 'chat', id: sessionId },
  )
}
