import { chatRights, type ChatRights } from '@parley/contract/rules/calls/chat.ts'
import { callMember, type CallMember } from '#features/calls/calls.ts'
import { auditReading } from '#platform/audit/audit-readings.ts'
import type { Context, Guest, Person } from '#platform/process/context.ts'
import { problem } from '#platform/http/problem.ts'

/** A person who takes part in a session's chat. */
export interface ChatMember extends CallMember {
  may: ChatRights
}

export type ChatContext = Context<Person | Guest>

/** The caller's part in this session's chat; throws the refusal if they have none. */
export async function chatMember(ctx: ChatContext, sessionId: string): Promise<ChatMember> {
  const member = await callMember(ctx, sessionId)
  // A client has the chat in the call and not after it.
  const keepsChat =
    ctx.principal.kind === 'person' && (member.coachId === member.personId || member.isOrgType)
  return { ...member, may: chatRights({ isOfSession: true, keepsChat, mayConnect: member.mayConnect }) }
}

/** The same for a caller who is about to write. */
export async function chatWriter(ctx: ChatContext, sessionId: string): Promise<ChatMember> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.write) throw problem('chat_closed')
  return member
}

/** In the call everybody may read. Reading after the call goes to the audit log; a client can read nothing then. */
export async function noteReading(
  { principal, ...ctx }: ChatContext,
  sessionId: string,
  { may, isOrgType, organizationId, peopleIds, coachId }: ChatMember,
  fileId?: string,
): Promise<void> {
  if (may.write || principal.kind !== 'person') return
  await auditReading(
    { ...ctx, principal },
    {
      action: fileId === undefined ? 'chat.read' : 'chat.file-read',
      subjectKind: 'session',
      subjectId: sessionId,
      aboutId: isOrgType ? null : (peopleIds.find((id) => id !== coachId) ?? null),
      organizationId,
      ...(fileId !== undefined && { part: fileId }),
    },
  )
}
