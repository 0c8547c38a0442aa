/** What is said of one place: a criterion, one of the two texts, or a moment that was marked. */
export type Said =
  | { kind: 'criterion'; conversation: number; path: string; value: boolean | null }
  | {
      kind: 'text'
      conversation: number
      path: string
      data: string
      /** The number of the change that its author had before their eyes. */
      base: number
    }
  | {
      kind: 'moment'
      id: string
      conversation: number
      path: string
      at: string
      note: string
      /** Its author's count of their changes of it. */
      version: number
    }

export type SaidOf<K extends Said['kind']> = Extract<Said, { kind: K }>

/** Something that a person said about a client and of which the server has not answered yet that it is stored. */
export interface Unsent {
  /** Under this name it is stored once, however often it is sent. What is changed gets another. */
  clientId: string
  /** Epoch milliseconds, and never the same twice: what was said later is sent later. */
  at: number
  sessionId: string
  userId: string
  said: Said
}

/** So long what is unsent waits for its author to come back. */
const keptMs = 14 * 86_400_000

export const isOutdated = ({ at }: Pick<Unsent, 'at'>, now: number): boolean => now - at >= keptMs

/** What replaces what: two things said of one place. */
export function placeOf(said: Said): string {
  return said.kind === 'moment' ? `moment/${said.id}` : `${said.conversation}/${said.path}`
}

export const isSamePlace = (a: Unsent, b: Unsent): boolean =>
  a.sessionId === b.sessionId && placeOf(a.said) === placeOf(b.said)

/**
 * What its author went on to write while an earlier version was under way, once that is stored: as `stored`, which may hold
 * another's words too. Undefined where they did not only add to it; the server then keeps both.
 */
export function writtenOn(sent: string, stored: string, written: string): string | undefined {
  if (stored === sent) return written
  return written.startsWith(sent) ? stored + written.slice(sent.length) : undefined
}
