import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from 'react-aria-components/Calendar'
import { Heading } from 'react-aria-components/Heading'
import { firstWeekday } from '#base/first-weekday.ts'

const turnStyles =
  'flex size-(--control) cursor-pointer items-center justify-center rounded-control text-ink-2 hover:bg-hover disabled:cursor-default disabled:text-ink-off [&_svg]:size-4'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The first day of the week in the viewer's locale. */
export const firstDayOfWeek = () => weekdays[firstWeekday()] ?? 'mon'

/** A single chosen day, or a range in which the first and the last day stand out. */
const chosenStyles = {
  day: 'selected:bg-accent selected:font-semibold selected:text-on-accent',
  days: [
    'selected:bg-accent-soft selected:text-accent-ink',
    'selection-start:bg-accent! selection-start:font-semibold selection-start:text-on-accent!',
    'selection-end:bg-accent! selection-end:font-semibold selection-end:text-on-accent!',
  ].join(' '),
}

/** The inside of a calendar: a month with its name, buttons to the previous and the next month, and its days. */
export const CalendarFace = ({ chosen = 'day' }: { chosen?: keyof typeof chosenStyles }) => (
  <>
    <header className="flex items-center justify-between pb-2">
      <Button slot="previous" className={turnStyles}>
        <ChevronLeft />
      </Button>
      <Heading className="font-semibold" />
      <Button slot="next" className={turnStyles}>
        <ChevronRight />
      </Button>
    </header>
    <CalendarGrid weekdayStyle="short" className="w-full border-collapse">
      <CalendarGridHeader>
        {(weekday) => (
          <CalendarHeaderCell className="h-8 text-small font-normal text-ink-3">{weekday}</CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(day) => (
          <CalendarCell
            date={day}
            className={[
              'mx-auto flex size-10 cursor-pointer items-center justify-center rounded-control font-figures text-body outline-none',
              'hover:bg-hover focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus',
              chosenStyles[chosen],
              'disabled:cursor-default disabled:text-ink-off outside-month:hidden pointer-coarse:size-11 forced-colors:selected:outline-2',
            ].join(' ')}
          />
        )}
      </CalendarGridBody>
    </CalendarGrid>
  </>
)
