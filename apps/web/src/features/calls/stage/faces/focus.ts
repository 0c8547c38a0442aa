import { others, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'

/** The large item, with the people in a strip beside it. */
export type Focus =
  | { kind: 'application' }
  | { kind: 'screen'; person: CallPerson }
  | { kind: 'person'; person: CallPerson }

/** Which of the two is large while both are there. */
export type Newest = 'application' | 'screen'

/** Somebody else's screen. The user sees their own one where it is. */
export const sharerIn = (state: CallState): CallPerson | undefined =>
  others(state).find(({ screen }) => screen !== undefined)

/** The newer of application and shared screen; without either, the pinned person. */
export function focusOf(
  state: CallState,
  { hasApplication, newest }: { hasApplication: boolean; newest: Newest },
  pinned: string | undefined,
): Focus | undefined {
  const sharer = sharerIn(state)
  if (hasApplication && !(sharer && newest === 'screen')) return { kind: 'application' }
  if (sharer) return { kind: 'screen', person: sharer }
  const person = state.people.find(({ id }) => id === pinned)
  return person && { kind: 'person', person }
}

export const applicationKey = 'application'

/** Each thing in focus has its own key, so that a choice for one doesn't hold for the next. */
export const focusKey = (focus: Focus | undefined): string | undefined =>
  focus && (focus.kind === 'application' ? applicationKey : `${focus.kind} ${focus.person.id}`)
