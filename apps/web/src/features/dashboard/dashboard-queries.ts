import type { OwnProfile } from '@parley/contract/identity.ts'
import { ownScores } from '@parley/contract/assessment/progress.ts'
import { calendarSessions, sessionProgress } from '@parley/contract/sessions/sessions.ts'
import {
  appointmentsRange,
  recentRange,
  stillOpenRange,
} from '@parley/contract/rules/sessions/appointments.ts'
import { monthRange } from '@parley/contract/rules/time/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { queryOf } from '#platform/server/queries.ts'
import { sessionsAtQuery, useSessionsAt, useSessionsPage } from '#features/sessions/sessions.ts'

type ListAt = Parameters<typeof useSessionsAt>[0]

const owned = { owned: true, page: 1, limit: constants.pageSize } as const

/** The viewer's sessions that can be joined now or soon (docs/rules.md §4). */
const appointments: ListAt = {
  name: 'appointments',
  queryAt: (now) => ({
    ...owned,
    start_time_range: appointmentsRange(now),
    filters: { status: ['Scheduled'] },
    order: ['start_time', 'ASC'],
  }),
}

/**
 * The viewer's session that started before that range and may still be open. Nobody is in two Scheduled sessions at once, so
 * only the newest of those can be open.
 */
const stillOpen: ListAt = {
  name: 'still-open',
  queryAt: (now) => ({
    ...owned,
    limit: 1,
    start_time_range: stillOpenRange(now),
    filters: { status: ['Scheduled'] },
    order: ['start_time', 'DESC'],
  }),
}

/** The viewer's sessions of the last seven days, newest first. Cancelled and no-show sessions never took place. */
const recent: ListAt = {
  name: 'recent',
  queryAt: (now) => ({
    ...owned,
    start_time_range: recentRange(now),
    filters: { status: ['Completed', 'Scheduled'] },
    order: ['start_time', 'DESC'],
  }),
}

export const useAppointments = () => useSessionsAt(appointments)
export const useStillOpen = () => useSessionsAt(stillOpen)
export const useRecent = () => useSessionsAt(recent)

/** As far ahead as a session can be booked. */
const aheadMs = 731 * 86_400_000

/** The viewer's first session after the appointments. */
const nextBeyond: ListAt = {
  name: 'next',
  queryAt: (now) => ({
    owned: true,
    page: 1,
    limit: 1,
    start_time_range: [new Date(now).toISOString(), new Date(now + aheadMs).toISOString()],
    filters: { status: ['Scheduled'] },
    order: ['start_time', 'ASC'],
  }),
}

export const useNextBeyond = (wish: { isWanted: boolean }) => useSessionsAt(nextBeyond, wish)

const decisionsPage = 4

/** Past sessions that are still Scheduled: the organization's for its admins, and everybody else's own. */
export const useUnsettled = ({ privs }: OwnProfile, page: number) =>
  useSessionsPage({
    page,
    limit: decisionsPage,
    filters: { unsettled: true },
    order: ['start_time', 'DESC'],
    ...(isAtLeast(privs, 'Admin') && { owned: true }),
  })

/** The viewer's sessions in the month of a day, on the viewer's calendar. */
export function useMonth(day: string, zone: string) {
  const [from, until] = monthRange(day, zone)
  const start_time_range: [string, string] = [new Date(from).toISOString(), new Date(until).toISOString()]
  const refetchInterval = usePollMs()
  return useQuery({
    ...queryOf(calendarSessions, { query: { start_time_range, owned: true } }),
    refetchInterval,
  })
}

/** Figures for the viewer's scope, or for their own sessions alone; a coach has no others. */
const progressQuery = ({ privs }: OwnProfile, whose: 'scope' | 'mine') =>
  queryOf(sessionProgress, {
    query: whose === 'mine' || !isAtLeast(privs, 'OrgAdmin') ? { owned: true } : {},
  })

export const useProgress = (me: OwnProfile, whose: 'scope' | 'mine') =>
  useQuery({
    ...progressQuery(me, whose),
    placeholderData: keepPreviousData,
    refetchInterval: usePollMs(),
  })

/** The scores of the viewer's own sessions in the last 28 days, if they may score. */
export const useOwnScores = ({ is_assessor }: OwnProfile) =>
  useQuery({ ...queryOf(ownScores, {}), enabled: is_assessor, refetchInterval: usePollMs() })

/** The queries at the top of the dashboard, which depend on no choice. */
export const firstOfDashboard = (me: OwnProfile) => ({
  appointments: sessionsAtQuery(appointments),
  stillOpen: sessionsAtQuery(stillOpen),
  recent: sessionsAtQuery(recent),
  progress: progressQuery(me, 'scope'),
})
