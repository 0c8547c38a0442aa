import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { richTextFromMarkdown } from '@contentful/rich-text-from-markdown'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import type { RichDocument } from '@parley/contract/content/content.ts'

z.config(z.locales.en())

// Texts in `content/` are Markdown with a YAML head between two lines of ---.

export interface WrittenFile<Head> {
  path: string
  /** The file name without its number and extension. */
  name: string
  head: Head
  body: string
}

/** Reads a text with its head, or throws an error that names its path. */
export async function readWritten<S extends z.ZodMiniType>(
  path: string,
  schema: S,
): Promise<WrittenFile<z.output<S>>> {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await readFile(path, 'utf8')) ?? []
  if (head === undefined || body === undefined)
    throw new Error(`${path} needs a head between two lines of ---.`)
  const name = basename(path, '.md').replace(/^\d\d-/, '')
  return { path, name, head: inFile(path, schema, parse(head)), body }
}

/** Every text of a folder, sorted by file name: the numbers in the names are the order. */
export async function readFolder<S extends z.ZodMiniType>(dir: string, schema: S) {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.md')).toSorted()
  return Promise.all(names.map((name) => readWritten(join(dir, name), schema)))
}

export async function readYaml<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
  return inFile(path, schema, parse(await readFile(path, 'utf8')))
}

/** The parts of a text, one per second-level heading; no text may come before the first. */
export function partsOf({ path, body }: Pick<WrittenFile<unknown>, 'path' | 'body'>) {
  const [before = '', ...parts] = body.split(/^## /m)
  if (before.trim() !== '') throw new Error(`${path} has text before its first heading.`)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return { heading: part.slice(0, end).trim(), body: part.slice(end + 1).trim() }
  })
}

export async function documentOf(path: string, markdown: string): Promise<RichDocument> {
  const document = await richTextFromMarkdown(markdown, (node) => {
    throw new Error(`${path} has a ${node.type}, which a written text cannot hold.`)
  })
  // The library's tree is plain data; the schema of the wire checks it once more where answers are checked.
  return document as unknown as RichDocument
}

function inFile<S extends z.ZodMiniType>(path: string, schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(`${path}: ${z.prettifyError(parsed.error)}`)
}

/** A tag that is used twice would be ambiguous. */
export function mustBeUnique(what: string, tags: readonly string[]): void {
  const twice = tags.find((tag, place) => tags.indexOf(tag) !== place)
  if (twice !== undefined) throw new Error(`${what}: the tag '${twice}' stands twice.`)
}
