import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gridFor, gridGap } from './grid.ts'

test('eleven people on 1416 × 760 get four columns and three rows of 348 × 248 tiles', () => {
  expect(gridFor({ width: 1416, height: 760 }, 11)).toEqual({
    columns: 4,
    rows: 3,
    tile: { width: 348, height: 248 },
  })
})

test('one tile fills the stage as far as its shape allows; two are side by side, or stacked in a portrait window', () => {
  expect(gridFor({ width: 1416, height: 760 }, 1)).toMatchObject({
    columns: 1,
    tile: { width: 1351, height: 760 },
  })
  expect(gridFor({ width: 1416, height: 760 }, 2)).toMatchObject({ columns: 2, rows: 1 })
  expect(gridFor({ width: 390, height: 700 }, 2)).toMatchObject({ columns: 1, rows: 2 })
})

test('on any stage everybody has a tile, and the grid does not overflow', () => {
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
