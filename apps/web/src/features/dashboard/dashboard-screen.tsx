import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session, SessionFilters } from '@parley/contract/sessions/sessions.ts'
import { chooseAppointments, chooseRecent } from '@parley/contract/rules/sessions/appointments.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/button.tsx'
import { LoadNote } from '#ui/page/load-failure.tsx'
import { useTableState } from '#ui/table/use-table-state.ts'
import { useSmallScreen } from '#ui/page/use-small-screen.ts'
import {
  answerAtPresent,
  type SessionColumn,
  SessionForms,
  showsSessions,
  useMovingWindow,
  useSessionAddress,
  useSessionClock,
  useSessionsLive,
  useSessionsPage,
  useTurns,
} from '#features/sessions/sessions.ts'
import { Appointments } from './appointments/appointments.tsx'
import { DashboardHead } from './dashboard-head.tsx'
import { useAppointments, useRecent, useStillOpen } from './dashboard-queries.ts'
import { MonthCalendar } from './calendar/month-calendar.tsx'
import { NeedsDecision } from './needs-decision.tsx'
import { Progress } from './progress.tsx'
import { Recent } from './appointments/recent.tsx'
import { RefundsDue } from './refunds-due.tsx'
import { Section } from './section.tsx'
import { SessionsTable, tableShape } from './sessions-table.tsx'

/** Shows the next calls, the sessions that need a decision, the recent ones, and the progress. */
export function DashboardScreen({ me }: { me: OwnProfile }) {
  const appointments = useAppointments()
  const stillOpen = useStillOpen()
  const recent = useRecent()
  const state = useTableState<SessionColumn, SessionFilters>(tableShape(me))
  const table = useSessionsPage(state.query)
  const shown = [stillOpen, appointments, recent, table].flatMap(({ data }) => data?.entries ?? [])
  const now = useSessionClock(shown)
  const highlighted = useSessionsLive(shown)
  useTurns(shown, now)
  useMovingWindow(showsSessions)
  const address = useSessionAddress()
  const [wantedDay, setWantedDay] = useState<{ day: string }>()
  const isSmall = useSmallScreen()
  const chosen =
    appointments.data &&
    chooseAppointments(inOrder(stillOpen.data?.entries, appointments.data.entries), me.privs, now)
  // Without appointments, the button is in their place.
  const hasAppointments = chosen !== undefined && chosen.active.length + chosen.next.length > 0
  const scheduleButton = (
    <Button
      icon={<Plus strokeWidth={1.75} />}
      onPress={address.openSchedule}
      {...(isSmall && { size: 'large', width: 'full' })}
    >
      Schedule Session
    </Button>
  )

  return (
    <>
      <DashboardHead me={me} now={now} action={hasAppointments && !isSmall && scheduleButton} />
      <div className="@container mt-5">
        <div className="grid gap-x-12 gap-y-7 @4xl:grid-cols-[minmax(0,1fr)_19.5rem] @4xl:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-7">
            <Appointments
              {...{ me, now, chosen }}
              failure={
                appointments.isLoadingError && (
                  <LoadNote
                    what="Your appointments"
                    isRetrying={appointments.isFetching}
                    onRetry={() => void appointments.refetch()}
                  />
                )
              }
              onSchedule={address.openSchedule}
              onShowDay={(day) => setWantedDay({ day })}
            />
            {hasAppointments && isSmall && scheduleButton}
            <NeedsDecision me={me} />
            {isAtLeast(me.privs, 'Admin') && <RefundsDue me={me} />}
            <RecentOrFailure {...{ me, now, recent }} />
          </div>
          {/* At the side if there is room for both, else below, next to each other. */}
          <div className="grid min-w-0 content-start gap-x-12 gap-y-7 @2xl:@max-4xl:grid-cols-2 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
            <MonthCalendar me={me} now={now} wanted={wantedDay} />
            <Progress me={me} />
          </div>
          <div className="min-w-0">
            <SessionsTable
              {...{ me, now, state, highlighted }}
              answer={answerAtPresent(me, table, now)}
              onEdit={address.openEdit}
            />
          </div>
        </div>
      </div>
      <SessionForms me={me} address={address} rows={shown} />
    </>
  )
}

interface RecentOrFailureProps {
  me: OwnProfile
  now: number
  recent: ReturnType<typeof useRecent>
}

function RecentOrFailure({ me, now, recent }: RecentOrFailureProps) {
  if (!recent.isLoadingError)
    return <Recent me={me} sessions={chooseRecent(recent.data?.entries ?? [], now)} now={now} />
  return (
    <Section title="Recent">
      <LoadNote what="Recent sessions" isRetrying={recent.isFetching} onRetry={() => void recent.refetch()} />
    </Section>
  )
}

/** Ordered by start, without duplicates: as the clock advances, both lists may hold the same session. */
const inOrder = (earlier: readonly Session[] = [], later: readonly Session[]): Session[] => [
  ...earlier.filter(({ id }) => later.every((session) => session.id !== id)),
  ...later,
]
