import type { HelpCategory, HelpTopic } from '@parley/contract/written.ts'
import MiniSearch from 'minisearch'
import { plainText } from '../plain-text.ts'

export interface FoundTopic {
  topic: HelpTopic
  category: string
  /** The words of the topic that were found, to be marked. */
  words: readonly string[]
}

/** Words that stand in nearly every question and so find nothing by themselves. */
const emptyWords = new Set(
  'a an and are at be can do does for from how i in is it me my of on or the there to we what when where who why will with you your'.split(
    ' ',
  ),
)

/** Makes a help text searchable: by the beginnings of words, and with a slip of the fingers in longer ones. */
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
    // A whole sentence seldom stands in one answer: then those that hold most of it.
    const hits = all.length > 0 ? all : index.search(sought, { combineWith: 'OR' }).slice(0, 5)
    return hits.flatMap(({ id, terms }) => {
      const found = topics.get(String(id))
      return found ? [{ ...found, words: terms }] : []
    })
  }
}
