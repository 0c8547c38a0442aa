import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions.ts'
import { useNavigate } from '@tanstack/react-router'
import { zoneOf } from '#platform/time/time-zone.ts'
import { toast } from '#ui/overlay/toast.ts'
import { placeOf } from '#features/sessions/list/session-range.ts'
import { whenText } from '#features/sessions/words/session-words.ts'

/** Reports what was booked and when, and links to its day in the list. */
export function useTellScheduled(me: OwnProfile): (session: Session) => void {
  const navigate = useNavigate()
  return (session) =>
    void toast.success('Session scheduled', `${session.title}, ${whenText(zoneOf(me), session)}`, {
      act: { label: 'Show', onAction: () => void navigate(placeOf(session, me)) },
    })
}
