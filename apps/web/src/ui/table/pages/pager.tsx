import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button, type ButtonProps } from 'react-aria-components/Button'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'

interface PagerProps {
  /** The name of the pager, for a page with more than one. */
  label?: string
  page: number
  pageCount: number
  onChange: (page: number) => void
}

/** Numbered pages, counted from 1. */
export function Pager({ label = 'Pages', page, pageCount, onChange }: PagerProps) {
  const isSmall = useSmallScreen()
  const slots = pageSlots(page, pageCount, isSmall ? 5 : 7)
  return (
    <nav aria-label={label} data-keep-clear="">
      <ul className="flex items-center gap-0.5">
        <li>
          <PageButton aria-label="Previous page" isDisabled={page <= 1} onPress={() => onChange(page - 1)}>
            <ChevronLeft className="size-4" />
          </PageButton>
        </li>
        {slots.map((slot, index) => (
          // Slots never change places, and a gap has no key but its position.
          <li key={slot === 'gap' ? `gap-${index}` : slot}>
            {slot === 'gap' ? (
              <span className="flex min-w-7.5 justify-center text-ink-3 max-sm:min-w-6">…</span>
            ) : (
              <PageButton
                aria-label={`Page ${slot}`}
                {...(slot === page && { 'aria-current': 'page' as const })}
                onPress={() => onChange(slot)}
              >
                {slot}
              </PageButton>
            )}
          </li>
        ))}
        <li>
          <PageButton
            aria-label="Next page"
            isDisabled={page >= pageCount}
            onPress={() => onChange(page + 1)}
          >
            <ChevronRight className="size-4" />
          </PageButton>
        </li>
      </ul>
    </nav>
  )
}

const PageButton = (props: ButtonProps) => (
  <Button
    {...props}
    className={[
      'flex h-7.5 min-w-7.5 cursor-pointer items-center justify-center rounded-control px-1.5 font-figures text-label font-medium text-ink-2 transition-colors duration-(--fast)',
      'hover:bg-hover hover:text-ink pressed:bg-sunken disabled:cursor-default disabled:text-ink-off disabled:hover:bg-transparent',
      'aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-surface forced-colors:aria-[current]:border',
      'pointer-coarse:h-11 pointer-coarse:min-w-11',
    ].join(' ')}
  />
)

type PageSlot = number | 'gap'

/**
 * The first page, the current one with its neighbours, the last, and gaps between. The number of slots stays the same,
 * so that the numbers do not move under the pointer.
 */
export function pageSlots(page: number, pageCount: number, slots: 5 | 7): PageSlot[] {
  if (pageCount <= slots) return range(1, pageCount)
  const edge = slots - 2 // A run at an edge leaves room for one gap and the other end.
  if (page < edge) return [...range(1, edge), 'gap', pageCount]
  if (page > pageCount - edge + 1) return [1, 'gap', ...range(pageCount - edge + 1, pageCount)]
  const reach = (slots - 5) / 2
  return [1, 'gap', ...range(page - reach, page + reach), 'gap', pageCount]
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)
