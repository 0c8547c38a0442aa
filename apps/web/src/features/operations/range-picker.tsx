import { dayIn, daysLater } from '@parley/contract/rules/time/clock-times.ts'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { dayText } from '#platform/time/dates.ts'
import { Button } from '#ui/button/button.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { DateField } from '#ui/field/date-field.tsx'
import type { DayRange } from './audit-range.ts'

interface RangePickerProps {
  range: DayRange
  zone: string
  now: number
  onChange: (range: DayRange) => void
}

const spans = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
]

/** Nothing is older: the product started later. */
const firstDay = '2020-01-01'

/** Narrows a list to days: by a common span, or from one day to another. */
export function RangePicker({ range, zone, now, onChange }: RangePickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  const today = dayIn(now, zone)
  const choose = (next: DayRange) => {
    onChange(next)
    setIsOpen(false)
  }
  return (
    <PopoverTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button icon={<CalendarDays strokeWidth={1.75} />} aria-label={`Days: ${rangeText(range)}`}>
        {rangeText(range)}
      </Button>
      <Popover label="Days" placement="bottom end">
        <div className="flex flex-col gap-4 p-4">
          <div className="grid grid-cols-2 gap-2">
            <Button size="small" width="full" onPress={() => choose({ from: undefined, until: undefined })}>
              Any time
            </Button>
            {spans.map(({ label, days }) => (
              <Button
                key={label}
                size="small"
                width="full"
                onPress={() => choose({ from: daysLater(today, 1 - days), until: today })}
              >
                {label}
              </Button>
            ))}
          </div>
          <div className="grid grid-cols-2 gap-3">
            <DateField
              label="From"
              value={range.from}
              text={range.from === undefined ? 'Any day' : textOf(range.from)}
              min={firstDay}
              max={range.until ?? today}
              onChange={(from) => onChange({ ...range, from })}
            />
            <DateField
              label="Until"
              value={range.until}
              text={range.until === undefined ? 'Any day' : textOf(range.until)}
              min={range.from ?? firstDay}
              max={today}
              onChange={(until) => onChange({ ...range, until })}
            />
          </div>
        </div>
      </Popover>
    </PopoverTrigger>
  )
}

/** A day has no zone: format it in the same one in which `dayText` parses it. */
const textOf = (day: string): string => dayText('UTC', day)

/** 'Nov 9, 2026 – Nov 16, 2026', 'Since Nov 9, 2026', 'Any time'. */
export function rangeText({ from, until }: DayRange): string {
  if (from !== undefined && until !== undefined) {
    return from === until ? textOf(from) : `${textOf(from)} – ${textOf(until)}`
  }
  if (from !== undefined) return `Since ${textOf(from)}`
  return until === undefined ? 'Any time' : `Until ${textOf(until)}`
}
