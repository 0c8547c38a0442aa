import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Answered } from '@parley/contract/wire/route.ts'
import type { sessionProgress } from '@parley/contract/sessions/sessions.ts'
import { completionRate } from '@parley/contract/rules/sessions/appointments.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { countsText, shareText } from '@parley/contract/rules/assessment/progress.ts'
import { useId, useState, type ReactNode } from 'react'
import { SegmentedControl } from '#ui/choice/segmented-control.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { Bars, LineChart } from '#ui/display/small-charts.tsx'
import { useOwnScores, useProgress } from './dashboard-queries.ts'

type Whose = 'scope' | 'mine'

/** This week and the last 28 days: a coach's own sessions, or the scope of higher roles. */
export function Progress({ me }: { me: OwnProfile }) {
  const [whose, setWhose] = useState<Whose>('scope')
  const answer = useProgress(me, whose)
  const scope = scopeOf(me)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex items-baseline justify-between gap-4 border-b border-line pb-1.5">
        <h2 id={id} className="text-large font-semibold">
          This week
        </h2>
        <span className="text-label text-ink-3">vs. 4-week average</span>
      </div>
      {scope && (
        <div className="flex min-h-10 items-center justify-between gap-3 pt-2">
          <p className="min-w-0 text-label wrap-anywhere text-ink-2">
            {whose === 'mine' ? 'Your own sessions' : scope.name}
          </p>
          {answer.data?.hasOwn && (
            <div className="shrink-0">
              <SegmentedControl
                label="Whose figures"
                isLabelHidden
                segments={[
                  { value: 'scope', label: scope.word },
                  { value: 'mine', label: 'Mine' },
                ]}
                value={whose}
                onChange={setWhose}
              />
            </div>
          )}
        </div>
      )}
      {answer.data && (
        <div
          className={`transition-opacity duration-(--base) ${answer.isPlaceholderData ? 'opacity-55 delay-150' : ''}`}
        >
          <Figures figures={answer.data}>
            <Scores me={me} />
          </Figures>
        </div>
      )}
      {answer.isPending && <FiguresSkeleton />}
      {answer.isLoadingError && (
        <LoadNote what="The figures" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
    </section>
  )
}

/** The scope's name and its short word; undefined if the figures are of the viewer's own sessions. */
function scopeOf({ privs, organization }: OwnProfile): { name: string; word: string } | undefined {
  if (isAtLeast(privs, 'Admin')) return { name: 'All organizations', word: 'All' }
  if (!isAtLeast(privs, 'OrgAdmin')) return undefined
  return { name: organization?.displayName ?? 'Your organization', word: 'Organization' }
}

const weeksShown = 5

interface FiguresProps {
  figures: Answered<typeof sessionProgress>
  /** Further figures. */
  children: ReactNode
}

function Figures({ figures, children }: FiguresProps) {
  const weeks = figures.weeks.slice(-weeksShown)
  const present = weeks.at(-1)
  const before = weeks.slice(0, -1)
  const counted = figures.completed + figures.noShow
  const rate = completionRate(figures.completed, figures.noShow)
  const rates = figures.rates.map(({ completed, noShow }) => completionRate(completed, noShow))
  const span = counted === 0 ? 'nothing to count in 28 days' : `of ${numberText(counted)}, last 28 days`
  const byWeek = (name: 'calls' | 'minutes') =>
    weeks.map((week) => `${shortDay(week.start)}: ${numberText(week[name])}`).join(', ')
  const ratesText = (of: (rate: number) => number) =>
    figures.rates
      .map(({ start }, i) => {
        const value = rates[i]
        return `${shortDay(start)}: ${value === undefined ? '–' : `${of(value)}%`}`
      })
      .join(', ')
  return (
    <div>
      <Figure
        label="Calls"
        value={numberText(present?.calls ?? 0)}
        note={`${numberText(figures.today)} held or scheduled today, ${numberText(figures.toCome)} to come`}
        chart={<Bars values={weeks.map(({ calls }) => calls)} text={`Calls by week. ${byWeek('calls')}`} />}
      />
      <Figure
        label="Completion"
        value={percentText(rate)}
        note={counted === 0 ? span : `${numberText(figures.completed)} ${span}`}
        chart={
          <LineChart values={rates} text={`Completion from each week on. ${ratesText((value) => value)}`} />
        }
      />
      <Figure
        label="No-show"
        value={percentText(rate === undefined ? undefined : 100 - rate)}
        note={counted === 0 ? span : `${numberText(figures.noShow)} ${span}`}
        chart={
          <LineChart
            values={rates.map((value) => (value === undefined ? undefined : 100 - value))}
            text={`No-show from each week on. ${ratesText((value) => 100 - value)}`}
          />
        }
      />
      <Figure
        label="Minutes coached"
        value={numberText(present?.minutes ?? 0)}
        note={`average ${numberText(mean(before.map(({ minutes }) => minutes)))} a week`}
        chart={
          <Bars
            values={weeks.map(({ minutes }) => minutes)}
            text={`Minutes coached by week. ${byWeek('minutes')}`}
          />
        }
      />
      {children}
    </div>
  )
}

/** The viewer's own scored sessions, even if the other figures are of a scope. Absent if nothing was scored. */
function Scores({ me }: { me: OwnProfile }) {
  const { data } = useOwnScores(me)
  if (!data || data.answered === 0) return null
  const sessions = data.sessions === 1 ? 'one session' : `${numberText(data.sessions)} sessions`
  return (
    <Figure
      label="Scores"
      value={shareText(data)}
      note={`${countsText(data)} criteria shown, ${sessions} of yours, last 28 days`}
    />
  )
}

interface FigureProps {
  label: string
  value: string
  note: string
  chart?: ReactNode
}

const Figure = ({ label, value, note, chart }: FigureProps) => (
  <div className="flex items-center justify-between gap-4 border-b border-line py-3 last:border-b-0">
    <div className="flex flex-col">
      <p className="text-label text-ink-2">{label}</p>
      <p className="font-figures text-[1.375rem]/7 font-semibold tracking-[-0.012em]">{value}</p>
      <p className="font-figures text-small text-ink-3">{note}</p>
    </div>
    <div>{chart}</div>
  </div>
)

const FiguresSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    {['calls', 'completion', 'no-show', 'minutes'].map((name) => (
      <div key={name} className="flex items-center justify-between border-b border-line py-3.5">
        <Skeleton className="h-14 w-28" />
        <Skeleton className="h-7 w-21" />
      </div>
    ))}
  </div>
)

const numberText = (value: number): string => value.toLocaleString('en-US')

const percentText = (value: number | undefined): string => (value === undefined ? '–' : `${value}%`)

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** 'Nov 16' for a day of the calendar. */
const shortDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    Date.parse(day),
  )
