import type { ReactNode } from 'react'
import { Ellipsis } from '#ui/display/ellipsis.tsx'

interface CellProps {
  /** An avatar or an icon before the text. */
  lead?: ReactNode
  /** The main line. */
  children: ReactNode
  /** A smaller line below it. */
  second?: ReactNode
  tone?: 'strong' | 'normal' | 'quiet'
  /** Names and titles may take two lines; all else ends in an ellipsis after one. */
  lines?: 1 | 2
}

const tones = { strong: 'font-medium text-ink', normal: 'text-ink-2', quiet: 'text-ink-3' }

/** The content of most cells: a line, perhaps with a second one and an avatar. */
export function Cell({
  lead,
  children,
  second,
  tone = 'normal',
  lines = tone === 'strong' ? 2 : 1,
}: CellProps) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {lead}
      <span className="min-w-0 flex-1">
        <Ellipsis
          lines={lines}
          className={`${tones[tone]} ${lines === 2 && tone !== 'strong' ? 'text-label' : ''}`}
        >
          {children}
        </Ellipsis>
        {second !== undefined && <Ellipsis className="text-small font-normal text-ink-3">{second}</Ellipsis>}
      </span>
    </span>
  )
}
