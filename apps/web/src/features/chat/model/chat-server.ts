import { fileAddress, listMessages, sendMessage } from '@parley/contract/chat.ts'
import { ApiProblem, isAway, messageOf } from '#platform/server/api-problem.ts'
import { request } from '#platform/server/api.ts'
import { readToken } from '#platform/sign-in/token.ts'
import type { ChatFailure, ChatServer } from './chat-room.ts'
import { uploadFile } from './upload.ts'

const byLink = (guest: string | undefined) => (guest === undefined ? {} : { guest })

/** A session's chat for the person who is signed in, or for a client by the secret of their link. */
export const chatServer = (sessionId: string, guest?: string): ChatServer => ({
  list: (after) =>
    request(
      listMessages,
      { params: { sessionId }, query: { after } },
      { background: true, ...byLink(guest) },
    ),
  send: (client_id, body) =>
    request(sendMessage, { params: { sessionId }, body: { client_id, body } }, byLink(guest)),
  upload: (clientId, file, options) =>
    uploadFile({
      path: `/chat/${sessionId}/files?client_id=${clientId}`,
      authorization: guest === undefined ? `Bearer ${readToken() ?? ''}` : `Guest ${guest}`,
      file,
      ...options,
    }),
  failureOf,
})

/** The address of a file in the chat, valid for a minute. */
export const fileAddressOf = (
  sessionId: string,
  sid: string,
  guest?: string,
): Promise<{ url: string; filename: string }> =>
  request(fileAddress, { params: { sessionId, sid } }, byLink(guest))

/** Statuses worth a retry: rate limit, timeout, and a sign-in that is being renewed over the call. */
const passing = [401, 408, 419, 429]

export function failureOf(error: unknown): ChatFailure {
  const status = error instanceof ApiProblem ? error.status : 0
  return {
    isAway: isAway(error) || passing.includes(status) || !(error instanceof ApiProblem),
    isTooLarge: status === 413,
    message: messageOf(error),
  }
}
