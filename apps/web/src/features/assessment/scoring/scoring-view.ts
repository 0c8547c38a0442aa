import type { Rubric } from '@parley/contract/content/written.ts'
import type { MarkedMoment, Sheet } from '#features/assessment/model/sheet.ts'

/** Everything that scoring shows, as plain data, so that every state can be shown without a server. */
export interface ScoringView {
  client: { id: string; username: string; first_name: string; last_name: string }
  rubric: Rubric
  sheet: Sheet
  moments: readonly MarkedMoment[]
  /** The last try did not get through. */
  isAway: boolean
  /** The device has no room: unsent answers exist in this page alone. */
  isOnlyHere: boolean
  /** How many answers were dropped when the right to give them was lost. */
  dropped: number
  zone: string
}

export interface ScoringActs {
  onSet: (conversation: number, path: string, value: boolean | null) => void
  onText: (conversation: number, path: 'overall' | 'notes', data: string) => void
  /** The person has finished a text, so it is sent without waiting for a pause. */
  onSettled: () => void
  /** Marks this moment of the call and returns its id. Undefined outside a call, where there is nothing to mark. */
  onMoment?: ((conversation: number, path: string) => string) | undefined
  onNote: (id: string, note: string) => void
  /** Sends a refused answer again; `onDiscard` gives it up. */
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

/** Which of the four conversations is in view. */
export interface Chosen {
  conversation: number
  onConversation: (conversation: number) => void
}
