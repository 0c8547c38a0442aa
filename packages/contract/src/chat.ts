import * as z from 'zod/mini'
import { guestRefusals, route } from './route.ts'
import { chatTextMax, isBlank } from './rules/chat.ts'
import { id, instant, withoutNul } from './shapes.ts'

const ofSession = z.strictObject({ sessionId: id })

const chatMessage = z.strictObject({
  sid: id,
  /** Its place in the chat, from 1 on, without a gap. */
  number: z.number(),
  /** The author's name, and who that is. */
  author: z.string(),
  author_id: id,
  isCoach: z.boolean(),
  /** The caller's own. */
  isOwn: z.boolean(),
  /** The name under which its author sent it. */
  client_id: id,
  type: z.enum(['text', 'media']),
  /** Empty with media. */
  body: z.string(),
  media: z.nullable(z.strictObject({ filename: z.string(), size: z.number() })),
  dateCreated: instant,
})
export type ChatMessage = z.output<typeof chatMessage>

/** So many messages in one answer. */
export const chatPageMax = 200

export const listMessages = route({
  method: 'GET',
  effect: 'reads',
  path: '/chat/:sessionId/messages',
  summary: "A session's chat, in its order: what follows a number, for the session's people.",
  access: { level: 'Coach', guest: 'admitted' },
  params: ofSession,
  query: z.strictObject({
    /** From the first on unless given. */
    after: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'A number of a message')), z.transform(Number)),
    ),
  }),
  answer: z.strictObject({
    messages: z.array(chatMessage).check(z.maxLength(chatPageMax)),
    /** More follow than one answer holds. */
    hasMore: z.boolean(),
    abilities: z.strictObject({ write: z.boolean(), sendFiles: z.boolean() }),
  }),
  errors: ['session_not_found', 'not_of_call', 'chat_closed', ...guestRefusals],
})

export const sendMessage = route({
  method: 'POST',
  effect: 'acts',
  path: '/chat/:sessionId/messages',
  summary: 'Stores a message. Sent again under the same client_id it is there once, and answered alike.',
  access: { level: 'Coach', guest: 'admitted' },
  params: ofSession,
  body: z.strictObject({
    client_id: id,
    body: z.string().check(
      z.trim(),
      z.maxLength(chatTextMax, `Use at most ${chatTextMax} characters`),
      withoutNul,
      z.refine((text) => !isBlank(text), 'Write something first'),
    ),
  }),
  answer: chatMessage,
  errors: ['session_not_found', 'not_of_call', 'chat_closed', ...guestRefusals],
})
