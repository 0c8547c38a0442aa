import * as z from 'zod/mini'
import { guestRefusals, route } from './wire/route.ts'
import { constants } from './rules/constants.ts'
import { chatTextMax, isBlank } from './rules/calls/chat.ts'
import { id, instant, withoutNul } from './wire/shapes.ts'

const ofSession = z.strictObject({ sessionId: id })

/** Refusals for people outside the session, and for guests who are not admitted. */
const notTheirs = ['session_not_found', 'not_of_call', 'taken_out', ...guestRefusals] as const

const chatMessage = z.strictObject({
  sid: id,
  /** Its position in the chat, from 1, without gaps. */
  number: z.number(),
  /** The author's name and id. */
  author: z.string(),
  author_id: id,
  isCoach: z.boolean(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** The idempotency key that its author chose. */
  client_id: id,
  /** 'erased': the message was written by or to somebody who was made anonymous. */
  type: z.enum(['text', 'media', 'erased']),
  /** Empty for media and erased messages. */
  body: z.string(),
  media: z.nullable(z.strictObject({ filename: z.string(), size: z.number() })),
  dateCreated: instant,
})
export type ChatMessage = z.output<typeof chatMessage>

/** The most messages in one answer. */
export const chatPageMax = 200

export const listMessages = route({
  method: 'GET',
  // After the call, every reader is audited.
  effect: 'acts',
  path: '/chat/:sessionId/messages',
  summary: "The messages of a session's chat after a number, in order. For the session's people.",
  access: { level: 'Coach', guest: 'admitted' },
  params: ofSession,
  query: z.strictObject({
    /** Without it, from the first message on. */
    after: z.optional(
      z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Write the number of a message.')), z.transform(Number)),
    ),
  }),
  answer: z.strictObject({
    messages: z.array(chatMessage).check(z.maxLength(chatPageMax)),
    /** Whether more messages follow than fit in one answer. */
    hasMore: z.boolean(),
    abilities: z.strictObject({ write: z.boolean(), sendFiles: z.boolean() }),
  }),
  errors: [...notTheirs, 'chat_closed'],
})

export const sendMessage = route({
  method: 'POST',
  effect: 'acts',
  path: '/chat/:sessionId/messages',
  summary:
    'Stores a message. Sending it again with the same client_id stores it only once and returns the same answer.',
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

/** The file plus the multipart form around it. */
const formBytesMax = constants.chatFileBytesMax + 64 * 1024

export const sendFile = route({
  method: 'POST',
  effect: 'acts',
  path: '/chat/:sessionId/files',
  summary:
    'Uploads a file of at most 150 MB in the form field userfile, and adds it to the chat as a message.',
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
  summary: "Returns a download address for a message's file. It works for 60 seconds, for that file only.",
  access: { level: 'Coach', guest: 'admitted' },
  params: z.strictObject({ sessionId: id, sid: id }),
  answer: z.strictObject({ url: z.string(), filename: z.string() }),
  errors: [...notTheirs, 'chat_closed', 'file_not_found'],
})

export const downloadFile = route({
  method: 'GET',
  effect: 'reads',
  path: '/chat/download/:token',
  summary: 'Downloads the file of such an address.',
  // The token in the address is the only credential: a browser sends no other when it saves a file.
  access: { open: true },
  params: z.strictObject({ token: z.string().check(z.regex(/^[\w-]{1,200}$/)) }),
  answer: 'file',
  errors: ['download_dead'],
})
