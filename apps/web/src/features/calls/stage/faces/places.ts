import { gridFor, gridGap, type Box } from './grid.ts'

export interface Rect extends Box {
  left: number
  top: number
}

export const corners = ['bottom-right', 'bottom-left', 'top-left', 'top-right'] as const
export type Corner = (typeof corners)[number]

interface Somebody {
  id: string
  isSelf: boolean
}

export interface Places {
  /** The people's part of the stage. */
  area: Rect
  /** Larger than the area if it scrolls. */
  content: Box
  tiles: ReadonlyMap<string, Rect>
}

const selfMargin = 14
const selfSizes = {
  wide: { width: 228, height: 128 },
  small: { width: 92, height: 122 },
  low: { width: 128, height: 72 },
}
/** A narrower face shows too little: the grid scrolls instead. */
const tileWidthMin = 120
const stripTile = 16 / 10
/** A face's smallest ratio of width to height: in a taller tile it is cut at its ears. */
const faceMin = 0.6
/** On a stage lower than this, one's own picture is smaller: it would hide the other's face. */
const lowUnder = 400
const stripHeight = 112
const stripWidth = (count: number): number => (count > 2 ? 220 : 256)

/**
 * Places each face: alone, a person fills the stage; with two, the other fills it and the user's own picture lies small over
 * it; more share it.
 */
export function placesOn(stage: Box, people: readonly Somebody[], corner: Corner, isSmall: boolean): Places {
  const whole: Rect = { left: 0, top: 0, ...stage }
  const others = people.filter(({ isSelf }) => !isSelf)
  if (others.length > 1 || people.length > 2) return gridPlaces(stage, people)
  const tiles = new Map<string, Rect>()
  for (const { id, isSelf } of people)
    tiles.set(id, isSelf && others.length > 0 ? selfRect(stage, corner, isSmall) : whole)
  return { area: whole, content: stage, tiles }
}

function selfRect(stage: Box, corner: Corner, isSmall: boolean): Rect {
  const size = selfSizes[isSmall ? 'small' : stage.height < lowUnder ? 'low' : 'wide']
  return {
    ...size,
    left: corner.endsWith('left') ? selfMargin : stage.width - size.width - selfMargin,
    top: corner.startsWith('top') ? selfMargin : stage.height - size.height - selfMargin,
  }
}

/** The corner nearest to where something was dropped. */
export function nearestCorner(stage: Box, { left, top, width, height }: Rect): Corner {
  const isLeft = left + width / 2 < stage.width / 2
  const isTop = top + height / 2 < stage.height / 2
  return `${isTop ? 'top' : 'bottom'}-${isLeft ? 'left' : 'right'}`
}

function gridPlaces(stage: Box, people: readonly Somebody[]): Places {
  const { columns, tile } = readable(stage, people.length)
  const rows = Math.ceil(people.length / columns)
  const height = rows * tile.height + (rows - 1) * gridGap
  const content = { width: stage.width, height: Math.max(stage.height, height) }
  const top = (content.height - height) / 2
  const tiles = new Map<string, Rect>()
  people.forEach(({ id }, i) => {
    const row = Math.floor(i / columns)
    // The last row is centred.
    const inRow = Math.min(columns, people.length - row * columns)
    const rowWidth = inRow * tile.width + (inRow - 1) * gridGap
    const left = (stage.width - rowWidth) / 2 + (i % columns) * (tile.width + gridGap)
    tiles.set(id, { ...tile, left, top: top + row * (tile.height + gridGap) })
  })
  return { area: { left: 0, top: 0, ...stage }, content, tiles }
}

function readable(stage: Box, count: number): { columns: number; tile: Box } {
  const grid = gridFor(stage, count)
  if (grid.tile.width >= tileWidthMin || stage.width < tileWidthMin) return grid
  const columns = Math.max(1, Math.floor((stage.width + gridGap) / (tileWidthMin + gridGap)))
  const width = Math.floor((stage.width - gridGap * (columns - 1)) / columns)
  return { columns, tile: { width, height: Math.floor(width / 1.2) } }
}

/** Whether a picture of 16 to 9 has more room above a strip of faces than beside it. */
export function isLargerAbove(room: Box, people: number): boolean {
  const widthIn = ({ width, height }: Box) => Math.min(width, (height * 16) / 9)
  const above = { width: room.width, height: room.height - stripHeight - gridGap }
  const beside = { width: room.width - stripWidth(people) - gridGap, height: room.height }
  return widthIn(above) > widthIn(beside)
}

/** The people in a strip beside the item in focus, or below it. The strip scrolls. */
export function stripPlaces(
  stage: Box,
  people: readonly Somebody[],
  isBelow: boolean,
): Places & { focus: Rect } {
  const breadth = stripWidth(people.length)
  const size = isBelow
    ? { width: Math.round(stripHeight * stripTile), height: stripHeight }
    : { width: breadth, height: Math.round(breadth / stripTile) }
  const step = (isBelow ? size.width : size.height) + gridGap
  const length = Math.max(0, people.length * step - gridGap)
  const area = isBelow
    ? { left: 0, top: stage.height - stripHeight, width: stage.width, height: stripHeight }
    : { left: stage.width - breadth, top: 0, width: breadth, height: stage.height }
  const focus = isBelow
    ? { left: 0, top: 0, width: stage.width, height: Math.max(0, area.top - gridGap) }
    : { left: 0, top: 0, width: Math.max(0, area.left - gridGap), height: stage.height }
  return {
    area,
    focus,
    content: isBelow
      ? { width: Math.max(stage.width, length), height: stripHeight }
      : { width: breadth, height: Math.max(stage.height, length) },
    tiles: new Map(
      people.map(({ id }, i) => [id, { ...size, left: isBelow ? i * step : 0, top: isBelow ? 0 : i * step }]),
    ),
  }
}

/** The faces share the space below an item of that height; if too little is left, they form a strip. */
export function placesBelow(
  stage: Box,
  people: readonly Somebody[],
  height: number,
): Places & { focus: Rect } {
  const rest = stage.height - height - gridGap
  if (rest < stripHeight) return stripPlaces(stage, people, true)
  const { content, tiles } =
    people.length === 2
      ? besideOne({ width: stage.width, height: rest }, people)
      : gridPlaces({ width: stage.width, height: rest }, people)
  return {
    focus: { left: 0, top: 0, width: stage.width, height },
    area: { left: 0, top: height + gridGap, width: stage.width, height: rest },
    content,
    tiles,
  }
}

/** Two faces side by side, as tall as a face may be. */
function besideOne(box: Box, people: readonly Somebody[]): Pick<Places, 'content' | 'tiles'> {
  const width = Math.floor((box.width - gridGap) / 2)
  const tile = { width, height: Math.min(box.height, Math.round(width / faceMin)) }
  return {
    content: box,
    tiles: new Map(people.map(({ id }, i) => [id, { ...tile, left: i * (width + gridGap), top: 0 }])),
  }
}
