/** A character's hidden feelings, each from 0 to 10. */
export interface Feelings {
  trust: number
  heard: number
  pressure: number
}
export type Moves = Partial<Feelings>

export const steps = ['Closed', 'Guarded', 'Listening', 'Open', 'Trusting'] as const
export type Step = (typeof steps)[number]

/** The highest mood of each step but the last. */
const tops = [3, 8, 13, 18] as const

/** From -10 to 30: trust counts twice. */
export const moodOf = ({ trust, heard, pressure }: Feelings): number => 2 * trust + heard - pressure

export function stepOf(feelings: Feelings): Step {
  const mood = moodOf(feelings)
  const index = tops.findIndex((top) => mood <= top)
  return steps[index < 0 ? steps.length - 1 : index] ?? 'Trusting'
}

export const isAtLeast = (step: Step, least: Step): boolean => steps.indexOf(step) >= steps.indexOf(least)

/** The step that the character shows follows the one they feel, by at most one step per turn. */
export function nextShown(shown: Step, felt: Step): Step {
  const by = Math.sign(steps.indexOf(felt) - steps.indexOf(shown))
  return steps[steps.indexOf(shown) + by] ?? shown
}

export function moved(feelings: Feelings, by: Moves): Feelings {
  const within = (value: number) => Math.min(10, Math.max(0, value))
  return {
    trust: within(feelings.trust + (by.trust ?? 0)),
    heard: within(feelings.heard + (by.heard ?? 0)),
    pressure: within(feelings.pressure + (by.pressure ?? 0)),
  }
}

/** Scales only the good effects, for a kind of line that is repeated. Bad effects keep their full size. */
export function lessGood(by: Moves, share: number): Moves {
  const good = (value: number | undefined, sign: number) =>
    value === undefined ? 0 : Math.sign(value) === sign ? value * share : value
  return { trust: good(by.trust, 1), heard: good(by.heard, 1), pressure: good(by.pressure, -1) }
}
