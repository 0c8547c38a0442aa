import type { OwnProfile } from '@parley/contract/identity.ts'
import { ownScores } from '@parley/contract/progress.ts'
import { calendarSessions, sessionProgress } from '@parley/contract/sessions.ts'
import { appointmentsRange, recentRange, stillOpenRange } from '@parley/contract/rules/appointments.ts'
import { monthRange } from '@parley/contract/rules/clock-times.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { isAtLeast } from '@parley/contract/rules/levels.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { queryOf } from '#platform/server/queries.ts'
import { sessionsAtQuery, useSessionsAt, useSessionsPage } from '#features/sessions/sessions.ts'

type ListAt = Parameters<typeof useSessionsAt>[0]

const owned = { owned: true, page: 1, limit: constants.pageSize } as const

/** The own sessions that can be joined now or soon (docs/rules.md §4). */
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
 * The own session that started before that range and may still be open. Nobody is in two Scheduled sessions at once, so
 * of those that started that long ago only the newest can be.
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

/** Of the last seven days, newest first. What was cancelled, or nobody came to, never took place. */
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

/** As far ahead as one can book. */
const aheadMs = 731 * 86_400_000

/** The first of the own sessions after the appointments. */
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

/** Past and still Scheduled: what the coach holds, the organization's for its admins, and their own for those above. */
export const useUnsettled = ({ privs }: OwnProfile, page: number) =>
  useSessionsPage({
    page,
    limit: decisionsPage,
    filters: { unsettled: true },
    order: ['start_time', 'DESC'],
    ...(isAtLeast(privs, 'Admin') && { owned: true }),
  })

/** The own sessions of the month that a day lies in, on the viewer's calendar. */
export function useMonth(day: string, zone: string) {
  const [from, until] = monthRange(day, zone)
  const start_time_range: [string, string] = [new Date(from).toISOString(), new Date(until).toISOString()]
  const refetchInterval = usePollMs()
  return useQuery({
    ...queryOf(calendarSessions, { query: { start_time_range, owned: true } }),
    refetchInterval,
  })
}

/** Of what somebody looks after, or of the own sessions alone; a coach has no others. */
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

/** What the own scored sessions of the last 28 days came to, for whoever may score. */
export const useOwnScores = ({ is_assessor }: OwnProfile) =>
  useQuery({ ...queryOf(ownScores, {}), enabled: is_assessor, refetchInterval: usePollMs() })

/** What stands at the top and needs no choice. */
export const firstOfDashboard = (me: OwnProfile) => ({
  appointments: sessionsAtQuery(appointments),
  stillOpen: sessionsAtQuery(stillOpen),
  recent: sessionsAtQuery(recent),
  progress: progressQuery(me, 'scope'),
})
