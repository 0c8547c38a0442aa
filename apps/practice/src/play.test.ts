import { describe, expect, test } from 'vitest'
import { againFrom, begin, beatOf, choose, endingOf, isOver, lineOf, revealed, silent } from './play.ts'
import { sameBeats, sampleBeat, sampleChoice, sampleScene } from './sample-scene.ts'
import type { Scene } from './scene.ts'

const said = (scene: Scene, ...chosen: number[]) =>
  chosen.reduce((play, one) => choose(scene, play, one), begin(scene))

const feels = (scene: Scene, ...chosen: number[]) => said(scene, ...chosen).feelings

describe('the same kind of line', () => {
  const warm = sampleChoice('warmth', { trust: 2, heard: 2, pressure: -2 })
  const other = sampleChoice('asking', {})
  const scene = sampleScene(sameBeats(6, [warm, other]), { start: { trust: 1, heard: 1, pressure: 8 } })

  test('the same kind of line does half the good the second time, and none the third time', () => {
    expect(feels(scene, 0)).toEqual({ trust: 3, heard: 3, pressure: 6 })
    expect(feels(scene, 0, 0)).toEqual({ trust: 4, heard: 4, pressure: 5 })
    expect(feels(scene, 0, 0, 0)).toEqual({ trust: 4, heard: 4, pressure: 5 })
  })

  test('the same kind of line does all its good again after another kind of line or a silence', () => {
    expect(feels(scene, 0, 1, 0)).toEqual({ trust: 5, heard: 5, pressure: 4 })
    expect(feels(scene, 0, silent, 0).trust).toBe(5)
  })

  test('hurts as much every time', () => {
    const harsh = sampleChoice('reproach', { trust: -1, heard: -1, pressure: 1 })
    const hurting = sampleScene(sameBeats(4, [harsh]))
    expect(feels(hurting, 0, 0, 0)).toEqual({ trust: 2, heard: 0, pressure: 7 })
  })
})

test('a mending line helps once in a talk, whatever is said in between', () => {
  const mend = sampleChoice('mending', { trust: 1, pressure: -1 })
  const scene = sampleScene(sameBeats(4, [mend, sampleChoice('fact', {})]))
  expect(feels(scene, 0)).toEqual({ trust: 6, heard: 2, pressure: 3 })
  expect(feels(scene, 0, 1, 0)).toEqual({ trust: 6, heard: 2, pressure: 3 })
})

describe('saying nothing', () => {
  const after = (what: 'personal' | 'question' | undefined) =>
    sampleScene(sameBeats(4, [sampleChoice('fact', {})], what && { after: what }))

  test('after something personal makes them feel heard', () => {
    expect(feels(after('personal'), silent)).toEqual({ trust: 5, heard: 3, pressure: 3 })
  })
  test('after a question to you adds pressure', () => {
    expect(feels(after('question'), silent)).toEqual({ trust: 5, heard: 2, pressure: 5 })
  })
  test('after anything else changes nothing', () => {
    expect(feels(after(undefined), silent)).toEqual({ trust: 5, heard: 2, pressure: 4 })
  })
  test('twice in a row costs trust, whatever came before', () => {
    expect(feels(after('personal'), silent, silent)).toEqual({ trust: 4, heard: 3, pressure: 3 })
    expect(feels(after('personal'), silent, 0, silent)).toEqual({ trust: 5, heard: 4, pressure: 2 })
  })
  test('saying nothing gets a reaction', () => {
    expect(said(after('personal'), silent).past[0]?.reaction.says).toBe('To silence')
  })
})

describe('the mood that shows', () => {
  const strong = sampleChoice('owning', { trust: 2, heard: 2, pressure: -2 })
  const scene = sampleScene(sameBeats(6, [strong, sampleChoice('fact', {})]), {
    start: { trust: 2, heard: 1, pressure: 2 },
  })

  test('the mood that shows follows the feelings one step at a time', () => {
    expect(begin(scene).shown).toBe('Closed')
    const first = said(scene, 0)
    expect(first).toMatchObject({ feelings: { trust: 4, heard: 3, pressure: 0 }, shown: 'Guarded' })
    expect(said(scene, 0, 1).shown).toBe('Listening')
    expect(said(scene, 0, 1, 1).shown).toBe('Listening')
  })

  test('decides the tone in which they speak', () => {
    const beat = sampleBeat(1, [])
    const tones = (['Closed', 'Guarded', 'Listening', 'Open', 'Trusting'] as const).map(
      (shown) => lineOf(beat, shown).says,
    )
    expect(tones).toEqual(['low', 'low', 'middle', 'high', 'high'])
  })

  test('the mood that shows gives some lines another effect and reaction when it is Closed', () => {
    const clever = sampleChoice(
      'feeling',
      { trust: 1 },
      { whenClosed: { moves: { trust: -1 }, reaction: { does: '', says: 'Do not tell me how I feel.' } } },
    )
    const closed = said(sampleScene(sameBeats(2, [clever]), { start: scene.start }), 0)
    expect(closed.feelings.trust).toBe(1)
    expect(closed.past[0]?.reaction.says).toBe('Do not tell me how I feel.')
    expect(feels(sampleScene(sameBeats(2, [clever])), 0).trust).toBe(6)
  })
})

describe('a beat', () => {
  const scene = sampleScene([
    sampleBeat(1, [sampleChoice('asking', {}, { sets: 'asked' })]),
    sampleBeat(2, [], { when: { has: 'asked', pressureAtMost: 4 }, reveals: true, after: 'personal' }),
    sampleBeat(2, []),
    sampleBeat(3, [], { when: { lacks: revealed } }),
    sampleBeat(3, []),
  ])

  test('the beat that is played is the first one whose condition holds', () => {
    expect(beatOf(scene, said(scene, 0)).reveals).toBe(true)
    expect(beatOf(scene, said(scene, 1)).reveals).toBeUndefined()
    expect(beatOf(scene, said(scene, 0, 0)).when).toBeUndefined()
    expect(beatOf(scene, said(scene, 1, 0)).when).toEqual({ lacks: revealed })
  })

  test('a beat that is missing is reported with its scene and turn', () => {
    expect(() => beatOf(scene, { ...begin(scene), turn: 4 })).toThrow('A sample: turn 4 has no beat')
  })
})

describe('a person under too much pressure asks to stop', () => {
  const scene = (pressure: number) =>
    sampleScene(sameBeats(14, [sampleChoice('fact', {})]), { start: { trust: 5, heard: 2, pressure } })
  const turns = (count: number) => Array.from({ length: count }, () => 0)

  test('after turn 12, at a pressure of 9', () => {
    expect(isOver(scene(9), said(scene(9), ...turns(11)))).toBe(false)
    const stopped = said(scene(9), ...turns(12))
    expect(isOver(scene(9), stopped)).toBe(true)
    expect(endingOf(scene(9), stopped)).toBe('anotherDay')
  })

  test('but not at 8: that talk goes on to its end', () => {
    expect(isOver(scene(8), said(scene(8), ...turns(13)))).toBe(false)
    expect(isOver(scene(8), said(scene(8), ...turns(14)))).toBe(true)
    expect(endingOf(scene(8), said(scene(8), ...turns(14)))).toBe('neither')
  })
})

test('the best ending needs the unsaid thing revealed, something settled and good terms', () => {
  const settle = sampleChoice('agreeing', {}, { settles: true })
  const spoil = sampleChoice('reproach', { trust: -2 })
  const open = sampleScene([sampleBeat(1, [settle, spoil, sampleChoice('fact', {})], { reveals: true })], {
    start: { trust: 5, heard: 2, pressure: 3 },
  })
  const shut = { ...open, beats: [sampleBeat(1, [settle])] }
  expect(endingOf(open, said(open, 0))).toBe('both')
  expect(endingOf(shut, said(shut, 0))).toBe('settled')
  expect(endingOf(open, said(open, 2))).toBe('goodTerms')
  expect(endingOf(open, said(open, 1))).toBe('neither')
})

test('trying again from a turn restores what was felt and said before it', () => {
  const scene = sampleScene(
    sameBeats(5, [
      sampleChoice('asking', { heard: 1 }, { sets: 'asked' }),
      sampleChoice('reproach', { trust: -2, pressure: 2 }),
      sampleChoice('agreeing', {}, { settles: true }),
    ]),
  )
  const whole = said(scene, 2, 0, 1, silent, 0)
  const again = againFrom(scene, whole, 3)
  expect(again).toEqual(said(scene, 2, 0))
  expect(again).toMatchObject({ turn: 3, settled: 1, flags: ['asked'] })
  expect(againFrom(scene, whole, 1)).toEqual(begin(scene))
})
