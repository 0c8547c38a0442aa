import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { firstWeekday } from '#base/first-weekday.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { useMonth } from '#features/dashboard/dashboard-queries.ts'
import { DayCell } from './day-cell.tsx'
import { DayPopover } from './day-popover.tsx'
import { dayByKey, isSameMonth, monthName, monthsLater, weeksOf } from './month-days.ts'

const weekdays = [
  ['Su', 'Sunday'],
  ['Mo', 'Monday'],
  ['Tu', 'Tuesday'],
  ['We', 'Wednesday'],
  ['Th', 'Thursday'],
  ['Fr', 'Friday'],
  ['Sa', 'Saturday'],
] as const

interface MonthCalendarProps {
  me: OwnProfile
  now: number
  /** A day to show and focus; each request is a new object. */
  wanted: { day: string } | undefined
}

/** A month that marks the days with sessions. Arrow keys move between days, Page Up and Page Down between months. */
export function MonthCalendar({ me, now, wanted }: MonthCalendarProps) {
  const zone = zoneOf(me)
  const today = dayIn(now, zone)
  // The day in the tab order. Its month is the one that is shown.
  const [chosen, setChosen] = useState<string>()
  const day = chosen ?? today
  const [openDay, setOpenDay] = useState<string>()
  const answer = useMonth(day, zone)
  const byDay = Map.groupBy(answer.data ?? [], ({ start_time }) => dayIn(Date.parse(start_time), zone))
  const grid = useRef<HTMLTableElement>(null)
  const moveTo = useFocusedDay(grid, day, setChosen)
  useEffect(() => {
    if (wanted) moveTo.current(wanted.day)
  }, [wanted, moveTo])

  const title = useId()
  const firstDay = firstWeekday()
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(day, event.key, firstDay)
    if (next === undefined) return
    event.preventDefault()
    moveTo.current(next)
  }
  const opened = openDay === undefined ? undefined : byDay.get(openDay)
  return (
    <section aria-labelledby={title}>
      <MonthHead id={title} month={monthName(day)} onTurn={(months) => setChosen(monthsLater(day, months))} />
      {/* The days inside take the focus; the table handles their keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={grid}
        // A table of buttons between which arrow keys move is a grid.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-labelledby={title}
        aria-busy={answer.isPending}
        onKeyDown={onKeyDown}
        className="mt-2.5 w-full table-fixed border-separate border-spacing-0"
      >
        <WeekdayHead firstDay={firstDay} />
        <tbody>
          {weeksOf(day, firstDay).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <DayCell
                  key={each}
                  day={each}
                  sessions={byDay.get(each) ?? noSessions}
                  isToday={each === today}
                  isInMonth={isSameMonth(each, day)}
                  isTabStop={each === day}
                  isOpen={each === openDay && opened !== undefined}
                  onPress={() => {
                    setChosen(each)
                    setOpenDay(byDay.has(each) ? each : undefined)
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {answer.isLoadingError && (
        <LoadNote
          what="The days with sessions"
          isRetrying={answer.isFetching}
          onRetry={() => void answer.refetch()}
        />
      )}
      <DayPopover
        {...{ me, now, grid }}
        day={openDay}
        sessions={opened}
        onClose={() => setOpenDay(undefined)}
      />
    </section>
  )
}

const noSessions: readonly Session[] = []

interface MonthHeadProps {
  id: string
  month: string
  onTurn: (months: number) => void
}

const MonthHead = ({ id, month, onTurn }: MonthHeadProps) => (
  <header className="-my-1.5 flex items-center justify-between">
    <h2 id={id} aria-live="polite" className="text-large font-semibold">
      {month}
    </h2>
    <div className="-mr-2 flex">
      <Button look="quiet" size="icon" aria-label="Previous month" onPress={() => onTurn(-1)}>
        <ChevronLeft className="size-4!" />
      </Button>
      <Button look="quiet" size="icon" aria-label="Next month" onPress={() => onTurn(1)}>
        <ChevronRight className="size-4!" />
      </Button>
    </div>
  </header>
)

const WeekdayHead = ({ firstDay }: { firstDay: number }) => (
  <thead>
    <tr>
      {[...weekdays.slice(firstDay), ...weekdays.slice(0, firstDay)].map(([short, long]) => (
        <th key={long} scope="col" className="h-7 text-micro font-normal text-ink-3">
          <abbr title={long} className="no-underline">
            {short}
          </abbr>
        </th>
      ))}
    </tr>
  </thead>
)

/** Moves to a day, in another month if need be, and focuses it once it is rendered. */
function useFocusedDay(
  grid: { readonly current: HTMLTableElement | null },
  day: string,
  setChosen: (day: string) => void,
) {
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  })
  return useRef((next: string) => {
    isWanted.current = true
    setChosen(next)
  })
}
