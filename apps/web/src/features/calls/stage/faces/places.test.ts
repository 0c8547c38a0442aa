import { expect, test } from 'vitest'
import { nearestCorner, placesOn, stripPlaces } from './places.ts'

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

test('the strip is 256 px wide for two people, 220 px for more, and 112 px high at the bottom of a narrow window', () => {
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
