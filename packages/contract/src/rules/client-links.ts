import { guestStateOf } from './guest-states.ts'
import type { Viewer } from './people.ts'
import { isOrgType, mayManage, type SessionFacts } from './sessions.ts'

type Linked = Pick<
  SessionFacts,
  'status' | 'start_time' | 'end_time' | 'coach_id' | 'user_id' | 'organization_id'
>

/** Whether a client's personal link leads anywhere, now or later. */
export const hasClientLink = (session: Linked, now: number): boolean =>
  !isOrgType(session) && ['early', 'open'].includes(guestStateOf(session, now))

/**
 * Who may do what with a client's link while it is good (docs/rules.md §5). It is a way into the call, and calls are for
 * the session's people alone: so its coach copies it, and whoever manages the session can only end it.
 */
export const clientLinkAbilities = (viewer: Viewer, session: Linked, now: number) => {
  const isGood = hasClientLink(session, now)
  return {
    copy: isGood && session.coach_id === viewer.id,
    revoke: isGood && mayManage(viewer, session),
  }
}
