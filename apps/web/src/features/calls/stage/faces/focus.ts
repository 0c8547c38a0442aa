import { others, type CallPerson, type CallState } from '#features/calls/room/call-state.ts'

/** What stands large, with the people in a strip beside it. */
export type Focus =
  | { kind: 'application' }
  | { kind: 'screen'; person: CallPerson }
  | { kind: 'person'; person: CallPerson }

/** The application before a shared screen, that before whoever is pinned. The own screen is seen where it is. */
export function focusOf(
  state: CallState,
  hasApplication: boolean,
  pinned: string | undefined,
): Focus | undefined {
  if (hasApplication) return { kind: 'application' }
  const sharer = others(state).find(({ screen }) => screen !== undefined)
  if (sharer) return { kind: 'screen', person: sharer }
  const person = state.people.find(({ id }) => id === pinned)
  // Of two the other is large already.
  return person && { kind: 'person', person }
}

export const applicationKey = 'application'

/** Another thing in focus is another key: what somebody chose for one does not hold for the next. */
export const focusKey = (focus: Focus | undefined): string | undefined =>
  focus && (focus.kind === 'application' ? applicationKey : `${focus.kind} ${focus.person.id}`)
