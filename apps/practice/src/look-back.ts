import { moodOf } from './mood.ts'
import { silent, type Play, type PlayedTurn } from './play.ts'
import type { Scene } from './scene.ts'

/** A turn worth another look. */
export interface Marked {
  turn: number
  what: 'fall' | 'recovery' | 'decided'
  /** Whether the mood did not fall. */
  rises: boolean
  /** The line that was said, or 'You said nothing.' */
  quote: string
  isSaid: boolean
  /** 'Closed her down.' */
  effect: string
  why: string
  /** The tag of the criterion that the line shows, if any. */
  shows: string | undefined
}

const changeOf = ({ before, after }: PlayedTurn): number => moodOf(after) - moodOf(before)

/** The steepest fall, the best recovery after it and the turn that decided: at most three, in order of turns. */
export function lookBack(scene: Scene, { past }: Play): Marked[] {
  const turns = past.map((played, i) => ({ played, turn: i + 1, change: changeOf(played) }))
  const fall = most(turns, (one) => -one.change)
  const rises = fall ? turns.filter(({ turn }) => turn > fall.turn) : turns
  const recovery = most(rises, (one) => one.change)
  const others = turns.filter((one) => one !== fall && one !== recovery)
  const decided =
    most(others.filter(isTurningPoint), (one) => Math.abs(one.change) + 1) ??
    most(others, (one) => Math.abs(one.change))
  const { her } = scene.character
  const marked = [
    fall && mark(fall, 'fall', `Closed ${her} down.`),
    recovery && mark(recovery, 'recovery', fall ? 'Opened it again.' : `Opened ${her} up.`),
    decided && mark(decided, 'decided', decided.change < 0 ? 'Made it harder.' : 'Made the difference.'),
  ]
  return marked.flatMap((one) => one ?? []).toSorted((a, b) => a.turn - b.turn)
}

interface Turn {
  played: PlayedTurn
  turn: number
  change: number
}

function most(turns: readonly Turn[], weight: (turn: Turn) => number): Turn | undefined {
  const found = turns.toSorted((a, b) => weight(b) - weight(a))[0]
  return found && weight(found) > 0 ? found : undefined
}

const isTurningPoint = ({ played: { beat, chosen } }: Turn): boolean =>
  beat.reveals === true || beat.choices[chosen]?.settles === true

function mark(
  { played: { beat, chosen }, turn, change }: Turn,
  what: Marked['what'],
  effect: string,
): Marked {
  const line = chosen === silent ? undefined : beat.choices[chosen]
  const { why, shows } = line ?? beat.silence
  const quote = line?.quote ?? line?.text ?? 'You said nothing.'
  return { turn, what, rises: change >= 0, effect, why, quote, isSaid: line !== undefined, shows: shows[0] }
}

/** The turn from which to try again: the fall. */
export const fallOf = (marked: readonly Marked[]): Marked | undefined =>
  marked.find(({ what }) => what === 'fall')

/** The mood at the end of each turn, for the chart. */
export const moods = ({ past }: Play): number[] => past.map(({ after }) => moodOf(after))
