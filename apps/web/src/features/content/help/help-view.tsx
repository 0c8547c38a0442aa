import type { HelpCategory } from '@parley/contract/content/written.ts'
import { SearchX } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { Accordion } from '#ui/display/accordion.tsx'
import { countText } from '#ui/display/amount-text.ts'
import { Marked, RichText } from '#ui/display/rich-text.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { InCategories } from '../in-categories.tsx'
import { topicFinder, type FoundTopic } from './find-topics.ts'

const everywhere = 'All answers'

interface HelpViewProps {
  categories: readonly HelpCategory[]
  /** The search text; empty without a search. */
  sought: string
  /** The tag of a topic that a link leads to. */
  topic?: string | undefined
  /** If nothing was found: says whether the other tab has results, and leads there. */
  elsewhere?: ReactNode
  /** Rendered below an open answer. */
  below?: (tag: string) => ReactNode
  /** Says who can help. */
  foot?: ReactNode
}

/** The topics of one tab: those of a category, or the search results. */
export function HelpView({ categories, sought, topic, elsewhere, below, foot }: HelpViewProps) {
  const find = useMemo(() => topicFinder(categories), [categories])
  const isSearching = sought.trim() !== ''
  const found = useMemo(
    () => (isSearching ? find(sought) : allOf(categories)),
    [find, isSearching, sought, categories],
  )
  const [picked, setPicked] = useState<string>()
  const linked = categories.find(({ topics }) => topics.some(({ tag }) => tag === topic))?.title
  const chosen = picked ?? (isSearching ? everywhere : (linked ?? categories[0]?.title ?? ''))
  const shown = found.filter(({ category }) => chosen === everywhere || category === chosen)
  const entries = categories.map(({ title }) => ({
    name: title,
    count: found.filter(({ category }) => category === title).length,
  }))
  return (
    <InCategories
      label="Categories"
      entries={isSearching ? [{ name: everywhere, count: found.length }, ...entries] : entries}
      chosen={chosen}
      onChoose={setPicked}
      foot={foot}
    >
      <output className="sr-only">{isSearching && countText(found.length, 'answer')}</output>
      {shown.length === 0 ? (
        <NothingFound>{elsewhere}</NothingFound>
      ) : (
        <Topics
          // Another choice of topics starts with the accordion's initial state.
          key={`${chosen} ${sought}`}
          title={chosen}
          found={shown}
          topic={topic}
          below={below}
        />
      )}
    </InCategories>
  )
}

const allOf = (categories: readonly HelpCategory[]): FoundTopic[] =>
  categories.flatMap(({ title, topics }) => topics.map((topic) => ({ topic, category: title, words: [] })))

interface TopicsProps {
  title: string
  found: readonly FoundTopic[]
  topic: string | undefined
  below: ((tag: string) => ReactNode) | undefined
}

function Topics({ title, found, topic, below }: TopicsProps) {
  const tags = found.map(({ topic: { tag } }) => tag)
  const first = topic !== undefined && tags.includes(topic) ? topic : tags[0]
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(first === undefined ? [] : [first]))
  const entries = found.map(({ topic: { title, tag, content }, words }) => ({
    id: tag,
    title: <Marked text={title} words={words} />,
    content: (
      <>
        <RichText document={content} markWords={words} />
        {below?.(tag)}
      </>
    ),
  }))
  return (
    <section aria-label={title}>
      <h2 className="mb-1 text-title font-semibold">{title}</h2>
      <Accordion level={3} entries={entries} open={open} onChange={setOpen} />
    </section>
  )
}

const NothingFound = ({ children }: { children: ReactNode }) => (
  <EmptyState
    picture={<SearchX className="size-8" strokeWidth={1.5} />}
    heading={<h2 className="text-title font-semibold">No answer found</h2>}
    action={children}
  >
    Try a single word, such as camera, link or time.
  </EmptyState>
)
