import type { CallPresence } from '@parley/contract/calls/call-record.ts'
import { Skeleton } from '#ui/display/loading.tsx'
import { figuresOf, type Figure } from './presence-facts.ts'

/** A call in numbers. */
export function CallFigures({ presence }: { presence: CallPresence }) {
  return (
    <ul aria-label="The call in numbers" className={row}>
      {figuresOf(presence).map(({ value, label }: Figure) => (
        <li key={label} className={cell}>
          <span className="font-figures text-figure font-semibold tracking-[-0.02em] whitespace-nowrap">
            {value}
          </span>
          <span className="text-label text-ink-2">{label}</span>
        </li>
      ))}
    </ul>
  )
}

/** In the place that the figures will take. */
export const CallFiguresSkeleton = () => (
  <div className={row}>
    {['together', 'messages', 'files'].map((each) => (
      <div key={each} className={`${cell} gap-1`}>
        <Skeleton className="h-8 w-14" />
        <Skeleton className="h-4 w-18" />
      </div>
    ))}
  </div>
)

const row = 'flex w-full flex-wrap justify-center gap-x-4 gap-y-5'
const cell = 'flex min-w-24 flex-1 flex-col items-center'
