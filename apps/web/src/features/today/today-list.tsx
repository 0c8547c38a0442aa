import type { OwnProfile } from '@parley/contract/identity.ts'
import { dayIn } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useNow } from '#platform/time/clock.ts'
import { clockText, withoutHalf, zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink, PlainLink } from '#ui/button/link.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { useWaiting } from '#features/calls/calls.ts'
import { previewOf, useMovingWindow, useSessionClock, useSessionsLive } from '#features/sessions/sessions.ts'
import { SidebarSection } from './sidebar-section.tsx'
import { todayEntries, type TodayEntry } from './today-entries.ts'
import { showsCalls, useCallsOf } from './today-queries.ts'

interface TodayListProps {
  me: OwnProfile
  size: 'medium' | 'large'
  onLeave?: () => void
}

/** Today's calls, on every page: the next one is never more than a click away. */
export function TodayList({ me, size, onLeave }: TodayListProps) {
  const zone = zoneOf(me)
  const day = dayIn(useNow(), zone)
  const answer = useCallsOf(day, me)
  const { data } = answer
  const sessions = data?.entries ?? []
  useMovingWindow(showsCalls)
  const waiting = useWaiting()
  const now = useSessionClock(sessions)
  useSessionsLive(sessions)
  const isOfOrganization = isAtLeast(me.privs, 'OrgAdmin')
  const entries = todayEntries(sessions, now, {
    hasCoach: isOfOrganization,
    shownMax: size === 'medium' ? 6 : 4,
  })
  return (
    <SidebarSection title="Today" note={weekdayOf(zone, now)} size={size}>
      {answer.isLoadingError && (
        <LoadNote what="Calls" isRetrying={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
      {data && entries.length === 0 && (
        <p className={`text-ink-3 ${size === 'medium' ? 'text-label' : 'text-body'}`}>
          {/* For an organization, only running and later calls were requested. */}
          {isOfOrganization ? 'No more calls today.' : 'No calls today.'}
        </p>
      )}
      <ul
        aria-busy={answer.isPending || undefined}
        className={size === 'medium' ? 'text-label' : 'text-body'}
      >
        {entries.map((entry) => (
          <li key={entry.session.id}>
            <TodayLine
              {...{ entry, zone, size }}
              isWaiting={waiting.has(entry.session.id)}
              onLeave={onLeave}
            />
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}

const looks = {
  past: { text: 'text-ink-3', mark: 'bg-line-2' },
  next: { text: 'font-semibold text-ink', mark: 'bg-lane-coach' },
  later: { text: 'text-ink-2', mark: 'bg-accent-line' },
}

interface TodayLineProps extends TodayEntryLinkProps {
  isWaiting: boolean
}

/** One call. If its client is waiting, it has a button to join. */
function TodayLine({ isWaiting, ...line }: TodayLineProps) {
  const { entry, onLeave } = line
  if (!isWaiting) return <TodayEntryLink {...line} />
  return (
    <div className="flex items-center gap-2 py-1">
      <div className="min-w-0 flex-1">
        <TodayEntryLink {...line} entry={{ session: entry.session, label: entry.label, state: 'next' }} />
      </div>
      <ButtonLink
        to="/session/$sessionId/join"
        params={{ sessionId: entry.session.id }}
        onClick={onLeave}
        look="primary"
        size="small"
        aria-label={`Join Call, ${entry.label} is waiting`}
      >
        Join Call
      </ButtonLink>
    </div>
  )
}

interface TodayEntryLinkProps {
  entry: TodayEntry
  zone: string
  size: 'medium' | 'large'
  onLeave: (() => void) | undefined
}

function TodayEntryLink({
  entry: { session, label, state, countdown },
  zone,
  size,
  onLeave,
}: TodayEntryLinkProps) {
  const look = looks[state]
  const time = clockText(zone, Date.parse(session.start_time))
  return (
    <PlainLink
      to={previewOf(session)}
      onClick={onLeave}
      className={`-mx-1.5 flex items-center gap-2 rounded-control px-1.5 hover:bg-hover ${size === 'medium' ? 'h-6.5' : 'h-11'} ${look.text}`}
    >
      <span
        aria-hidden="true"
        className={`shrink-0 text-right font-figures ${size === 'medium' ? 'w-9' : 'w-11'}`}
      >
        {withoutHalf(time)}
      </span>
      <span className="sr-only">{time}</span>
      <span
        aria-hidden="true"
        className={`h-4 w-1 shrink-0 rounded-round forced-color-adjust-none ${look.mark}`}
      />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {countdown !== undefined && (
        <span className="shrink-0 font-figures text-small text-accent-ink">{countdown}</span>
      )}
    </PlainLink>
  )
}

/** 'Mon, Nov 16'. */
const weekdayOf = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', month: 'short', day: 'numeric' }).format(at)
