import { tryConnection, type Checked, type CheckResult } from '@parley/contract/calls/calls.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { request } from '#platform/server/api.ts'
import { useNow } from '#platform/time/clock.ts'
import { zoneOf } from '#platform/time/time-zone.ts'
import { ButtonLink } from '#ui/button/link.tsx'
import { Badge } from '#ui/display/badge.tsx'
import { countdownText, zonedRangeText } from '#features/sessions/sessions.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { CallKnocks } from '#features/calls/knock/knocks.tsx'
import { OwnCheck } from './own-check.tsx'

interface SessionCheckProps {
  session: Session
  me: OwnProfile
  devices: LocalDevices
  isJoining: boolean
  onJoin: (checked: Checked) => void
  onFound: (application: CheckResult | undefined) => void
  /** The frame around the check, with the session in its corner. */
  frame: (corner: ReactNode, children: ReactNode) => ReactNode
}

/** The device check of a signed-in person of the session. */
export function SessionCheck({ session, me, devices, isJoining, onJoin, onFound, frame }: SessionCheckProps) {
  const now = useNow()
  const corner = (
    <p className="flex min-w-0 items-center gap-2 text-label">
      <CalendarDays className="size-4 shrink-0 text-ink-3 max-sm:hidden" strokeWidth={1.6} />
      <span className="truncate font-medium max-sm:hidden">{session.title}</span>
      <span className="shrink-0 text-ink-2 max-lg:hidden">
        {`· ${zonedRangeText(zoneOf(me), Date.parse(session.start_time), Date.parse(session.end_time))}`}
      </span>
      <Badge tone="accent">{countdownText(session, now)}</Badge>
    </p>
  )
  return frame(
    corner,
    <OwnCheck
      {...{ devices, isJoining, onJoin, onFound }}
      fetchTrial={() => request(tryConnection, {})}
      hasApplication={session.use_server && session.instance_count > 0}
      above={session.coach_id === me.id && <CallKnocks me={me} sessionId={session.id} isInCall={false} />}
      close={
        <ButtonLink to="/sessions" size="large">
          Close
        </ButtonLink>
      }
    />,
  )
}
