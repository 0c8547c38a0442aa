import type { Progress } from '@parley/contract/assessment/progress.ts'
import { countsText, shareOf, shareText, type Counts } from '@parley/contract/rules/assessment/progress.ts'
import { useId } from 'react'
import { blocksOf, type CategoryBlock } from './progress-words.ts'

/** Conversations 1 to 4 in four steps of one hue. Each appears beside its name and value. */
const fills = ['fill-chart-1', 'fill-chart-2', 'fill-chart-3', 'fill-chart-4']

/** The latest scoring of each conversation, category by category. */
export function CategoryBlocks({ progress }: { progress: Progress }) {
  const id = useId()
  const conversations = progress.rubrics[0]?.conversations ?? []
  return (
    <section aria-labelledby={id} className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="text-large font-semibold">
          By category
        </h2>
        <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
          {conversations.map(({ name }, i) => (
            <li key={name} className="flex items-center gap-1.5">
              <Swatch conversation={i} />
              {name}
            </li>
          ))}
        </ul>
      </div>
      <p className="mb-3 text-label text-ink-3">Each conversation as last scored.</p>
      <div className="grid gap-x-9 gap-y-7 @lg:grid-cols-2 @4xl:grid-cols-4">
        {blocksOf(progress).map((block) => (
          <Block key={block.tag} block={block} names={conversations.map(({ name }) => name)} />
        ))}
      </div>
    </section>
  )
}

export const Swatch = ({ conversation }: { conversation: number }) => (
  <svg aria-hidden="true" className="size-2.5 shrink-0 forced-color-adjust-none">
    <rect width="100%" height="100%" rx="2" className={fills[conversation]} />
  </svg>
)

function Block({ block, names }: { block: CategoryBlock; names: readonly string[] }) {
  return (
    <div className="min-w-0 break-inside-avoid border-t-2 border-ink pt-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="font-semibold wrap-anywhere">{block.name}</h3>
        <span className="shrink-0 font-figures text-label text-ink-2">
          {block.all.answered > 0 && countsText(block.all)}
        </span>
      </div>
      <dl className="mt-3 grid grid-cols-4 gap-1.5">
        {names.map((name, i) => (
          <Bar key={name} name={name} conversation={i} counts={block.figures[i]} />
        ))}
      </dl>
      <dl className="mt-3 border-t border-line">
        {block.subtopics.map(({ tag, name, ...counts }) => (
          <div key={tag} className="flex items-baseline justify-between gap-3 border-b border-line py-1.5">
            <dt className="min-w-0 text-label text-ink-2 wrap-anywhere">{name}</dt>
            <dd className="shrink-0 font-figures text-label">
              {counts.answered > 0 ? countsText(counts) : <span className="text-ink-3">not scored</span>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const room = 56

/** A bar with its share above and its counts below. A conversation that was never scored gets a thin line. */
function Bar({
  name,
  conversation,
  counts,
}: {
  name: string
  conversation: number
  counts: Counts | undefined
}) {
  const high = counts ? Math.max(2, ((shareOf(counts) ?? 0) / 100) * room) : 1
  return (
    <div className="flex min-w-0 flex-col items-center text-center">
      <dt className="sr-only">{name}</dt>
      <dd className="flex w-full flex-col items-center font-figures">
        <span className={counts ? 'text-label font-semibold' : 'text-label text-ink-3'}>
          {counts ? shareText(counts) : '–'}
          {!counts && <span className="sr-only">not scored</span>}
        </span>
        <svg aria-hidden="true" className="h-14 w-full forced-color-adjust-none">
          <rect
            y={room - high}
            width="100%"
            height={high}
            rx={counts ? 3 : 0}
            className={counts ? fills[conversation] : 'fill-line-2'}
          />
        </svg>
        <span className="mt-1 min-h-4 text-micro text-ink-3">{counts && countsText(counts)}</span>
      </dd>
    </div>
  )
}
