import { others, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'

/** What stands large, with the people in a strip beside it. */
export type Focus =
  | { kind: 'application' }
  | { kind: 'screen'; person: CallPerson }
  | { kind: 'person'; person: CallPerson }

/** Which of the two stands large while both are there. */
export type Newest = 'application' | 'screen'

/** Somebody else's screen. The own one is seen where it is. */
export const sharerIn = (state: CallState): CallPerson | undefined =>
  others(state).find(({ screen }) => screen !== undefined)

/** The application or a shared screen, of both the newest, before whoever is pinned. */
export function focusOf(
  state: CallState,
  { hasApplication, newest }: { hasApplication: boolean; newest: Newest },
  pinned: string | undefined,
): Focus | undefined {
  const sharer = sharerIn(state)
  if (hasApplication && !(sharer && newest === 'screen')) return { kind: 'application' }
  if (sharer) return { kind: 'screen', person: sharer }
  const person = state.people.find(({ id }) => id === pinned)
  // Of two the other is large already.
  return person && { kind: 'person', person }
}

export const applicationKey = 'application'

/** Another thing in focus is another key: what somebody chose for one does not hold for the next. */
export const focusKey = (focus: Focus | undefined): string | undefined =>
  focus && (focus.kind === 'application' ? applicationKey : `${focus.kind} ${focus.person.id}`)
