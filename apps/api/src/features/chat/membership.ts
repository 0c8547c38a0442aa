import { chatRights, type ChatRights } from '@parley/contract/rules/chat.ts'
import { isOrgType } from '@parley/contract/rules/sessions.ts'
import { mayConnectNow } from '#features/calls/calls.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import type { Context, Guest, Person } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'

/** Whoever has something to do with a chat. */
export interface ChatMember {
  personId: string
  coachId: string
  organizationId: string
  /** Everybody of the session, the coach too. */
  peopleIds: readonly string[]
  may: ChatRights
}

export type ChatContext = Context<Person | Guest>

/** Who the caller is in this session's chat, or the refusal. The one place that decides it. */
export async function chatMember(ctx: ChatContext, sessionId: string): Promise<ChatMember> {
  const { principal } = ctx
  if (principal.kind === 'guest') return guestMember(ctx, principal, sessionId)
  const row = await findSession(ctx.db, principal, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, ctx.now)
  const peopleIds = [...new Set([session.coach_id, ...session.participantIds])]
  const isOfSession = peopleIds.includes(principal.id)
  if (!isOfSession) throw problem('not_of_call')
  const may = chatRights({
    isOfSession,
    keepsChat: session.coach_id === principal.id || isOrgType(session),
    mayConnect: await mayConnectNow(ctx.db, { id: sessionId, ...session }, principal.id, ctx.now),
  })
  return {
    personId: principal.id,
    coachId: session.coach_id,
    organizationId: session.organization_id,
    peopleIds,
    may,
  }
}

/** A client who was let in: the door has seen to that. They have the chat for as long as they may be in the call. */
async function guestMember({ db, now }: ChatContext, guest: Guest, sessionId: string): Promise<ChatMember> {
  if (guest.sessionId !== sessionId) throw problem('session_not_found')
  const { coach_id } = await db
    .selectFrom('sessions')
    .select('coach_id')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const session = { id: sessionId, ...guest.session }
  return {
    personId: guest.personId,
    coachId: coach_id,
    organizationId: guest.organizationId,
    peopleIds: [coach_id, guest.personId],
    may: chatRights({
      isOfSession: true,
      keepsChat: false,
      mayConnect: await mayConnectNow(db, session, guest.personId, now),
    }),
  }
}

/** The same for whoever is about to write. */
export async function chatWriter(ctx: ChatContext, sessionId: string): Promise<ChatMember> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.write) throw problem('chat_closed')
  return member
}
