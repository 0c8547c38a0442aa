import * as z from 'zod/mini'
import { guestRefusals, route } from './route.ts'
import { constants } from './rules/constants.ts'
import { chatTextMax, isBlank } from './rules/chat.ts'
import { id, instant, withoutNul } from './shapes.ts'

const ofSession = z.strictObject({ sessionId: id })

/** Whoever is not of the session, and a guest who is not in it. */
const notTheirs = ['session_not_found', 'not_of_call', 'taken_out', ...guestRefusals] as const

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
  /** What was written by or to somebody who is gone is 'erased'. */
  type: z.enum(['text', 'media', 'erased']),
  /** Empty with media, and when it is erased. */
  body: z.string(),
  media: z.nullable(z.strictObject({ filename: z.string(), size: z.number() })),
  dateCreated: instant,
})
export type ChatMessage = z.output<typeof chatMessage>

/** So many messages in one answer. */
export const chatPageMax = 200

export const listMessages = route({
  method: 'GET',
  // After the call it is written down who reads.
  effect: 'acts',
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
  errors: [...notTheirs, 'chat_closed'],
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
  errors: [...notTheirs, 'chat_closed'],
})

/** The file and what a form writes around it. */
const formBytesMax = constants.chatFileBytesMax + 64 * 1024

export const sendFile = route({
  method: 'POST',
  effect: 'acts',
  path: '/chat/:sessionId/files',
  summary: 'Takes a file in the form field userfile, 150 MB at most, and makes a message of it.',
  access: { level: 'Coach', guest: 'admitted' },
  params: ofSession,
  query: z.strictObject({ client_id: z.optional(id) }),
  bytes: { as: 'stream', types: ['multipart/form-data'], max: formBytesMax },
  answer: chatMessage,
  errors: [...notTheirs, 'chat_closed', 'files_off', 'files_full', 'file_too_large', 'file_refused'],
  limit: 'upload',
})

export const fileAddress = route({
  method: 'GET',
  effect: 'acts',
  path: '/chat/:sessionId/files/:sid',
  summary: "The address of a message's file, good for 60 seconds and for that file alone.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ sessionId: id, sid: id }),
  answer: z.strictObject({ url: z.string(), filename: z.string() }),
  errors: [...notTheirs, 'chat_closed', 'file_not_found'],
})

export const downloadFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/chat/download/:token',
  summary: 'The file of such an address, to be saved.',
  // The address is the proof, and a browser that saves a file sends no other.
  access: { open: true },
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)) }),
  answer: 'file',
  errors: ['download_dead'],
})
