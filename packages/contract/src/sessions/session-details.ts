import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { done, id, instant } from '#wire/shapes.ts'

const byId = z.strictObject({ id })

/** The data on a session's page besides the session itself. */
const details = z.strictObject({
  /** About the client's personal link, never the link itself; null if there is none or the viewer may not know of it. */
  link: z.nullable(
    z.strictObject({
      /** When the current link was last mailed to the client. */
      sentAt: z.nullable(instant),
      abilities: z.strictObject({ copy: z.boolean(), revoke: z.boolean() }),
    }),
  ),
  /** The reminders for the session's current time, in order; `sentTo` is 0 for those not sent yet. */
  reminders: z.array(z.strictObject({ at: instant, sentTo: z.number() })),
  /** The client's last session before this one that took place, if the viewer may see it. */
  lastTime: z.nullable(z.strictObject({ id, title: z.string(), start_time: instant })),
  /** The number of chat messages, for everybody in scope; only the session's people can read them. */
  messages: z.number(),
})
export type SessionDetails = z.output<typeof details>

export const sessionDetails = route({
  method: 'GET',
  effect: 'reads',
  path: '/sessions/:id/details',
  summary: "Whether the client's link and the reminders were sent, and the client's previous session.",
  access: { level: 'Coach' },
  params: byId,
  answer: details,
  errors: ['session_not_found'],
})

export const copyClientLink = route({
  method: 'POST',
  // The link is made on first use, and the history says who copied it.
  effect: 'acts',
  path: '/sessions/copy-link/:id',
  summary: "The client's personal link. Only the session's coach can get it, to pass it on.",
  access: { level: 'Coach' },
  params: byId,
  answer: z.strictObject({ url: z.string() }),
  errors: ['session_not_found', 'link_not_yours', 'no_client_link'],
})

export const revokeClientLink = route({
  method: 'POST',
  effect: 'acts',
  path: '/sessions/revoke-link/:id',
  summary: "Ends the client's personal link at once and mails the client a new one.",
  access: { level: 'Coach' },
  params: byId,
  answer: done,
  errors: ['session_not_found', 'not_manager', 'no_client_link'],
  limit: 'mail',
})
