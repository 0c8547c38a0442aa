import { expect, test } from 'vitest'
import { isLargerAbove, nearestCorner, placesBelow, placesOn, stripPlaces } from './places.ts'

const stage = { width: 1416, height: 760 }
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `other ${i}`, isSelf: false }))
const me = { id: 'me', isSelf: true }

test('a person alone fills the stage; with one other, that one fills it and the self view is 14 px from a corner', () => {
  expect(placesOn(stage, [me], 'bottom-right', false).tiles.get('me')).toMatchObject(stage)
  const two = placesOn(stage, [...others(1), me], 'bottom-right', false)
  expect(two.tiles.get('other 0')).toMatchObject({ left: 0, top: 0, ...stage })
  expect(two.tiles.get('me')).toEqual({ left: 1416 - 228 - 14, top: 760 - 128 - 14, width: 228, height: 128 })
  const small = placesOn({ width: 390, height: 400 }, [...others(1), me], 'top-left', true)
  expect(small.tiles.get('me')).toEqual({ left: 14, top: 14, width: 92, height: 122 })
})

test('eleven people are placed in rows of four, with the last row centred', () => {
  const { tiles, content } = placesOn(stage, [...others(10), me], 'bottom-right', false)
  expect(tiles.get('other 0')).toMatchObject({ width: 348, height: 248, left: 0, top: 0 })
  expect(tiles.get('other 8')?.left).toBe((1416 - (3 * 348 + 2 * 8)) / 2)
  expect(content).toEqual(stage)
})

test('tiles stay at least 120 px wide, and the grid scrolls instead of shrinking them', () => {
  const { tiles, content } = placesOn({ width: 390, height: 200 }, [...others(10), me], 'bottom-right', true)
  expect(tiles.get('other 0')?.width).toBeGreaterThanOrEqual(120)
  expect(content.height).toBeGreaterThan(200)
})

test('the self view snaps to the nearest corner when it is dropped', () => {
  const size = { width: 228, height: 128 }
  expect(nearestCorner(stage, { ...size, left: 10, top: 10 })).toBe('top-left')
  expect(nearestCorner(stage, { ...size, left: 900, top: 10 })).toBe('top-right')
  expect(nearestCorner(stage, { ...size, left: 500, top: 700 })).toBe('bottom-left')
  expect(nearestCorner(stage, { ...size, left: 800, top: 500 })).toBe('bottom-right')
})

test('on a low stage the self view is smaller, because it would hide the face of the other', () => {
  const self = (height: number) => placesOn({ width: 844, height }, [...others(1), me], 'top-left', false)
  expect(self(400).tiles.get(me.id)).toEqual({ width: 228, height: 128, left: 14, top: 14 })
  expect(self(399).tiles.get(me.id)).toEqual({ width: 128, height: 72, left: 14, top: 14 })
})

test.each([
  ['a laptop', 1256, 572, 2, 'beside'],
  ['a laptop with the panel open', 872, 572, 2, 'above'],
  ['a large window', 1416, 712, 2, 'beside'],
  ['a large window with the panel open', 1028, 712, 2, 'above'],
  ['a tablet upright', 744, 836, 3, 'above'],
  ['a phone in landscape', 820, 278, 2, 'beside'],
])('on %s (%i × %i, %i people) what is in focus stands %s the faces', (_, width, height, people, place) => {
  expect(isLargerAbove({ width, height }, people)).toBe(place === 'above')
})

test('the strip is 256 px wide for two people, 220 px for more, and 112 px high when it is below', () => {
  const two = stripPlaces(stage, [...others(1), me], false)
  expect(two.area).toEqual({ left: 1416 - 256, top: 0, width: 256, height: 760 })
  expect(two.focus).toEqual({ left: 0, top: 0, width: 1416 - 256 - 8, height: 760 })
  const many = stripPlaces(stage, [...others(10), me], false)
  expect(many.area.width).toBe(220)
  expect(many.content.height).toBeGreaterThan(760)
  const below = stripPlaces({ width: 800, height: 500 }, [...others(3), me], true)
  expect(below.area).toEqual({ left: 0, top: 388, width: 800, height: 112 })
  expect(below.focus).toEqual({ left: 0, top: 0, width: 800, height: 380 })
})

const placed = ({ tiles }: ReturnType<typeof placesOn>) => [...tiles.values()]

test('two others without the own picture share the stage, and so do three people', () => {
  const stage = { width: 808, height: 400 }
  const halves = [
    { left: 0, top: 33, width: 400, height: 333 },
    { left: 408, top: 33, width: 400, height: 333 },
  ].map((tile) => ({ ...tile, top: (400 - 333) / 2 }))
  expect(placed(placesOn(stage, others(2), 'bottom-right', false))).toEqual(halves)
  expect(placesOn(stage, [...others(2), me], 'bottom-right', false).tiles.get('me')).not.toMatchObject({
    width: 228,
  })
  expect(placed(placesOn(stage, others(1), 'bottom-right', false))).toEqual([{ left: 0, top: 0, ...stage }])
})

test('rows of a grid are 8 px apart, with the grid in the middle of the stage and the last row in the middle of it', () => {
  // Two columns of 400, two rows: 2 × 225 + 8 = 458 of 500 px.
  const { tiles, content, area } = placesOn(
    { width: 808, height: 500 },
    [...others(2), me],
    'bottom-right',
    false,
  )
  expect([...tiles.values()]).toEqual([
    { left: 0, top: 0, width: 400, height: 246 },
    { left: 408, top: 0, width: 400, height: 246 },
    { left: 204, top: 254, width: 400, height: 246 },
  ])
  expect(content).toEqual({ width: 808, height: 500 })
  expect(area).toEqual({ left: 0, top: 0, width: 808, height: 500 })
})

test('where tiles would be narrower than 120 px, as many columns of 120 px as fit scroll', () => {
  const { tiles, content } = placesOn({ width: 390, height: 200 }, [...others(10), me], 'bottom-right', true)
  // (390 + 8) / 128 = 3 columns of (390 - 2 × 8) / 3 = 124 px; 124 / 1.2 = 103 px high; 4 rows.
  expect(content).toEqual({ width: 390, height: 4 * 103 + 3 * 8 })
  expect([...tiles.values()].slice(0, 4)).toEqual([
    { left: 1, top: 0, width: 124, height: 103 },
    { left: 133, top: 0, width: 124, height: 103 },
    { left: 265, top: 0, width: 124, height: 103 },
    { left: 1, top: 111, width: 124, height: 103 },
  ])
  expect(tiles.get('me')).toEqual({ left: 67 + 132, top: 333, width: 124, height: 103 })
  // On a stage narrower than a readable face there is nothing to gain by scrolling.
  expect(placesOn({ width: 119, height: 400 }, others(4), 'bottom-right', true).content.height).toBe(400)
  expect(placesOn({ width: 120, height: 200 }, others(4), 'bottom-right', true).content.height).toBe(
    4 * 100 + 3 * 8,
  )
})

test('a self view whose middle lies in the middle of the stage snaps to the right and to the bottom', () => {
  const size = { width: 228, height: 128 }
  expect(nearestCorner(stage, { ...size, left: 708 - 114, top: 380 - 64 })).toBe('bottom-right')
  expect(nearestCorner(stage, { ...size, left: 708 - 115, top: 380 - 65 })).toBe('top-left')
})

test('faces in a strip follow each other 8 px apart, down the side or along the bottom', () => {
  const side = stripPlaces({ width: 1400, height: 300 }, [...others(2), me], false)
  // 220 px wide, at 16:10 138 px high.
  expect(placed(side)).toEqual([0, 146, 292].map((top) => ({ left: 0, top, width: 220, height: 138 })))
  expect(side.content).toEqual({ width: 220, height: 3 * 138 + 2 * 8 })
  expect(side.focus).toEqual({ left: 0, top: 0, width: 1400 - 220 - 8, height: 300 })
  const below = stripPlaces({ width: 500, height: 400 }, [...others(2), me], true)
  // 112 px high, at 16:10 179 px wide.
  expect(placed(below)).toEqual([0, 187, 374].map((left) => ({ left, top: 0, width: 179, height: 112 })))
  expect(below.content).toEqual({ width: 3 * 179 + 2 * 8, height: 112 })
  expect(stripPlaces({ width: 1400, height: 600 }, [me], false).content).toEqual({ width: 256, height: 600 })
  expect(stripPlaces({ width: 800, height: 400 }, [me], true).content).toEqual({ width: 800, height: 112 })
  expect(stripPlaces({ width: 800, height: 400 }, [], true).content).toEqual({ width: 800, height: 112 })
})

test('nothing is left for the item in focus on a stage smaller than its strip', () => {
  expect(stripPlaces({ width: 200, height: 300 }, [me], false).focus.width).toBe(0)
  expect(stripPlaces({ width: 200, height: 100 }, [me], true).focus.height).toBe(0)
})

test('below an item the two faces of a call lie side by side, as tall as the space, but never narrower than 3:5', () => {
  const stage = { width: 808, height: 1000 }
  const { focus, area, content, tiles } = placesBelow(stage, [...others(1), me], 450)
  expect(focus).toEqual({ left: 0, top: 0, width: 808, height: 450 })
  expect(area).toEqual({ left: 0, top: 458, width: 808, height: 542 })
  expect(content).toEqual({ width: 808, height: 542 })
  expect([...tiles.values()]).toEqual([
    { left: 0, top: 0, width: 400, height: 542 },
    { left: 408, top: 0, width: 400, height: 542 },
  ])
  const tall = placesBelow({ width: 308, height: 1000 }, [...others(1), me], 300)
  expect(tall.tiles.get('me')).toEqual({ left: 158, top: 0, width: 150, height: 250 })
})

test('below an item more faces share the space, and form a strip where less than 112 px are left', () => {
  const stage = { width: 808, height: 700 }
  const three = [...others(2), me]
  expect(placesBelow(stage, three, 580)).toMatchObject({
    area: { left: 0, top: 588, width: 808, height: 112 },
    focus: { left: 0, top: 0, width: 808, height: 580 },
  })
  // In the grid, faces are shrunk to the space; in the strip they keep their size.
  expect(placesBelow(stage, three, 580).tiles.get('me')?.width).toBe(199)
  expect(placesBelow(stage, three, 581)).toEqual(stripPlaces(stage, three, true))
})
