import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { sceneShape } from '../src/scene.ts'

// Without a locale, every error reads 'Invalid input'.
z.config(z.locales.en())

/** The part of the rubric that the practice shows. */
const rubricShape = z.object({
  conversations: z.array(z.object({ name: z.string(), title: z.string() })),
  categories: z.array(
    z.object({
      subtopics: z.array(z.object({ criteria: z.array(z.object({ name: z.string(), tag: z.string() })) })),
    }),
  ),
})

/** Reads and validates scenes and rubric at build time, so that the page ships neither a YAML parser nor the schemas. */
export function readContent(): Plugin {
  return {
    name: 'read-content',
    transform(text, id) {
      const isScene = /\/content\/scenes\/[^/]+\.yaml$/.test(id)
      if (!isScene && !id.endsWith('/content/rubric.yaml')) return undefined
      try {
        const found: unknown = parse(text)
        const content = isScene ? readScene(found) : readRubric(found)
        return { code: `export default ${JSON.stringify(content, curled)}`, moduleType: 'js', map: null }
      } catch (fault) {
        return this.error(`${basename(id)}: ${fault instanceof Error ? fault.message : String(fault)}`)
      }
    },
  }
}

/** Typographic quotes: “so”, ‘so’, and it’s. */
const curled = (_key: string, value: unknown): unknown =>
  typeof value === 'string'
    ? value
        .replaceAll(/(?<=^|[\s(])"/g, '“')
        .replaceAll('"', '”')
        .replaceAll(/(?<=^|[\s(])'/g, '‘')
        .replaceAll("'", '’')
    : value

function readScene(found: unknown) {
  const read = sceneShape.safeParse(found)
  if (!read.success) throw new Error(z.prettifyError(read.error))
  return read.data
}

function readRubric(found: unknown) {
  const read = rubricShape.safeParse(found)
  if (!read.success) throw new Error(z.prettifyError(read.error))
  const { conversations, categories } = read.data
  const criteria = categories.flatMap(({ subtopics }) => subtopics.flatMap((subtopic) => subtopic.criteria))
  return {
    conversations: conversations.map(({ title }) => title),
    criteria: Object.fromEntries(criteria.map(({ tag, name }) => [tag, name])),
  }
}
