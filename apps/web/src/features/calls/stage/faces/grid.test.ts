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

test('no other grid on the stage shows larger faces, and of two that are as large the one with fewer rows is taken', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 11 }),
      fc.integer({ min: 200, max: 3000 }),
      fc.integer({ min: 150, max: 2000 }),
      (count, width, height) => {
        const grid = gridFor({ width, height }, count)
        const least = height > width ? 0.8 : 1.2
        const areas = Array.from({ length: count }, (_, i) => {
          const columns = i + 1
          const rows = Math.ceil(count / columns)
          const [wide, high] = [(width - 8 * i) / columns, (height - 8 * (rows - 1)) / rows]
          // As wide as the cell unless it is flatter than 16:9; as high as the cell unless it is narrower than a face.
          const [across, down] = [
            Math.floor(Math.min(wide, (high * 16) / 9)),
            Math.floor(Math.min(high, wide / least)),
          ]
          return { columns, rows, area: Math.max(0, across) * Math.max(0, down) }
        })
        const best = Math.max(...areas.map(({ area }) => area))
        expect(grid.tile.width * grid.tile.height).toBe(best)
        const rows = areas.filter(({ area }) => area === best).map((each) => each.rows)
        expect(grid.rows).toBe(Math.min(...rows))
      },
    ),
  )
})

test.each([
  [
    { width: 800, height: 450 },
    { width: 800, height: 450 },
  ],
  [
    { width: 900, height: 450 },
    { width: 800, height: 450 },
  ],
  [
    { width: 480, height: 400 },
    { width: 480, height: 400 },
  ],
  [
    { width: 450, height: 400 },
    { width: 450, height: 375 },
  ],
  [
    { width: 400, height: 400 },
    { width: 400, height: 333 },
  ],
  [
    { width: 400, height: 500 },
    { width: 400, height: 500 },
  ],
  [
    { width: 390, height: 700 },
    { width: 390, height: 487 },
  ],
  [
    { width: 300, height: 0 },
    { width: 0, height: 0 },
  ],
])('a face alone on a stage of %j gets %j', (stage, tile) => {
  expect(gridFor(stage, 1).tile).toEqual(tile)
})

test('a stage too small for its gaps has tiles without a size, and nobody at all gets one tile', () => {
  expect(gridFor({ width: 4, height: 4 }, 11).tile).toEqual({ width: 0, height: 0 })
  expect(gridFor({ width: 800, height: 450 }, 0)).toMatchObject({ columns: 1, rows: 1 })
})
