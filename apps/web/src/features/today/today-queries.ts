import type { OwnProfile } from '@parley/contract/identity.ts'
import { scheduledToday } from '@parley/contract/sessions/sessions.ts'
import { dayIn, dayRange } from '@parley/contract/rules/time/clock-times.ts'
import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { useQuery, type QueryKey } from '@tanstack/react-query'
import { usePollMs } from '#platform/live/channel.ts'
import { queryOf } from '#platform/server/queries.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { useSessionsAt } from '#features/sessions/sessions.ts'

const asTexts = ([from, until]: readonly [number, number]): [string, string] => [
  new Date(from).toISOString(),
  new Date(until).toISOString(),
]

/** A coach has some ten a day. An organization may have hundreds, so only those running or next are requested. */
const limits = { own: 30, organization: 6 }
const lookBackMs = 75 * 60_000

const callsOf = 'calls of '

/** An organization's list holds only its next few calls, so it is refetched as time goes on. */
export const showsCalls = ({ queryKey: [, name] }: { queryKey: QueryKey }): boolean =>
  typeof name === 'string' && name.startsWith(callsOf)

/** The calls of a day that were not cancelled: the viewer's own, or for organization admins the organization's. */
export function useCallsOf(day: string, me: OwnProfile) {
  const zone = zoneOf(me)
  const isWide = isAtLeast(me.privs, 'OrgAdmin')
  return useSessionsAt({
    name: `${callsOf}${day} in ${zone}`,
    queryAt: (now) => {
      const [from, until] = dayRange(day, zone)
      return {
        page: 1,
        limit: isWide ? limits.organization : limits.own,
        owned: !isWide,
        start_time_range: asTexts([isWide ? Math.max(from, now - lookBackMs) : from, until]),
        filters: { status: ['Completed', 'NoShow', 'Scheduled'] },
        order: ['start_time', 'ASC'],
      }
    },
  })
}

/** How many sessions in the viewer's scope start today and are still Scheduled. */
export function useScheduledToday(me: OwnProfile, now: number) {
  const zone = zoneOf(me)
  const range = asTexts(dayRange(dayIn(now, zone), zone))
  return useQuery({ ...queryOf(scheduledToday, { query: { range } }), refetchInterval: usePollMs() })
}
