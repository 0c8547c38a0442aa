export interface Box {
  width: number
  height: number
}

export interface Grid {
  columns: number
  rows: number
  tile: Box
}

export const gridGap = 8
const widest = 16 / 9
const narrowest = { landscape: 1.2, portrait: 0.8 }

/** The grid that shows this many faces largest on a stage; of two that are as large, the one with fewer rows. */
export function gridFor(stage: Box, count: number): Grid {
  const least = stage.height > stage.width ? narrowest.portrait : narrowest.landscape
  const ways = Array.from({ length: Math.max(1, count) }, (_, i) => {
    const columns = i + 1
    const rows = Math.ceil(Math.max(1, count) / columns)
    return { columns, rows, tile: tileIn(cellOf(stage, columns, rows), least) }
  })
  const area = ({ tile }: Grid) => tile.width * tile.height
  return ways.reduce((best, way) => {
    const gain = area(way) - area(best)
    return gain > 0.5 || (Math.abs(gain) <= 0.5 && way.rows < best.rows) ? way : best
  })
}

const cellOf = ({ width, height }: Box, columns: number, rows: number): Box => ({
  width: Math.max(0, (width - gridGap * (columns - 1)) / columns),
  height: Math.max(0, (height - gridGap * (rows - 1)) / rows),
})

/** The largest tile in a cell whose shape still suits a face. */
function tileIn({ width, height }: Box, least: number): Box {
  const aspect = width / height
  if (aspect > widest) return { width: Math.floor(height * widest), height: Math.floor(height) }
  if (aspect < least) return { width: Math.floor(width), height: Math.floor(width / least) }
  return { width: Math.floor(width), height: Math.floor(height) }
}
