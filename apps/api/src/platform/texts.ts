import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { richTextFromMarkdown } from '@contentful/rich-text-from-markdown'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { announcement, type LegalText } from '@parley/contract/content.ts'

const contentDir = join(import.meta.dirname, '../../../../content')

const letterText = z.strictObject({
  subject: z.string(),
  overline: z.string(),
  heading: z.string(),
  paragraphs: z.array(z.string()),
  button: z.optional(z.string()),
  note: z.optional(z.union([z.string(), z.array(z.string())])),
  reason: z.string(),
})
export type LetterText = z.output<typeof letterText>

const letterTexts = z.strictObject({
  login: letterText,
  'login-client': letterText,
  'forgot-password': letterText,
  'confirm-email': letterText,
  'email-changed': letterText,
  'session-invitation': letterText,
  'session-changed': letterText,
  'session-cancelled': letterText,
  'session-reminder': letterText,
  'call-report': letterText,
  // What a mail of kind login-client says to somebody who has sessions coming.
  'login-client-sessions': letterText,
})
export type LetterName = keyof z.output<typeof letterTexts>
export type MailKind = Exclude<LetterName, 'login-client-sessions'>

const legalHead = z.strictObject({ title: z.string(), version: z.string() })

/** Texts of `content/` that every process needs from its first request on; a fault in one stops the start. */
export async function readTexts(dir = contentDir) {
  const [terms, privacy, announcements, mails] = await Promise.all([
    readLegalText(join(dir, 'legal', 'terms.md')),
    readLegalText(join(dir, 'legal', 'privacy.md')),
    readFile(join(dir, 'announcements.yaml'), 'utf8').then((text) =>
      z.array(announcement).parse(parse(text)),
    ),
    readMailTexts(join(dir, 'mails')),
  ])
  return { terms, privacy, announcements, mails }
}

export type Texts = Awaited<ReturnType<typeof readTexts>>

async function readMailTexts(dir: string) {
  const [page, letters] = await Promise.all([
    readFile(join(dir, 'letter.html'), 'utf8'),
    readFile(join(dir, 'letters.yaml'), 'utf8').then((text) => letterTexts.parse(parse(text))),
  ])
  return { page, letters }
}

async function readLegalText(path: string): Promise<LegalText> {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await readFile(path, 'utf8')) ?? []
  if (head === undefined || body === undefined)
    throw new Error(`${path} needs a head between two lines of ---.`)
  const document = await richTextFromMarkdown(body)
  // The library's tree is plain data; the schema of the wire checks it once more where answers are checked.
  return { ...legalHead.parse(parse(head)), document: document as unknown as LegalText['document'] }
}
