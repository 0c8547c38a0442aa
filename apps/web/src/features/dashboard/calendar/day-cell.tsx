import type { Session } from '@parley/contract/sessions/sessions.ts'
import { longDay } from './month-days.ts'
import { countText } from '#ui/display/amount-text.ts'

interface DayCellProps {
  day: string
  sessions: readonly Session[]
  isToday: boolean
  isInMonth: boolean
  /** Only one day is in the tab order; the arrow keys lead to the others. */
  isTabStop: boolean
  isOpen: boolean
  onPress: () => void
}

const marksMax = 3

/** The same for every day, so that all numbers of a week are on one line. */
const boxStyles =
  'inline-flex h-9 w-full max-w-11 flex-col items-center rounded-control border pt-1 font-figures text-label max-sm:h-11'

/** A day of the calendar, marked if it has sessions. Days of the adjacent months are read-only. */
export function DayCell({ day, sessions, isToday, isInMonth, isTabStop, isOpen, onPress }: DayCellProps) {
  const date = Number(day.slice(-2))
  if (!isInMonth) {
    return (
      <td className="h-9.5 p-0 text-center max-sm:h-12">
        <span className={`${boxStyles} border-transparent text-ink-3`}>{date}</span>
      </td>
    )
  }
  const isMarked = sessions.length > 0
  return (
    <td className="h-9.5 p-0 text-center max-sm:h-12">
      <button
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={`${longDay(day)}${isMarked ? `, ${countText(sessions.length, 'session')}` : ''}`}
        {...(isToday && { 'aria-current': 'date' as const })}
        {...(isMarked && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen })}
        onClick={onPress}
        className={[
          `${boxStyles} outline-offset-0`,
          isMarked ? 'cursor-pointer hover:bg-hover' : 'cursor-default',
          isOpen
            ? 'border-accent bg-accent font-semibold text-on-accent hover:bg-accent'
            : isToday
              ? 'border-accent-line font-semibold text-accent-ink'
              : // Forced colours draw transparent borders too, and today's would be one of many.
                'border-transparent text-ink forced-colors:border-[Canvas]',
        ].join(' ')}
      >
        {date}
        <span aria-hidden="true" className="mt-0.5 flex h-1 gap-0.5 forced-color-adjust-none">
          {sessions.slice(0, marksMax).map(({ id, status }) => (
            <span
              key={id}
              className={`size-1 rounded-round ${isOpen ? 'bg-on-accent' : isOff(status) ? 'bg-gray' : 'bg-accent'}`}
            />
          ))}
        </span>
      </button>
    </td>
  )
}

/** Cancelled and no-show sessions get a quiet mark: nothing takes place there, or took place. */
const isOff = (status: Session['status']): boolean => status === 'Cancelled' || status === 'NoShow'
