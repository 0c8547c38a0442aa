import type { OwnProfile } from '@parley/contract/identity.ts'
import type { Session } from '@parley/contract/sessions/sessions.ts'
import { useOpening } from '#ui/overlay/use-opening.ts'
import { lazyPart, OverlayFailure } from '#ui/page/lazy-part.tsx'
import type { SessionAddress } from '#features/sessions/list/session-address.ts'
import type { ChosenPeople } from './session-values.ts'

// The form is large and the pages that open it are not, so it is loaded on first use.
const ScheduleSession = lazyPart(
  async () => (await import('./schedule-session.tsx')).ScheduleSession,
  OverlayFailure,
)
const EditSession = lazyPart(async () => (await import('./edit-session.tsx')).EditSession, OverlayFailure)

interface SessionFormsProps {
  me: OwnProfile
  address: SessionAddress
  /** The sessions that the page shows, for the form to start with. */
  rows: readonly Session[]
  /** People already chosen in a new session. */
  chosen?: ChosenPeople
}

/** The forms that the URL asks for. */
export function SessionForms({ me, address, rows, chosen }: SessionFormsProps) {
  const scheduling = useOpening(address.isScheduling || undefined)
  const editing = useOpening(address.edit)
  return (
    <>
      {scheduling.value !== undefined && (
        <ScheduleSession
          key={`schedule-${scheduling.key}`}
          me={me}
          chosen={chosen}
          isOpen={scheduling.isOpen}
          onClose={address.close}
        />
      )}
      {editing.value !== undefined && (
        <EditSession
          key={`edit-${editing.key}`}
          me={me}
          sessionId={editing.value}
          row={rows.find(({ id }) => id === editing.value)}
          isOpen={editing.isOpen}
          onClose={address.close}
        />
      )}
    </>
  )
}
