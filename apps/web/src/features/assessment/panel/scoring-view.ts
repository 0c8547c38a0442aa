import type { Rubric } from '@parley/contract/written.ts'
import type { MarkedMoment } from '#features/assessment/model/marked-moments.ts'
import type { Sheet } from '#features/assessment/model/sheet.ts'

/** What one scores with, as plain facts: every state of it can be shown without a server. */
export interface ScoringView {
  client: { id: string; username: string; first_name: string; last_name: string }
  rubric: Rubric
  sheet: Sheet
  moments: readonly MarkedMoment[]
  /** Nobody answered the last try. */
  isAway: boolean
  /** What waits is in this page alone, since the device keeps nothing more. */
  isOnlyHere: boolean
  /** So many answers went with the right to give them. */
  dropped: number
  zone: string
}

export interface ScoringActs {
  onSet: (conversation: number, path: string, value: boolean | null) => void
  onText: (conversation: number, path: 'overall' | 'notes', data: string) => void
  /** The person has finished a text: nothing is held back any longer. */
  onSettled: () => void
  /** Marks this moment of the call, and answers its id; where there is no call there are none to mark. */
  onMoment?: ((conversation: number, path: string) => string) | undefined
  onNote: (id: string, note: string) => void
  /** Sends something that was refused once more, or gives it up. */
  onRetry: (clientId: string) => void
  onDiscard: (clientId: string) => void
}

/** Which of the four conversations is in view. */
export interface Chosen {
  conversation: number
  onConversation: (conversation: number) => void
}
