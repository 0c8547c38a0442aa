import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import type { Appointments as Chosen } from '@parley/contract/rules/sessions/appointments.ts'
import { constants } from '@parley/contract/rules/constants.ts'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { clockText, shortZoneName, zoneOf } from '#platform/time/time-zone.ts'
import { Button } from '#ui/button/button.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { waitText } from '#features/sessions/sessions.ts'
import { StillOpen } from './still-open.tsx'
import { ActiveCard } from './active-card.tsx'
import { CaughtUp } from './caught-up.tsx'
import { useNextBeyond } from '#features/dashboard/dashboard-queries.ts'
import { dayWord } from './appointment-words.ts'
import { Section } from '#features/dashboard/section.tsx'
import { Upcoming } from './upcoming.tsx'

interface AppointmentsProps {
  me: OwnProfile
  now: number
  chosen: Chosen<Session> | undefined
  /** Shown in their place if they could not be loaded. */
  failure: ReactNode
  onSchedule: () => void
  onShowDay: (day: string) => void
}

/** 'My Appointments': the session that can be joined, and after it the next ones. */
export function Appointments({ me, now, chosen, failure, onSchedule, onShowDay }: AppointmentsProps) {
  const isCaughtUp = chosen !== undefined && chosen.active.length + chosen.next.length === 0
  const beyond = useNextBeyond({ isWanted: isCaughtUp })
  const [first] = chosen?.next ?? []
  return (
    <>
      <Section title="My Appointments">
        {!chosen && (failure || <CardSkeleton />)}
        {chosen?.active.map((session) => (
          <ActiveCard key={session.id} {...{ me, session, now }} />
        ))}
        {chosen && <StillOpen me={me} sessions={chosen.stillOpen} now={now} />}
        {chosen?.active.length === 0 && first && <NotYet me={me} session={first} now={now} />}
        {isCaughtUp && (
          <CaughtUp
            me={me}
            next={beyond.data?.entries[0]}
            onShowDay={onShowDay}
            scheduleButton={
              <Button look="primary" icon={<Plus strokeWidth={1.75} />} onPress={onSchedule}>
                Schedule Session
              </Button>
            }
          />
        )}
      </Section>
      {first && chosen && <Upcoming me={me} sessions={chosen.next} now={now} />}
    </>
  )
}

const CardSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Skeleton className="h-33 w-full rounded-panel" />
  </div>
)

/** Nothing can be joined yet: says when the next session opens. */
function NotYet({ me, session, now }: { me: OwnProfile; session: Session; now: number }) {
  const zone = zoneOf(me)
  const opens = Date.parse(session.start_time) - constants.joinWindowBeforeMs
  return (
    <p className="text-ink-2">
      No call to join right now. The next one opens {dayWord(zone, opens, now)} at{' '}
      <span className="font-figures">
        {clockText(zone, opens)} {shortZoneName(zone, opens)}
      </span>
      , in {waitText(opens, now)}.
    </p>
  )
}
