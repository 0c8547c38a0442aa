import type { HelpCategory, HelpTopic } from '@parley/contract/content/written.ts'
import MiniSearch from 'minisearch'
import { plainText } from '../plain-text.ts'

export interface FoundTopic {
  topic: HelpTopic
  category: string
  /** The words of the topic that matched, to be highlighted. */
  words: readonly string[]
}

/** Words that occur in nearly every question and so find nothing on their own. */
const emptyWords = new Set(
  'a an and are at be can do does for from how i in is it me my of on or the there to we what when where who why will with you your'.split(
    ' ',
  ),
)

/** Makes a help text searchable by the beginnings of words, with typing errors allowed in longer ones. */
export function topicFinder(categories: readonly HelpCategory[]): (sought: string) => FoundTopic[] {
  const topics = new Map(
    categories.flatMap(({ title, topics }) =>
      topics.map((topic) => [topic.tag, { topic, category: title }] as const),
    ),
  )
  const index = new MiniSearch({
    fields: ['title', 'category', 'text'],
    processTerm: (term) => {
      const word = term.toLowerCase()
      return emptyWords.has(word) ? null : word
    },
    searchOptions: {
      boost: { title: 4, category: 0.5 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  index.addAll(
    [...topics].map(([id, { topic, category }]) => ({
      id,
      title: topic.title,
      category,
      text: plainText(topic.content),
    })),
  )
  return (sought) => {
    const all = index.search(sought)
    // One answer seldom contains every word of a sentence: fall back to those that match most of them.
    const hits = all.length > 0 ? all : index.search(sought, { combineWith: 'OR' }).slice(0, 5)
    return hits.flatMap(({ id, terms }) => {
      const found = topics.get(String(id))
      return found ? [{ ...found, words: terms }] : []
    })
  }
}
