import type { ReactNode } from 'react'
import { Ellipsis } from '#ui/display/ellipsis.tsx'

interface CellProps {
  /** An avatar or an icon before the text. */
  lead?: ReactNode
  /** The line that matters. */
  children: ReactNode
  /** A smaller line below it. */
  second?: ReactNode
  tone?: 'strong' | 'normal' | 'quiet'
  /** Organization and coach may take two lines; all else ends in an ellipsis. */
  lines?: 1 | 2
}

const tones = { strong: 'font-medium text-ink', normal: 'text-ink-2', quiet: 'text-ink-3' }

/** What stands in most cells: a line, perhaps with a second one and an avatar. */
export function Cell({ lead, children, second, tone = 'normal', lines = 1 }: CellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {lead}
      <span className="min-w-0 flex-1">
        {lines === 1 ? (
          <Ellipsis className={tones[tone]}>{children}</Ellipsis>
        ) : (
          <span className={`line-clamp-2 text-label wrap-anywhere ${tones[tone]}`}>{children}</span>
        )}
        {second !== undefined && <Ellipsis className="text-small font-normal text-ink-3">{second}</Ellipsis>}
      </span>
    </span>
  )
}
