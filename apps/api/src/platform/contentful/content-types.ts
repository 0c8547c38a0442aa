import {
  changeItems,
  helpItems,
  helpSources,
  pictureId,
  rubricItems,
  trainingItems,
  type ChangeItems,
  type HelpItems,
  type RubricItems,
  type TrainingItems,
} from '@parley/contract/content/written.ts'
import * as z from 'zod/mini'
import { mustBeUnique } from '#platform/content/written.ts'
import { isFollowed, isShownFilm } from './followed.ts'
import { knownNodes } from './known-nodes.ts'
import type { Asset, Collection, Fields } from './linked.ts'

// The content types of a space (docs/decisions/0030). Each maps entries to the contract's shapes and keeps known fields
// only.

/** One content type as read from a space, with the files of the pictures that it names. */
export interface Reading<T> {
  answer: T
  pictures: ReadonlyMap<string, URL>
}

export interface ContentType<T> {
  /** Its id in the space. */
  id: string
  /** The sort order: if there are more entries than the limit, the first ones are read. */
  order: string
  read: (collection: Collection) => Reading<T>
}

const without: ReadonlyMap<string, URL> = new Map()

export const helpType: ContentType<HelpItems> = {
  id: 'help',
  order: 'sys.createdAt',
  read: ({ items, entriesIn }) => {
    const topicOf = ({ title, content, tag }: Fields) => ({ title, content: knownNodes(content), tag })
    const categoryOf = ({ title, topics }: Fields) => ({ title, topics: entriesIn(topics).map(topicOf) })
    const answer = taken(
      helpItems,
      items.map(({ sourceName, categories }) => ({
        sourceName,
        categories: entriesIn(categories).map(categoryOf),
      })),
    )
    const placeOf = (item: HelpItems['items'][number]) => helpSources.indexOf(item.fields.sourceName)
    for (const source of helpSources) mustBeUnique(`Help for ${source}s`, helpTags(answer, source))
    return { answer: { items: answer.items.toSorted((a, b) => placeOf(a) - placeOf(b)) }, pictures: without }
  },
}

const helpTags = ({ items }: HelpItems, source: string): string[] =>
  items
    .filter(({ fields }) => fields.sourceName === source)
    .flatMap(({ fields }) => fields.categories.flatMap(({ topics }) => topics.map(({ tag }) => tag)))

export const changesType: ContentType<ChangeItems> = {
  id: 'changeLog',
  order: '-fields.versiondate',
  read: ({ items, entriesIn }) => {
    const answer = taken(
      changeItems,
      items.map(({ versiondate, title, changes, releasedChanges }) => {
        const parts = entriesIn(releasedChanges).map(({ category, changes: part }) => ({
          fields: { category, changes: knownNodes(part) },
        }))
        return {
          versiondate: dayOf(versiondate),
          // A space without titles names a release by its categories.
          title: title ?? parts.map(({ fields }) => fields.category).join(', '),
          changes: knownNodes(changes),
          releasedChanges: parts,
        }
      }),
    )
    const newest = answer.items.toSorted((a, b) => (a.fields.versiondate < b.fields.versiondate ? 1 : -1))
    return { answer: { items: newest }, pictures: without }
  },
}

/** Cuts the time that a date of Contentful may carry. */
const dayOf = (date: unknown): unknown => (typeof date === 'string' ? date.slice(0, 10) : date)

interface TrainingDeps {
  videoHosts: readonly string[]
  fileAddress: (written: string) => URL | undefined
}

export const trainingType = ({ videoHosts, fileAddress }: TrainingDeps): ContentType<TrainingItems> => ({
  id: 'training',
  order: 'sys.createdAt',
  read: ({ items, entriesIn, assetIn }) => {
    const pictures = new Map<string, URL>()

    function pictureOf(asset: Asset | undefined) {
      const address = asset && fileOf(asset, fileAddress)
      if (!address || !pictureId.safeParse(asset.id).success) return undefined
      pictures.set(asset.id, address)
      return { file: { url: `/api/content/pictures/${asset.id}` } }
    }

    const materialOf = (section: unknown, { title, description, externalUrl, image }: Fields) => {
      const isShown =
        section === 'welcomesection' ? isShownFilm(externalUrl, videoHosts) : isFollowed(externalUrl)
      return {
        title,
        description: knownNodes(description),
        externalUrl: isShown ? externalUrl : undefined,
        image: pictureOf(assetIn(image)),
      }
    }

    const sectionOf = ({ title, sectionTag, trainingMaterialsContent }: Fields) => ({
      title,
      sectionTag,
      trainingMaterialsContent: entriesIn(trainingMaterialsContent).map((one) => materialOf(sectionTag, one)),
    })

    const answer = taken(
      trainingItems,
      items.map(({ sections }) => ({ sections: entriesIn(sections).map(sectionOf) })),
    )
    return { answer, pictures }
  },
})

function fileOf({ fields }: Asset, fileAddress: TrainingDeps['fileAddress']): URL | undefined {
  const { url } = (fields.file ?? {}) as { url?: unknown }
  return typeof url === 'string' ? fileAddress(url) : undefined
}

export const rubricType: ContentType<RubricItems> = {
  id: 'assessment',
  order: '-fields.version',
  read: ({ items, entriesIn }) => {
    const criterionOf = ({ criteriaName, tag, anchor, atEnd }: Fields) => ({
      criteriaName,
      tag,
      anchor,
      atEnd: atEnd === true ? atEnd : undefined,
    })
    const subtopicOf = ({ subtopicName, tag, allCriteria }: Fields) => ({
      subtopicName,
      tag,
      allCriteria: entriesIn(allCriteria).map(criterionOf),
    })
    const categoryOf = ({ categoryName, tag, subtopics }: Fields) => ({
      categoryName,
      tag,
      subtopics: entriesIn(subtopics).map(subtopicOf),
    })
    const answer = taken(
      rubricItems,
      items.map(({ version, conversations, allCategories }) => ({
        version,
        conversations: entriesIn(conversations).map(({ name, title }) => ({ name, title })),
        allCategories: entriesIn(allCategories).map(categoryOf),
      })),
    )
    for (const { fields } of answer.items) mustBeTagged(fields)
    return {
      answer: { items: answer.items.toSorted((a, b) => b.fields.version - a.fields.version) },
      pictures: without,
    }
  },
}

/** An assessment stores its answers under these tags, so they have to be unique. */
function mustBeTagged({ allCategories }: RubricItems['items'][number]['fields']): void {
  const subtopics = allCategories.flatMap((category) => category.subtopics)
  const criteria = subtopics.flatMap(({ allCriteria }) => allCriteria)
  for (const [what, list] of Object.entries({
    Categories: allCategories,
    Subtopics: subtopics,
    Criteria: criteria,
  }))
    mustBeUnique(what, tagsOf(list))
}

const tagsOf = (tagged: readonly { tag: string }[]): string[] => tagged.map(({ tag }) => tag)

/** Entries in the contract's shape, or an error. No entry means the wrong space, or one that is still being filled. */
function taken<S extends z.ZodMiniType>(schema: S, entries: readonly Fields[]): z.output<S> {
  if (entries.length === 0) throw new Error('it has no entry of this type')
  const parsed = schema.safeParse({ items: entries.map((fields) => ({ fields })) })
  if (parsed.success) return parsed.data
  throw new Error(z.prettifyError(parsed.error))
}
