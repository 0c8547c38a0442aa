import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { richTextFromMarkdown } from '@contentful/rich-text-from-markdown'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { announcement, type LegalText } from '@parley/contract/content.ts'

const contentDir = join(import.meta.dirname, '../../../../content')

const legalHead = z.strictObject({ title: z.string(), version: z.string() })

/** Texts of `content/` that every process needs from its first request on; a fault in one stops the start. */
export async function readTexts(dir = contentDir) {
  const [terms, privacy, announcements] = await Promise.all([
    readLegalText(join(dir, 'legal', 'terms.md')),
    readLegalText(join(dir, 'legal', 'privacy.md')),
    readFile(join(dir, 'announcements.yaml'), 'utf8').then((text) =>
      z.array(announcement).parse(parse(text)),
    ),
  ])
  return { terms, privacy, announcements }
}

export type Texts = Awaited<ReturnType<typeof readTexts>>

async function readLegalText(path: string): Promise<LegalText> {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await readFile(path, 'utf8')) ?? []
  if (head === undefined || body === undefined)
    throw new Error(`${path} needs a head between two lines of ---.`)
  const document = await richTextFromMarkdown(body)
  // The library's tree is plain data; the schema of the wire checks it once more where answers are checked.
  return { ...legalHead.parse(parse(head)), document: document as unknown as LegalText['document'] }
}
