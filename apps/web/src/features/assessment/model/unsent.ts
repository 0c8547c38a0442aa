/** An answer to one place: a criterion, one of the two texts, or a moment that was marked. */
export type Answer =
  | { kind: 'criterion'; conversation: number; path: string; value: boolean | null }
  | {
      kind: 'text'
      conversation: number
      path: string
      data: string
      /** The number of the change that the author was looking at. */
      base: number
    }
  | {
      kind: 'moment'
      id: string
      conversation: number
      path: string
      at: string
      note: string
      /** Counts the author's changes of this moment. */
      version: number
    }

export type AnswerOf<K extends Answer['kind']> = Extract<Answer, { kind: K }>

/** An answer that the server has not yet confirmed as stored. */
export interface Unsent {
  /** Idempotency key: the server stores it once, however often it is sent. A changed answer gets a new one. */
  clientId: string
  /** Epoch milliseconds, and never the same twice: what was said later is sent later. */
  at: number
  sessionId: string
  userId: string
  said: Answer
}

/** How long unsent answers wait for their author to come back. */
const keptMs = 14 * 86_400_000

export const isOutdated = ({ at }: Pick<Unsent, 'at'>, now: number): boolean => now - at >= keptMs

/** Identifies the place of an answer: a later answer replaces an earlier one to the same place. */
export function placeOf(said: Answer): string {
  return said.kind === 'moment' ? `moment/${said.id}` : `${said.conversation}/${said.path}`
}

export const isSamePlace = (a: Unsent, b: Unsent): boolean =>
  a.sessionId === b.sessionId && placeOf(a.said) === placeOf(b.said)

/**
 * Rebases what the author wrote while an earlier version was being sent onto `stored`, which may include somebody else's
 * words. Undefined if the author did more than append: the server then keeps both.
 */
export function writtenOn(sent: string, stored: string, written: string): string | undefined {
  if (stored === sent) return written
  return written.startsWith(sent) ? stored + written.slice(sent.length) : undefined
}
