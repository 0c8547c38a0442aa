import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { Button } from '#ui/button/button.tsx'
import { Chip } from '#ui/display/chip.tsx'
import { DayRangeButton } from '#ui/table/toolbar/day-range-button.tsx'
import type { EmptyTexts } from '#ui/table/table-messages.tsx'
import { daysText, type SessionRange } from './session-range.ts'

type Segment = 'all' | NonNullable<SessionRange['when']>

const segments: readonly { value: Segment; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'today', label: 'Today' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
]

interface Ranged {
  range: SessionRange
  onChange: (range: SessionRange) => void
}

interface RangeBarProps extends Ranged {
  /** In the viewer's zone. */
  today: string
}

/** Filters sessions by time: a preset range, from one day to another, or both. */
export function RangeBar({ range, today, onChange }: RangeBarProps) {
  const { when, days } = range
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="sm:w-80 max-sm:flex-1">
        <SegmentedControl
          label="When"
          isLabelHidden
          segments={segments}
          value={when ?? 'all'}
          onChange={(next) =>
            // 'Today' leaves no days to choose; the other presets can be combined with days.
            onChange({ when: next === 'all' ? undefined : next, days: next === 'today' ? undefined : days })
          }
          look="wide"
        />
      </div>
      <DayRangeButton
        label="Dates"
        value={days}
        today={today}
        onChange={(next) => onChange({ when: when === 'today' ? undefined : when, days: next })}
      />
      {days && (
        <Chip name="Dates" value={daysText(days)} onClear={() => onChange({ when, days: undefined })} />
      )}
    </div>
  )
}

const emptyTitles: Record<Segment, string> = {
  all: 'No sessions',
  today: 'No sessions today',
  upcoming: 'No upcoming sessions',
  past: 'No past sessions',
}

/** The empty state of a list with a range; undefined without a range. */
export function emptyRange({ range, onChange }: Ranged): EmptyTexts | undefined {
  const { when, days } = range
  if (when === undefined && days === undefined) return undefined
  return {
    title: emptyTitles[when ?? 'all'],
    text: days ? daysText(days) : 'Sessions at other times are in the full list.',
    action: <Button onPress={() => onChange({ when: undefined, days: undefined })}>Show all sessions</Button>,
  }
}
