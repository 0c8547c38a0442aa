import type { Moves } from './mood.ts'
import type { Beat, Choice, Scene, Spoken } from './scene.ts'

const spoken = (says: string): Spoken => ({ does: '', says })

type Choices = Beat['choices']

/** A line for tests, with its kind and its effect. */
export const sampleChoice = (kind: Choice['kind'], moves: Moves, more: Partial<Choice> = {}): Choice => ({
  text: `A line of ${kind}`,
  kind,
  moves,
  shows: [],
  why: `Why ${kind}`,
  reaction: spoken(`To ${kind}`),
  ...more,
})

const nothing = sampleChoice('fact', {})

export const sampleBeat = (
  turn: number,
  [first, second, third]: Choice[],
  more: Partial<Beat> = {},
): Beat => ({
  turn,
  low: spoken('low'),
  middle: spoken('middle'),
  high: spoken('high'),
  choices: [first ?? nothing, second ?? nothing, third ?? nothing] satisfies Choices,
  silence: { text: 'Say nothing.', why: 'Why silence', shows: [], reaction: spoken('To silence') },
  ...more,
})

export const sampleScene = (beats: Beat[], more: Partial<Scene> = {}): Scene => ({
  conversation: 0,
  title: 'A sample',
  place: 'meeting-room',
  character: { name: 'Ada Sample', first: 'Ada', her: 'her', who: 'Ada is a sample.' },
  task: 'Try it.',
  note: 'It is a sample.',
  start: { trust: 5, heard: 2, pressure: 4 },
  goodTermsFrom: 'Listening',
  settledFrom: 1,
  beats,
  endings: {
    both: { title: 'both', text: 'both' },
    settled: { title: 'settled', text: 'settled' },
    goodTerms: { title: 'goodTerms', text: 'goodTerms' },
    neither: { title: 'neither', text: 'neither' },
    anotherDay: { title: 'anotherDay', text: 'anotherDay' },
  },
  ...more,
})

export const sameBeats = (turns: number, choices: Choice[], more: Partial<Beat> = {}): Beat[] =>
  Array.from({ length: turns }, (_, i) => sampleBeat(i + 1, choices, more))
