import { weekdays, type Weekday, type WorkingHours } from '@parley/contract/rules/time/working-hours.ts'
import { CircleAlert, Pencil, Plus } from 'lucide-react'
import { Button, PlainButton } from '#ui/button/button.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { WorkingDayEditor } from './working-day-editor.tsx'
import { axisOf, onWorkdays, withDay, type Axis, type Span } from './working-times.ts'
import { dayNames, HoursAxis, HoursOfDay } from './working-week.tsx'

interface WorkingHoursFieldProps {
  /** Null if the person never set any. */
  value: WorkingHours | null
  onChange: (hours: WorkingHours) => void
  error: string | undefined
}

/** A week as seven lanes; each opens the editor of its day. */
export function WorkingHoursField({ value, onChange, error }: WorkingHoursFieldProps) {
  const hours = value ?? {}
  const axis = axisOf(hours)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Working hours</legend>
      {value === null && (
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-label text-ink-2">
          <span>You haven't set your working hours.</span>
          <Button size="small" onPress={() => onChange(onWorkdays({}, [['09:00', '17:00']]))}>
            Set Mon – Fri, 9:00 AM – 5:00 PM
          </Button>
        </div>
      )}
      <ul className="border-t border-line">
        {weekdays.map((day) => (
          <li key={day} className="border-b border-line">
            <DayLane
              day={day}
              spans={hours[day] ?? []}
              axis={axis}
              onChange={(spans) => onChange(withDay(hours, day, spans))}
              onCopy={(spans) => onChange(onWorkdays(hours, spans))}
            />
          </li>
        ))}
      </ul>
      <div aria-hidden="true" className={`${columns} pt-1`}>
        <HoursAxis axis={axis} />
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1.5 flex gap-1.5 text-label font-medium text-red-ink">
          <CircleAlert className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

const columns =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_9.5rem] items-center gap-x-3 sm:gap-x-4 sm:grid-cols-[2.5rem_minmax(0,1fr)_9.5rem_1rem] sm:pr-2.5'

interface DayLaneProps {
  day: Weekday
  spans: readonly Span[]
  axis: Axis
  onChange: (spans: readonly Span[]) => void
  onCopy: (spans: readonly Span[]) => void
}

function DayLane({ day, spans, axis, onChange, onCopy }: DayLaneProps) {
  const isOff = spans.length === 0
  const Icon = isOff ? Plus : Pencil
  return (
    <PopoverTrigger>
      <PlainButton
        className={`${columns} min-h-9 w-full cursor-pointer rounded-control py-1.5 text-left hover:bg-hover aria-expanded:bg-hover pointer-coarse:min-h-11`}
      >
        <HoursOfDay day={day} spans={spans} axis={axis} />
        <Icon className="size-3.5 text-ink-3 max-sm:hidden" strokeWidth={1.75} />
      </PlainButton>
      <Popover label={`Hours on ${dayNames[day]}`} placement="bottom end">
        <WorkingDayEditor name={dayNames[day]} spans={spans} onChange={onChange} onCopy={onCopy} />
      </Popover>
    </PopoverTrigger>
  )
}
