import { parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { RangeCalendar } from 'react-aria-components/RangeCalendar'
import { buttonStyles } from '#ui/button/button-styles.ts'
import { CalendarFace, firstDayOfWeek } from '#ui/field/calendar-face.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { ToolbarLabel } from './toolbar-label.tsx'

/** Days such as '2026-11-16', both inclusive. */
interface Days {
  from: string
  until: string
}

interface DayRangeButtonProps {
  label: string
  value: Days | undefined
  /** The day at which the calendar opens while nothing is chosen. */
  today: string
  onChange: (days: Days) => void
}

/** Opens a calendar in which one press, or Enter, sets the first day and another one the last. */
export function DayRangeButton({ label, value, today, onChange }: DayRangeButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <PopoverTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button
        className={`${buttonStyles()} max-sm:w-(--control) max-sm:px-0 aria-expanded:border-accent-line aria-expanded:bg-accent-soft aria-expanded:text-accent-ink ${
          value ? 'max-sm:border-accent-line max-sm:bg-accent-soft max-sm:text-accent-ink' : ''
        }`}
      >
        <CalendarDays strokeWidth={1.75} />
        <ToolbarLabel>{label}</ToolbarLabel>
      </Button>
      <Popover label={label}>
        <RangeCalendar
          aria-label={label}
          // The calendar takes the focus, at the first of the chosen days.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          defaultFocusedValue={parseDate(value?.from ?? today)}
          {...(value && { defaultValue: { start: parseDate(value.from), end: parseDate(value.until) } })}
          firstDayOfWeek={firstDayOfWeek()}
          onChange={({ start, end }) => {
            onChange({ from: start.toString(), until: end.toString() })
            setIsOpen(false)
          }}
          className="p-3"
        >
          <CalendarFace chosen="days" />
        </RangeCalendar>
        <p className="px-4 pb-3.5 text-label text-ink-3">Choose the first day, then the last.</p>
      </Popover>
    </PopoverTrigger>
  )
}
