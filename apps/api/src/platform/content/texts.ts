import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { announcement, type LegalText } from '@parley/contract/content/content.ts'
import { readShippedContent } from './shipped-content.ts'
import { documentOf, readWritten, readYaml } from './written.ts'

const contentDir = join(import.meta.dirname, '../../../../../content')

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
  'assessment-report': letterText,
  'data-copied': letterText,
  invoice: letterText,
  'refund-due': letterText,
  // For a mail of kind login-client to a client who has upcoming sessions.
  'login-client-sessions': letterText,
})
export type LetterName = keyof z.output<typeof letterTexts>
export type MailKind = Exclude<LetterName, 'login-client-sessions'>

const legalHead = z.strictObject({ title: z.string(), version: z.string() })

/** The texts in `content/` that every process needs from its first request on; an error in one stops the start. */
export async function readTexts(dir = contentDir) {
  const [terms, privacy, announcements, mails, content] = await Promise.all([
    readLegalText(join(dir, 'legal', 'terms.md')),
    readLegalText(join(dir, 'legal', 'privacy.md')),
    readYaml(join(dir, 'announcements.yaml'), z.array(announcement)),
    readMailTexts(join(dir, 'mails')),
    readShippedContent(dir),
  ])
  return { terms, privacy, announcements, mails, content }
}

export type Texts = Awaited<ReturnType<typeof readTexts>>

async function readMailTexts(dir: string) {
  const [page, letters] = await Promise.all([
    readFile(join(dir, 'letter.html'), 'utf8'),
    readYaml(join(dir, 'letters.yaml'), letterTexts),
  ])
  return { page, letters }
}

async function readLegalText(path: string): Promise<LegalText> {
  const { head, body } = await readWritten(path, legalHead)
  return { ...head, document: await documentOf(path, body) }
}
