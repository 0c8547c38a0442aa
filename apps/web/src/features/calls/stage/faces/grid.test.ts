import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridFor, gridGap } from './grid.ts'

test('eleven on 1416 × 760 are four columns of three, tiles of 348 × 248', () => {
  expect(gridFor({ width: 1416, height: 760 }, 11)).toEqual({
    columns: 4,
    rows: 3,
    tile: { width: 348, height: 248 },
  })
})

test('one fills the stage as far as a face allows; two stand beside each other, in an upright window below', () => {
  expect(gridFor({ width: 1416, height: 760 }, 1)).toMatchObject({
    columns: 1,
    tile: { width: 1351, height: 760 },
  })
  expect(gridFor({ width: 1416, height: 760 }, 2)).toMatchObject({ columns: 2, rows: 1 })
  expect(gridFor({ width: 390, height: 700 }, 2)).toMatchObject({ columns: 1, rows: 2 })
})

test('whatever the stage: everybody has a place, and nothing stands over its edge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.integer({ min: 200, max: 3000 }),
      fc.integer({ min: 150, max: 2000 }),
      (count, width, height) => {
        const { columns, rows, tile } = gridFor({ width, height }, count)
        expect(columns * rows).toBeGreaterThanOrEqual(count)
        expect(columns * tile.width + (columns - 1) * gridGap).toBeLessThanOrEqual(width)
        expect(rows * tile.height + (rows - 1) * gridGap).toBeLessThanOrEqual(height)
      },
    ),
  )
})
