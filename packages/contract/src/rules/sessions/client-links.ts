import { guestStateOf } from '#rules/calls/guest-states.ts'
import type { Viewer } from '#rules/people/people.ts'
import { isOrgType, mayManage, type SessionFacts } from './sessions.ts'

type Linked = Pick<
  SessionFacts,
  'status' | 'start_time' | 'end_time' | 'coach_id' | 'user_id' | 'organization_id'
>

/** Whether a client's personal link works now or will work later. */
export const hasClientLink = (session: Linked, now: number): boolean =>
  !isOrgType(session) && ['early', 'open'].includes(guestStateOf(session, now))

/**
 * The abilities with a client's link while it works (docs/rules.md §5). The link gives access to the call, and calls are
 * for the session's people only: so its coach may copy it, and others who manage the session may only revoke it.
 */
export const clientLinkAbilities = (viewer: Viewer, session: Linked, now: number) => {
  const isGood = hasClientLink(session, now)
  return {
    copy: isGood && session.coach_id === viewer.id,
    revoke: isGood && mayManage(viewer, session),
  }
}
