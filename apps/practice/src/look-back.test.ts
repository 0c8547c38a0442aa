import { describe, expect, test } from 'vitest'
import { fallOf, lookBack, moods } from './look-back.ts'
import { begin, choose, silent } from './play.ts'
import { sameBeats, sampleBeat, sampleChoice, sampleScene } from './sample-scene.ts'
import type { Scene } from './scene.ts'

const said = (scene: Scene, ...chosen: number[]) =>
  chosen.reduce((play, one) => choose(scene, play, one), begin(scene))

const marks = (scene: Scene, ...chosen: number[]) =>
  lookBack(scene, said(scene, ...chosen)).map(({ turn, what, effect }) => ({ turn, what, effect }))

const hurt = sampleChoice('reproach', { trust: -1, pressure: 1 })
const warm = sampleChoice('warmth', { trust: 1 })
const plain = sampleChoice('fact', {})

describe('the look back', () => {
  const worse = sampleChoice('but', { trust: -2, pressure: 1 }, { quote: 'Yes, but.' })
  const best = sampleChoice('owning', { trust: 2, heard: 1 }, { shows: ['owns-part', 'sorry-that'] })
  const scene = sampleScene([
    sampleBeat(1, [best, plain]),
    sampleBeat(2, [hurt]),
    sampleBeat(3, [worse]),
    sampleBeat(4, [warm]),
    sampleBeat(5, [best]),
    sampleBeat(6, [plain], { reveals: true }),
    sampleBeat(7, [warm]),
  ])

  test('the look back marks the steepest fall, the best recovery after it and the turn that decided, in order', () => {
    expect(marks(scene, 0, 0, 0, 0, 0, 0, 0)).toEqual([
      { turn: 3, what: 'fall', effect: 'Closed her down.' },
      { turn: 5, what: 'recovery', effect: 'Opened it again.' },
      { turn: 6, what: 'decided', effect: 'Made the difference.' },
    ])
  })

  test('the look back quotes a line in short, with the reason and the criterion that it shows', () => {
    const [fall, recovery] = lookBack(scene, said(scene, 0, 0, 0, 0, 0, 0, 0))
    expect(fall).toMatchObject({
      quote: 'Yes, but.',
      isSaid: true,
      rises: false,
      why: 'Why but',
      shows: undefined,
    })
    expect(recovery).toMatchObject({ quote: 'A line of owning', rises: true, shows: 'owns-part' })
  })

  test('the look back can be tried again from the fall', () => {
    expect(fallOf(lookBack(scene, said(scene, 0, 0, 0, 0, 0, 0, 0)))?.turn).toBe(3)
  })

  test('the look back marks the turn that did most as decisive when no turn was a turning point', () => {
    expect(marks(scene, 0, 0, 0, 0)).toEqual([
      { turn: 1, what: 'decided', effect: 'Made the difference.' },
      { turn: 3, what: 'fall', effect: 'Closed her down.' },
      { turn: 4, what: 'recovery', effect: 'Opened it again.' },
    ])
  })
})

test('without a fall there is nothing to try again, and the best turn is marked as opening them up', () => {
  const scene = sampleScene(sameBeats(2, [warm, plain]), {
    character: { name: 'Ben Sample', first: 'Ben', her: 'him', who: 'Ben is a sample.' },
  })
  expect(marks(scene, 1, 0)).toEqual([{ turn: 2, what: 'recovery', effect: 'Opened him up.' }])
  expect(fallOf(lookBack(scene, said(scene, 1, 0)))).toBeUndefined()
})

test('a rise before the fall is no recovery', () => {
  const scene = sampleScene(sameBeats(2, [warm, hurt]))
  expect(marks(scene, 0, 1)).toEqual([
    { turn: 1, what: 'decided', effect: 'Made the difference.' },
    { turn: 2, what: 'fall', effect: 'Closed her down.' },
  ])
})

test('a second fall is marked as making it harder', () => {
  const scene = sampleScene(sameBeats(2, [sampleChoice('but', { trust: -2 }), hurt]))
  const [first, second] = lookBack(scene, said(scene, 0, 1))
  expect(first).toMatchObject({ what: 'fall', turn: 1 })
  expect(second).toMatchObject({ what: 'decided', turn: 2, effect: 'Made it harder.', rises: false })
})

test('when no turn changes anything, nothing is marked', () => {
  expect(marks(sampleScene(sameBeats(3, [plain])), 0, 0, 0)).toEqual([])
})

test('a silence is marked as saying nothing', () => {
  const scene = sampleScene(sameBeats(1, [plain], { after: 'personal' }))
  expect(lookBack(scene, said(scene, silent))).toMatchObject([
    { turn: 1, quote: 'You said nothing.', isSaid: false, why: 'Why silence' },
  ])
})

test('the chart has the mood at the end of each turn', () => {
  const scene = sampleScene(sameBeats(3, [warm, hurt]))
  expect(moods(said(scene, 0, 1, 1))).toEqual([10, 7, 4])
})
