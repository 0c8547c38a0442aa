import { Check, CloudOff, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react'
import { clockText } from '#platform/time/time-zone.ts'
import type { ScoringView } from '#features/assessment/scoring/scoring-view.ts'

type MarkProps = Pick<ScoringView, 'sheet' | 'isAway' | 'isOnlyHere' | 'zone'>

interface Mark {
  text: string
  icon: LucideIcon
  tone: string
  /** Problems are announced to screen readers; success is not news. */
  isTrouble: boolean
}

/** Says 'Saved' only when the server has confirmed everything. */
function markOf({ sheet, isAway, isOnlyHere, zone }: MarkProps): Mark | undefined {
  const { unsent, refused, savedAt, values, texts } = sheet
  const trouble = { icon: CloudOff, tone: 'text-yellow-ink', isTrouble: true }
  if (refused.length > 0)
    return { ...trouble, icon: TriangleAlert, text: `${refused.length} couldn't be saved` }
  if (unsent > 0 && isOnlyHere) return { ...trouble, text: `${unsent} waiting. Keep this page open.` }
  if (unsent > 0 && isAway) return { ...trouble, text: `${unsent} waiting on this device` }
  if (unsent > 0) return { icon: LoaderCircle, tone: 'text-ink-3', isTrouble: false, text: 'Saving…' }
  const saved = { icon: Check, tone: 'text-green-ink', isTrouble: false }
  if (savedAt !== undefined) return { ...saved, text: `Saved ${clockText(zone, Date.parse(savedAt))}` }
  return values.size + texts.size > 0 ? { ...saved, text: 'Saved' } : undefined
}

export function SaveMark(props: MarkProps) {
  const mark = markOf(props)
  const Icon = mark?.icon
  return (
    <>
      <p className={`flex shrink-0 items-center gap-1.5 text-label whitespace-nowrap ${mark?.tone ?? ''}`}>
        {Icon && <Icon className="size-4" strokeWidth={1.75} aria-hidden="true" />}
        {mark?.text}
      </p>
      <output className="sr-only">{mark?.isTrouble ? mark.text : ''}</output>
    </>
  )
}
