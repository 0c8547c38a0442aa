import { chatRights, type ChatRights } from '@parley/contract/rules/chat.ts'
import { isOrgType } from '@parley/contract/rules/sessions.ts'
import { isTakenOut, mayConnectNow } from '#features/calls/calls.ts'
import { factsOf, findSession } from '#features/sessions/sessions.ts'
import type { Context, Guest, Person } from '#platform/context.ts'
import { problem } from '#platform/problem.ts'
import { placeOfGuest } from './queries.ts'

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

/** Who the caller is in this session's chat, or the refusal. The one place that decides it, by what stands at this moment. */
export const chatMember = (ctx: ChatContext, sessionId: string): Promise<ChatMember> =>
  ctx.principal.kind === 'guest'
    ? guestInChat(ctx, ctx.principal, sessionId)
    : personInChat(ctx, ctx.principal, sessionId)

async function personInChat(
  { db, now }: ChatContext,
  person: Person,
  sessionId: string,
): Promise<ChatMember> {
  const row = await findSession(db, person, sessionId)
  if (!row) throw problem('session_not_found')
  const session = factsOf(row, now)
  const peopleIds = [...new Set([session.coach_id, ...session.participantIds])]
  const isOfSession = peopleIds.includes(person.id)
  if (!isOfSession) throw problem('not_of_call')
  const mayConnect = await mayConnectNow(db, { id: sessionId, ...session }, person.id, now)
  if (mayConnect && (await isTakenOut(db, sessionId, person.id))) throw problem('taken_out')
  return {
    personId: person.id,
    coachId: session.coach_id,
    organizationId: session.organization_id,
    peopleIds,
    may: chatRights({
      isOfSession,
      keepsChat: session.coach_id === person.id || isOrgType(session),
      mayConnect,
    }),
  }
}

/** The door has seen that the guest was let in; a file takes minutes, and they may have been sent away meanwhile. */
async function guestInChat(
  { db, now }: ChatContext,
  { sessionId: own, personId, device = '' }: Guest,
  sessionId: string,
): Promise<ChatMember> {
  if (own !== sessionId) throw problem('session_not_found')
  const place = await placeOfGuest(db, sessionId, personId, device)
  if (!place) throw problem('not_let_in')
  const mayConnect = await mayConnectNow(db, place, personId, now)
  return {
    personId,
    coachId: place.coach_id,
    organizationId: place.organization_id,
    peopleIds: [place.coach_id, personId],
    may: chatRights({ isOfSession: true, keepsChat: false, mayConnect }),
  }
}

/** The same for whoever is about to write. */
export async function chatWriter(ctx: ChatContext, sessionId: string): Promise<ChatMember> {
  const member = await chatMember(ctx, sessionId)
  if (!member.may.write) throw problem('chat_closed')
  return member
}
