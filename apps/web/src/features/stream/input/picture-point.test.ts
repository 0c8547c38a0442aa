import { expect, test } from 'vitest'
import { picturePoint, windowPoint } from './picture-point.ts'

const picture = { width: 1280, height: 720 }

test('points map to the picture itself, whatever space is left beside it', () => {
  const wide = { left: 100, top: 50, width: 1000, height: 360 }
  // The picture is 640 wide in the middle of 1000.
  expect(picturePoint(wide, picture, { x: 280, y: 50 })).toEqual({ x: 0, y: 0 })
  expect(picturePoint(wide, picture, { x: 920, y: 410 })).toEqual({ x: 65_535, y: 65_535 })
  const tall = { left: 0, top: 0, width: 320, height: 720 }
  expect(picturePoint(tall, picture, { x: 160, y: 360 })).toEqual({ x: 32_768, y: 32_768 })
})

test('a point beside the picture maps to its edge', () => {
  const wide = { left: 0, top: 0, width: 1000, height: 360 }
  expect(picturePoint(wide, picture, { x: 3, y: -40 })).toEqual({ x: 0, y: 0 })
  expect(picturePoint(wide, picture, { x: 990, y: 4000 })).toEqual({ x: 65_535, y: 65_535 })
})

test('a point mapped to the picture and back is where it was', () => {
  for (const box of [
    { left: 100, top: 50, width: 1000, height: 360 },
    { left: 7, top: 0, width: 320, height: 720 },
  ]) {
    const middle = { x: box.left + box.width / 2 - 40, y: box.top + box.height / 2 + 30 }
    const { x, y } = windowPoint(box, picture, picturePoint(box, picture, middle))
    expect(x).toBeCloseTo(middle.x, 1)
    expect(y).toBeCloseTo(middle.y, 1)
  }
})
