import { minutesOf, weekdays, type Weekday, type WorkingHours } from '@parley/contract/rules/working-hours.ts'
import { CircleAlert, Pencil, Plus } from 'lucide-react'
import { Button } from '#ui/button/button.tsx'
import { PlainButton } from '#ui/button/plain-button.tsx'
import { Popover, PopoverTrigger } from '#ui/overlay/popover.tsx'
import { WorkingDayEditor } from './working-day-editor.tsx'
import { axisOf, clockOf, endOf, onWorkdays, spanTextOf, withDay, type Span } from './working-times.ts'

interface WorkingHoursFieldProps {
  /** Null where nothing was ever said. */
  value: WorkingHours | null
  onChange: (hours: WorkingHours) => void
  error: string | undefined
}

const names: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** A week as seven lanes; each opens its own hours. */
export function WorkingHoursField({ value, onChange, error }: WorkingHoursFieldProps) {
  const hours = value ?? {}
  const axis = axisOf(hours)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Working hours</legend>
      {value === null && (
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-label text-ink-2">
          <span>You have not said when you work.</span>
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
      <div aria-hidden="true" className={`${columns} pt-1 font-figures text-micro text-ink-3`}>
        <span className="col-start-2 flex justify-between">
          {[axis.from, (axis.from + axis.until) / 2, axis.until].map((minutes) => (
            <span key={minutes}>{hourText(minutes)}</span>
          ))}
        </span>
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1.5 flex gap-1.5 text-label font-medium text-red-ink">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

const columns =
  'grid grid-cols-[2.5rem_minmax(0,1fr)_9.5rem] items-center gap-x-3 sm:gap-x-4 sm:grid-cols-[2.5rem_minmax(0,1fr)_9.5rem_1rem] sm:pr-2.5'

const hourText = (minutes: number): string =>
  clockOf(`${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:00`).replace(':00', '')

interface DayLaneProps {
  day: Weekday
  spans: readonly Span[]
  axis: { from: number; until: number }
  onChange: (spans: readonly Span[]) => void
  onCopy: (spans: readonly Span[]) => void
}

function DayLane({ day, spans, axis, onChange, onCopy }: DayLaneProps) {
  const isOff = spans.length === 0
  const words = isOff ? ['Off'] : spans.map(spanTextOf)
  const Icon = isOff ? Plus : Pencil
  return (
    <PopoverTrigger>
      <PlainButton
        className={`${columns} min-h-9 w-full cursor-pointer rounded-control py-1.5 text-left hover:bg-hover aria-expanded:bg-hover pointer-coarse:min-h-11`}
      >
        <span className={isOff ? 'text-ink-3' : 'font-medium'}>
          <span aria-hidden="true">{names[day].slice(0, 3)}</span>
          <span className="sr-only">{names[day]}</span>
        </span>
        <Lane spans={spans} axis={axis} />
        <span
          className={`flex flex-col text-right font-figures text-label whitespace-nowrap ${isOff ? 'text-ink-3' : 'text-ink-2'}`}
        >
          {words.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
        <Icon aria-hidden="true" className="size-3.5 text-ink-3 max-sm:hidden" strokeWidth={1.75} />
      </PlainButton>
      <Popover label={`Hours on ${names[day]}`} placement="bottom end">
        <WorkingDayEditor name={names[day]} spans={spans} onChange={onChange} onCopy={onCopy} />
      </Popover>
    </PopoverTrigger>
  )
}

function Lane({ spans, axis }: Pick<DayLaneProps, 'spans' | 'axis'>) {
  const percent = (minutes: number) => `${((minutes - axis.from) / (axis.until - axis.from)) * 100}%`
  return (
    <span
      aria-hidden="true"
      className="relative h-2.5 overflow-hidden rounded-tag bg-canvas bg-(image:--lane-off) forced-color-adjust-none"
    >
      {spans.map(([from, until]) => (
        <span
          key={from}
          className="absolute inset-y-0 rounded-tag border border-accent-line bg-lane-coach-soft"
          style={{
            left: percent(minutesOf(from)),
            right: `calc(100% - ${percent(endOf(until))})`,
          }}
        />
      ))}
    </span>
  )
}
