import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { moodOf } from './mood.ts'
import { begin, beatOf, choose, endingOf, isOver, silent, turnsOf, type Play } from './play.ts'
import { gradeOf, wordsInSentence } from './sample-reading.ts'
import { longest, sceneShape, temptations, type Beat, type EndingName, type Scene } from './scene.ts'

const content = new URL('../../../content/', import.meta.url)
const read = (path: string): unknown => parse(readFileSync(new URL(path, content), 'utf8'))
const scenes = readdirSync(new URL('scenes/', content))
  .toSorted()
  .map((file) => sceneShape.parse(read(`scenes/${file}`)))

interface Tagged {
  tag: string
  criteria?: Tagged[]
  subtopics?: Tagged[]
}
const tagsOf = (one: Tagged): string[] => [
  one.tag,
  ...[...(one.subtopics ?? []), ...(one.criteria ?? [])].flatMap(tagsOf),
]
const rubric = read('rubric.yaml') as { conversations: unknown[]; categories: Tagged[] }
const criteria = new Set(
  rubric.categories.flatMap(({ subtopics = [] }) =>
    subtopics.flatMap((subtopic) => (subtopic.criteria ?? []).flatMap(tagsOf)),
  ),
)

/** Seeded pseudo-random numbers, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function played(scene: Scene, pick: (beat: Beat, play: Play) => number): Play {
  let play = begin(scene)
  while (!isOver(scene, play)) play = choose(scene, play, pick(beatOf(scene, play), play))
  return play
}

const keyOf = ({ turn, feelings, flags, settled, past }: Play): string => {
  const kinds = past.map(({ beat, chosen }) => beat.choices[chosen]?.kind ?? 'silence')
  return JSON.stringify([
    turn,
    feelings,
    flags.toSorted(),
    settled,
    kinds.slice(-2),
    kinds.includes('mending'),
  ])
}

/** Whether the best ending is still reachable from here. */
function canEndBest(scene: Scene, play: Play, known: Map<string, boolean>): boolean {
  if (isOver(scene, play)) return endingOf(scene, play) === 'both'
  const key = keyOf(play)
  const found = known.get(key)
  if (found !== undefined) return found
  const order = [bestLine(beatOf(scene, play)), 0, 1, 2, silent]
  const can = order.some((chosen) => canEndBest(scene, choose(scene, play, chosen), known))
  known.set(key, can)
  return can
}

/** The line that improves the mood most. */
function bestLine({ choices }: Beat): number {
  const worth = choices.map(
    ({ moves, settles }) => moodOf({ trust: 0, heard: 0, pressure: 0, ...moves }) + (settles ? 0.5 : 0),
  )
  return worth.indexOf(Math.max(...worth))
}

const isTemptation = (kind: string) => (temptations as readonly string[]).includes(kind)

const textsOf = ({ low, middle, high, choices, silence }: Beat): string[] => [
  ...[low, middle, high, silence.reaction].map(({ says }) => says),
  ...choices.flatMap(({ text, reaction, whenClosed }) => [
    text,
    reaction.says,
    whenClosed?.reaction.says ?? '',
  ]),
]

test('there is one scene for each conversation of the rubric, in order', () => {
  expect(scenes.map(({ conversation }) => conversation)).toEqual(rubric.conversations.map((_, i) => i))
})

describe.each(scenes)('$title', (scene) => {
  const turns = turnsOf(scene)

  test('a scene has at least 12 turns, each with a beat that needs no condition, and one beat that reveals', () => {
    expect(turns).toBeGreaterThanOrEqual(12)
    for (let turn = 1; turn <= turns; turn += 1) {
      const beats = scene.beats.filter((beat) => beat.turn === turn)
      expect(beats.map(({ when }) => when === undefined)).toEqual([...beats.slice(1).map(() => false), true])
    }
    expect(scene.beats.filter(({ reveals }) => reveals)).toHaveLength(1)
    expect(scene.beats.find(({ reveals }) => reveals)?.when).toMatchObject({
      heardAtLeast: 4,
      pressureAtMost: 4,
    })
  })

  test('a scene names only known criteria, and asks for no flag that nothing sets', () => {
    const lines = scene.beats.flatMap(({ choices, silence }) => [...choices, silence])
    expect(lines.flatMap(({ shows }) => shows).filter((tag) => !criteria.has(tag))).toEqual([])
    const set = new Set(lines.flatMap(({ sets }) => sets ?? []))
    const asked = scene.beats.flatMap(({ when }) => [when?.has ?? [], when?.lacks ?? []].flat())
    expect(asked.filter((flag) => !set.has(flag) && flag !== 'revealed')).toEqual([])
  })

  test('a scene has a quote of each line that is short enough for the look back', () => {
    const lines = scene.beats.flatMap(({ choices }) => choices)
    const long = lines.filter(({ text, quote }) => (quote ?? text).length > longest.quote)
    expect(long.map(({ text }) => text)).toEqual([])
  })

  test('a scene is easy to read: on average at most 14 words in a sentence, and at most grade 6', () => {
    const texts = scene.beats.flatMap(textsOf).filter((text) => text !== '')
    expect(wordsInSentence(texts)).toBeLessThanOrEqual(14)
    expect(gradeOf(texts)).toBeLessThanOrEqual(6)
    expect(texts.length).toBeGreaterThanOrEqual(130)
  })

  test('repeats no line', () => {
    const texts = scene.beats.flatMap(textsOf).filter((text) => text.length > 24)
    expect(texts.filter((text, i) => texts.indexOf(text) < i)).toEqual([])
  })

  test('reaches every beat in 10,000 random plays, and each ending in 3 to 50 % of them', () => {
    const random = numbersFrom(7)
    const seen = new Set<Beat>()
    const ends = new Map<EndingName, number>()
    for (let i = 0; i < 10_000; i += 1) {
      const play = played(scene, () => Math.floor(random() * 4))
      for (const { beat } of play.past) seen.add(beat)
      const end = endingOf(scene, play)
      ends.set(end, (ends.get(end) ?? 0) + 1)
    }
    const unseen = scene.beats.filter((beat) => !seen.has(beat))
    expect(unseen.map(({ turn, when }) => ({ turn, when }))).toEqual([])
    const shares = Object.keys(scene.endings).map(
      (name) => [name, (ends.get(name as EndingName) ?? 0) / 10_000] as const,
    )
    const off = shares.filter(([, share]) => share < 0.03 || share > 0.5)
    expect(off).toEqual([])
  })

  test('misses the best ending for somebody who always picks the same place, the longest or the shortest line, or says nothing', () => {
    const byLength = (beat: Beat, order: 1 | -1) => {
      const sizes = beat.choices.map(({ text }) => text.length * order)
      return sizes.indexOf(Math.max(...sizes))
    }
    const habits: Record<string, (beat: Beat) => number> = {
      first: () => 0,
      second: () => 1,
      third: () => 2,
      silent: () => silent,
      longest: (beat) => byLength(beat, 1),
      shortest: (beat) => byLength(beat, -1),
    }
    const ends = Object.entries(habits).map(([name, pick]) => [name, endingOf(scene, played(scene, pick))])
    expect(ends.filter(([, end]) => end === 'both')).toEqual([])
  })

  test('a scene has its best line in first, second and third place about equally often', () => {
    const counts = [0, 0, 0]
    for (const beat of scene.beats) counts[bestLine(beat)] = (counts[bestLine(beat)] ?? 0) + 1
    const share = counts.map((count) => count / scene.beats.length)
    expect(Math.min(...share)).toBeGreaterThan(0.22)
    expect(Math.max(...share)).toBeLessThan(0.45)
  })

  test('a scene can still reach the best ending after one mistake in any turn', () => {
    const known = new Map<string, boolean>()
    const lost: string[] = []
    let play = begin(scene)
    while (!isOver(scene, play)) {
      for (const [i, { kind, text }] of beatOf(scene, play).choices.entries())
        if (isTemptation(kind) && !canEndBest(scene, choose(scene, play, i), known))
          lost.push(`${play.turn}: ${text}`)
      play = choose(scene, play, bestLine(beatOf(scene, play)))
    }
    expect(endingOf(scene, play)).toBe('both')
    expect(lost).toEqual([])
  })

  test('a scene has a tempting line in every turn', () => {
    const plain = scene.beats.filter(({ choices }) => !choices.some(({ kind }) => isTemptation(kind)))
    expect(plain.map(({ turn }) => turn)).toEqual([])
  })
})
