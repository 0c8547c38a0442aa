import {
  isAtLeast,
  lessGood,
  moved,
  nextShown,
  stepOf,
  type Feelings,
  type Moves,
  type Step,
} from './mood.ts'
import type { Beat, Choice, EndingName, Scene, Spoken } from './scene.ts'

/** The index for saying nothing, after the three lines. */
export const silent = 3

export interface PlayedTurn {
  beat: Beat
  /** 0 to 2, or `silent`. */
  chosen: number
  before: Feelings
  after: Feelings
  reaction: Spoken
}

/** The state of a talk so far. */
export interface Play {
  /** From 1. */
  turn: number
  feelings: Feelings
  shown: Step
  flags: readonly string[]
  settled: number
  past: readonly PlayedTurn[]
}

export const begin = (scene: Scene): Play => ({
  turn: 1,
  feelings: scene.start,
  shown: stepOf(scene.start),
  flags: [],
  settled: 0,
  past: [],
})

export const turnsOf = (scene: Scene): number => Math.max(...scene.beats.map(({ turn }) => turn))

/** After this many turns, a character under this much pressure asks to stop. */
const stopsAfter = { turn: 12, pressure: 9 } as const

export const isOver = (scene: Scene, play: Play): boolean => play.turn > turnsOf(scene) || asksToStop(play)

const asksToStop = ({ past, feelings }: Play): boolean =>
  past.length >= stopsAfter.turn && feelings.pressure >= stopsAfter.pressure

/** The beat of the current turn: the first whose condition holds. */
export function beatOf(scene: Scene, { turn, feelings, flags }: Play): Beat {
  const found = scene.beats.find((beat) => beat.turn === turn && holds(beat, feelings, flags))
  if (!found) throw new Error(`${scene.title}: turn ${turn} has no beat`)
  return found
}

function holds({ when }: Beat, feelings: Feelings, flags: readonly string[]): boolean {
  if (!when) return true
  return (
    feelings.heard >= (when.heardAtLeast ?? 0) &&
    feelings.pressure <= (when.pressureAtMost ?? 10) &&
    (when.has === undefined || flags.includes(when.has)) &&
    (when.lacks === undefined || !flags.includes(when.lacks))
  )
}

/** The character's line, by the mood that they show. */
export function lineOf(beat: Beat, shown: Step): Spoken {
  if (isAtLeast(shown, 'Open')) return beat.high
  return isAtLeast(shown, 'Listening') ? beat.middle : beat.low
}

/** The flag that is set once the character has said what they held back. */
export const revealed = 'revealed'

/** Plays one turn: says one of the three lines, or nothing. */
export function choose(scene: Scene, play: Play, chosen: number): Play {
  const beat = beatOf(scene, play)
  const line = beat.choices[chosen]
  const { moves, reaction } = line ? taken(line, play) : silence(beat, play)
  const feelings = moved(play.feelings, moves)
  const { sets } = line ?? beat.silence
  const flags = [...play.flags, ...(sets ? [sets] : []), ...(beat.reveals ? [revealed] : [])]
  return {
    turn: play.turn + 1,
    feelings,
    shown: nextShown(play.shown, stepOf(feelings)),
    flags: [...new Set(flags)],
    settled: play.settled + (line?.settles ? 1 : 0),
    past: [...play.past, { beat, chosen, before: play.feelings, after: feelings, reaction }],
  }
}

interface Effect {
  moves: Moves
  reaction: Spoken
}

function taken(line: Choice, { feelings, past }: Play): Effect {
  if (line.whenClosed && stepOf(feelings) === 'Closed') return line.whenClosed
  return { moves: lessGood(line.moves, shareOf(line.kind, past)), reaction: line.reaction }
}

/** A kind of line counts half when it is repeated, and nothing after that. A 'mending' line helps once per talk. */
function shareOf(kind: Choice['kind'], past: readonly PlayedTurn[]): number {
  const kinds = past.map(({ beat, chosen }) => beat.choices[chosen]?.kind)
  if (kind === 'mending') return kinds.includes(kind) ? 0 : 1
  const running = kinds.length - 1 - kinds.findLastIndex((one) => one !== kind)
  return running === 0 ? 1 : running === 1 ? 0.5 : 0
}

function silence(beat: Beat, { past }: Play): Effect {
  const moves: Moves =
    past.at(-1)?.chosen === silent
      ? { trust: -1 }
      : beat.after === 'personal'
        ? { heard: 1, pressure: -1 }
        : beat.after === 'question'
          ? { pressure: 1 }
          : {}
  return { moves, reaction: beat.silence.reaction }
}

/** How the talk ended. The best ending needs the reveal. */
export function endingOf(scene: Scene, play: Play): EndingName {
  if (asksToStop(play)) return 'anotherDay'
  const isSettled = play.settled >= scene.settledFrom
  const isGood = isAtLeast(stepOf(play.feelings), scene.goodTermsFrom)
  if (isSettled && isGood && play.flags.includes(revealed)) return 'both'
  return isSettled ? 'settled' : isGood ? 'goodTerms' : 'neither'
}

/** Replays the talk up to a turn, so that the player can continue differently. */
export const againFrom = (scene: Scene, play: Play, turn: number): Play =>
  play.past.slice(0, turn - 1).reduce((so, { chosen }) => choose(scene, so, chosen), begin(scene))
