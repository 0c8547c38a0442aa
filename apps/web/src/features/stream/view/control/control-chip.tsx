import { MousePointerClick } from 'lucide-react'
import type { ReactNode } from 'react'
import { Spinner } from '#ui/display/loading.tsx'
import { triesMax, type LinkState } from '#features/stream/model/stream-link.ts'
import { newsTexts } from '#features/stream/model/stream-news.ts'
import { controlText, laneOf, type Lane, type StreamPerson } from './stream-people.ts'

interface ControlChipProps {
  holder: StreamPerson | undefined
  since: string | undefined
  link: LinkState | undefined
  /** The person in this browser can use it now. */
  isOffered: boolean
  isCaptured: boolean
}

const looks: Record<Lane | 'none' | 'retry', string> = {
  coach: 'bg-lane-coach-soft text-lane-coach',
  client: 'bg-lane-client-soft text-lane-client',
  none: 'bg-stage-raised text-stage-ink-2',
  retry: 'bg-yellow-soft text-yellow-ink',
}

/** Shows who has mouse and keyboard and, while the application has this person's keys, how to get them back. */
export function ControlChip({ holder, since, link, isOffered, isCaptured }: ControlChipProps) {
  if (link?.isGivenUp) return null
  if (link && link.state !== 'connected' && link.tries > 0 && !link.isGivenUp)
    return (
      <Chip look="retry" icon={<Spinner label={newsTexts.retrying} />} words={newsTexts.retrying}>
        {link.tries} of {triesMax}
      </Chip>
    )
  return (
    <Chip
      look={holder ? laneOf(holder) : 'none'}
      icon={<MousePointerClick className="size-4 shrink-0" strokeWidth={1.75} />}
      words={controlText(holder)}
    >
      {isCaptured ? (
        <>
          <span className="@max-5xl:hidden">Keys and clicks go to Parley. </span>
          <Key />
          <Key /> to release control
        </>
      ) : isOffered ? (
        <span className="@max-3xl:hidden">Click Parley to use it</span>
      ) : (
        holder?.isSelf !== true && since !== undefined && `since ${since}`
      )}
    </Chip>
  )
}

const Key = () => (
  <kbd className="mr-1 rounded-tag border border-current px-1 py-px font-sans text-micro">Esc</kbd>
)

interface ChipProps {
  look: keyof typeof looks
  icon: ReactNode
  words: string
  children: ReactNode
}

const Chip = ({ look, icon, words, children }: ChipProps) => (
  <div
    className={`flex min-w-0 items-center gap-2 rounded-control px-2.5 py-1.5 text-label whitespace-nowrap ${looks[look]}`}
  >
    {icon}
    <span className="font-semibold">{words}</span>
    {children !== false && children !== undefined && <span className="truncate">{children}</span>}
  </div>
)
