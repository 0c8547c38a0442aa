import { join } from 'node:path'
import * as z from 'zod/mini'
import {
  changeItems,
  helpItems,
  helpSources,
  rubricItems,
  type ChangeItems,
  type HelpItems,
  type HelpSource,
  type RubricItems,
} from '@parley/contract/content/written.ts'
import { readTraining } from './shipped-training.ts'
import { documentOf, mustBeUnique, partsOf, readFolder, readYaml } from './written.ts'

/** Help, update notes, training and rubric as they ship in `content/`. */
export async function readShippedContent(dir: string) {
  const [help, changes, training, rubric] = await Promise.all([
    readHelp(join(dir, 'help')),
    readChanges(join(dir, 'changes')),
    readTraining(join(dir, 'training')),
    readRubric(join(dir, 'rubric.yaml')),
  ])
  return { help, changes, ...training, rubric }
}

export type ShippedContent = Awaited<ReturnType<typeof readShippedContent>>

const helpHead = z.strictObject({ title: z.string() })

async function readHelp(dir: string): Promise<HelpItems> {
  const items = await Promise.all(
    helpSources.map(async (sourceName) => ({
      fields: {
        sourceName,
        categories: await readCategories(join(dir, sourceName.toLowerCase()), sourceName),
      },
    })),
  )
  return helpItems.parse({ items })
}

async function readCategories(dir: string, source: HelpSource) {
  const categories = await Promise.all(
    (await readFolder(dir, helpHead)).map(async (file) => ({
      title: file.head.title,
      topics: await Promise.all(partsOf(file).map(({ heading, body }) => topicOf(file.path, heading, body))),
    })),
  )
  const tags = categories.flatMap(({ topics }) => topics.map(({ tag }) => tag))
  mustBeUnique(`Help for ${source}s`, tags)
  return categories
}

async function topicOf(path: string, heading: string, body: string) {
  const [, title, tag] = /^(.+?) \{#([a-z0-9-]+)\}$/.exec(heading) ?? []
  if (title === undefined || tag === undefined)
    throw new Error(`${path}: write '## Question? {#tag}' in place of '${heading}'.`)
  return { title, tag, content: await documentOf(path, body) }
}

const releaseHead = z.strictObject({ title: z.string() })

async function readChanges(dir: string): Promise<ChangeItems> {
  const releases = await readFolder(dir, releaseHead)
  const items = await Promise.all(
    releases.toReversed().map(async (file) => ({
      fields: {
        versiondate: file.name,
        title: file.head.title,
        changes: await documentOf(file.path, file.body.replaceAll(/^## /gm, '### ')),
        releasedChanges: await Promise.all(
          partsOf(file).map(async ({ heading, body }) => ({
            fields: { category: heading, changes: await documentOf(file.path, body) },
          })),
        ),
      },
    })),
  )
  return changeItems.parse({ items })
}

const rubricFile = z.strictObject({
  version: z.int(),
  conversations: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  categories: z.array(
    z.strictObject({
      name: z.string(),
      tag: z.string(),
      subtopics: z.array(
        z.strictObject({
          name: z.string(),
          tag: z.string(),
          criteria: z.array(
            z.strictObject({
              name: z.string(),
              tag: z.string(),
              anchor: z.string(),
              atEnd: z.optional(z.literal(true)),
            }),
          ),
        }),
      ),
    }),
  ),
})

async function readRubric(path: string): Promise<RubricItems> {
  const { version, conversations, categories } = await readYaml(path, rubricFile)
  const allCategories = categories.map(({ name: categoryName, tag, subtopics }) => ({
    categoryName,
    tag,
    subtopics: subtopics.map(({ name: subtopicName, tag, criteria }) => ({
      subtopicName,
      tag,
      allCriteria: criteria.map(({ name: criteriaName, ...rest }) => ({ criteriaName, ...rest })),
    })),
  }))
  const subtopics = categories.flatMap((category) => category.subtopics)
  mustBeUnique(`${path}: categories`, tagsOf(categories))
  mustBeUnique(`${path}: subtopics`, tagsOf(subtopics))
  mustBeUnique(`${path}: criteria`, tagsOf(subtopics.flatMap(({ criteria }) => criteria)))
  return rubricItems.parse({ items: [{ fields: { version, conversations, allCategories } }] })
}

const tagsOf = (tagged: readonly { tag: string }[]): string[] => tagged.map(({ tag }) => tag)
