import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { instant } from '#wire/shapes.ts'

export const announcement = z.strictObject({
  from: instant,
  until: instant,
  title: z.string(),
  text: z.string(),
})
export type Announcement = z.output<typeof announcement>

/** A Contentful rich-text document: a tree that the web renders node by node, never HTML. */
export const document = z.looseObject({
  nodeType: z.literal('document'),
  content: z.array(z.looseObject({})),
})
export type RichDocument = z.output<typeof document>

const legalText = z.strictObject({ version: z.string(), title: z.string(), document })
export type LegalText = z.output<typeof legalText>

export const announcements = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/announcements',
  summary: 'Notices for the sign-in screen, each with the time when it starts and ends.',
  access: { open: true },
  answer: z.array(announcement),
  errors: [],
})

export const terms = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/terms',
  summary: 'The current version of the terms of use.',
  access: { open: true },
  answer: legalText,
  errors: [],
})

export const privacy = route({
  method: 'GET',
  effect: 'reads',
  path: '/content/privacy',
  summary: 'What is stored, why and for how long.',
  access: { open: true },
  answer: legalText,
  errors: [],
})
