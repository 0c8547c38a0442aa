import type { Step } from './mood.ts'
import { againFrom, begin, choose, endingOf, type Play } from './play.ts'
import type { EndingName, Scene } from './scene.ts'

/** A talk, with the data that only the screen needs. */
export interface Talk {
  scene: Scene
  play: Play
  /** The step that was shown before the last answer. */
  shownBefore: Step
  /** How long each turn took, in milliseconds. */
  took: readonly number[]
  /** When this turn began. */
  since: number
}

export function beginTalk(scene: Scene, now: number): Talk {
  const play = begin(scene)
  return { scene, play, shownBefore: play.shown, took: [], since: now }
}

export const say = ({ scene, play, took, since }: Talk, chosen: number, now: number): Talk => ({
  scene,
  play: choose(scene, play, chosen),
  shownBefore: play.shown,
  took: [...took, now - since],
  since: now,
})

export function tryAgain({ scene, play, took }: Talk, turn: number, now: number): Talk {
  const again = againFrom(scene, play, turn)
  return { scene, play: again, shownBefore: again.shown, took: took.slice(0, turn - 1), since: now }
}

/** Continues a stopped talk. The time away does not count. */
export const goOn = (talk: Talk, now: number): Talk => ({ ...talk, since: now })

/** '6 min 40 s' */
export function minutes({ took }: Talk): string {
  const seconds = Math.round(took.reduce((sum, one) => sum + one, 0) / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

// An ending is not a grade: the numbers deliberately do not rank them.
const endings: readonly EndingName[] = ['settled', 'goodTerms', 'both', 'neither', 'anotherDay']

export function endOf({ scene, play }: Talk) {
  const name = endingOf(scene, play)
  return { ...scene.endings[name], number: endings.indexOf(name) + 1, of: endings.length }
}
