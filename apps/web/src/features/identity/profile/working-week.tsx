import {
  minutesOf,
  weekdays,
  type Weekday,
  type WorkingHours,
} from '@parley/contract/rules/time/working-hours.ts'
import { axisOf, clockOf, endOf, spanTextOf, type Axis, type Span } from './working-times.ts'

export const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

const columns = 'grid grid-cols-[2.25rem_minmax(0,1fr)_9rem] items-center gap-x-3'

/** Shows somebody's working hours as seven lanes. */
export function WorkingWeek({ hours }: { hours: WorkingHours }) {
  const axis = axisOf(hours)
  return (
    <ul className="border-t border-line">
      {weekdays.map((day) => (
        <li key={day} className={`${columns} min-h-8 border-b border-line py-1`}>
          <HoursOfDay day={day} spans={hours[day] ?? []} axis={axis} />
        </li>
      ))}
    </ul>
  )
}

interface HoursOfDayProps {
  day: Weekday
  spans: readonly Span[]
  axis: Axis
}

/** The day's name, its lane and its hours in words: three cells of a grid. */
export function HoursOfDay({ day, spans, axis }: HoursOfDayProps) {
  const isOff = spans.length === 0
  const words = isOff ? ['Off'] : spans.map(spanTextOf)
  return (
    <>
      <span className={isOff ? 'text-ink-3' : 'font-medium'}>
        <span aria-hidden="true">{dayNames[day].slice(0, 3)}</span>
        <span className="sr-only">{dayNames[day]}</span>
      </span>
      <Lane spans={spans} axis={axis} />
      <span
        className={`flex flex-col text-right font-figures text-label whitespace-nowrap ${isOff ? 'text-ink-3' : 'text-ink-2'}`}
      >
        {words.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </>
  )
}

/** The hours below the lanes, in the grid's second column. */
export const HoursAxis = ({ axis }: { axis: Axis }) => (
  <span className="col-start-2 flex justify-between font-figures text-micro text-ink-3">
    {[axis.from, (axis.from + axis.until) / 2, axis.until].map((minutes) => (
      <span key={minutes}>{hourText(minutes)}</span>
    ))}
  </span>
)

const hourText = (minutes: number): string =>
  clockOf(`${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:00`).replace(':00', '')

function Lane({ spans, axis }: Pick<HoursOfDayProps, 'spans' | 'axis'>) {
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
