import { PlainButton } from '#ui/button/button.tsx'

export interface CategoryEntry {
  name: string
  count: number
}

interface CategoryListProps {
  label: string
  entries: readonly CategoryEntry[]
  chosen: string
  onChoose: (name: string) => void
}

/** The categories of a long page: a list at the left, or a row that scrolls sideways if there is no room for it. */
export function CategoryList({ label, entries, chosen, onChoose }: CategoryListProps) {
  return (
    <nav aria-label={label} className="min-w-0">
      <ul
        data-pushed-along
        className="flex gap-2 overflow-x-auto @max-3xl:-mx-4 @max-3xl:px-4 @max-3xl:py-1 @3xl:-ml-2.5 @3xl:flex-col @3xl:gap-0.5 @3xl:overflow-visible"
      >
        {entries.map(({ name, count }) => (
          <li key={name} className="shrink-0">
            <PlainButton
              aria-current={name === chosen ? 'true' : undefined}
              onPress={() => onChoose(name)}
              className="flex w-full cursor-pointer items-center justify-between gap-3 rounded-control px-3 text-ink-2 outline-focus hover:bg-hover hover:text-ink focus-visible:outline-2 aria-[current=true]:bg-accent-soft aria-[current=true]:font-semibold aria-[current=true]:text-accent-ink @max-3xl:min-h-11 @max-3xl:border @max-3xl:border-line-2 @max-3xl:aria-[current=true]:border-accent-line @3xl:min-h-8.5 @3xl:px-2.5 forced-colors:aria-[current=true]:border forced-colors:aria-[current=true]:border-[color:Highlight]"
            >
              {name}
              <span className="font-figures text-label font-normal text-ink-3">{count}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}
