import { parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Calendar } from 'react-aria-components/Calendar'
import { CalendarFace, firstDayOfWeek } from './calendar-face.tsx'
import { boxButtonStyles } from './field-styles.ts'
import type { FieldTexts } from './field-text.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'

interface DateFieldProps extends FieldTexts {
  /** '2026-11-16'; undefined while none is chosen. */
  value: string | undefined
  /** The formatted value, 'Nov 16, 2026', or the text to show without one. */
  text: string
  /** The first day that can be chosen. */
  min: string
  /** The last one. */
  max: string
  isDisabled?: boolean
  onChange: (day: string) => void
}

/** A day from a calendar. Once it has one, no key clears it. */
export function DateField({
  label,
  hint,
  error,
  value,
  text,
  min,
  max,
  isDisabled,
  onChange,
}: DateFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const foot = error ?? hint
  return (
    <div
      className="group flex min-w-0 flex-col gap-1.5"
      {...(error !== undefined && { 'data-rac': '', 'data-invalid': '' })}
    >
      <span id={`${id}-label`} className="text-label font-medium">
        {label}
      </span>
      <PopoverTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button
          id={`${id}-box`}
          aria-labelledby={`${id}-label ${id}-value`}
          {...(foot !== undefined && { 'aria-describedby': `${id}-foot` })}
          isDisabled={isDisabled ?? false}
          className={boxButtonStyles}
        >
          <span id={`${id}-value`} className="min-w-0 flex-1 truncate text-left font-figures">
            {text}
          </span>
          <CalendarDays strokeWidth={1.75} className="max-sm:hidden" />
        </Button>
        <Popover label={label}>
          <DayCalendar
            value={value}
            min={min}
            max={max}
            onChange={(day) => {
              onChange(day)
              setIsOpen(false)
            }}
          />
        </Popover>
      </PopoverTrigger>
      {foot !== undefined && (
        <span
          id={`${id}-foot`}
          className={`text-label ${error === undefined ? 'text-ink-3' : 'font-medium text-red-ink'}`}
        >
          {foot}
        </span>
      )}
    </div>
  )
}

function DayCalendar({
  value,
  min,
  max,
  onChange,
}: Pick<DateFieldProps, 'value' | 'min' | 'max' | 'onChange'>) {
  return (
    <Calendar
      // The calendar takes the focus, at the chosen day.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={value === undefined ? null : parseDate(value)}
      // Without a day it opens at the last one that can be chosen.
      defaultFocusedValue={parseDate(value ?? max)}
      minValue={parseDate(min)}
      maxValue={parseDate(max)}
      firstDayOfWeek={firstDayOfWeek()}
      onChange={(day) => onChange(day.toString())}
      className="p-3"
    >
      <CalendarFace />
    </Calendar>
  )
}
