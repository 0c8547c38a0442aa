import { expect, test } from 'vitest'
import { veil } from './veil.ts'

const [width, height] = [64, 36]
const isPerson = (x: number, y: number) => x >= 24 && x < 40 && y >= 8
/** A person all in red in front of a wall of black and white squares. */
function picture() {
  const pixels = new Uint8ClampedArray(4 * width * height)
  const person = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x
      const wall = (x + y) % 2 === 0 ? 255 : 0
      pixels.set(isPerson(x, y) ? [255, 0, 0, 255] : [wall, wall, wall, 255], 4 * i)
      person[i] = isPerson(x, y) ? 0.9 : 0.1
    }
  return { pixels, person }
}
const colour = (pixels: Uint8ClampedArray, x: number, y: number) =>
  Array.from(pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4))

test('the veil covers the room with an even grey, and leaves the person uncovered', () => {
  const { pixels, person } = picture()
  veil(pixels, person, width, height)
  for (const [x, y] of [
    [0, 0],
    [10, 20],
    [11, 20],
    [63, 35],
    [32, 2],
  ] as const) {
    const [red = 0, green, blue, cover] = colour(pixels, x, y)
    expect(red).toBeGreaterThan(110)
    expect(red).toBeLessThan(145)
    expect([green, blue, cover]).toEqual([red, red, 255])
  }
  expect(colour(pixels, 32, 20)[3]).toBe(0)
})

test('no colour of the person bleeds into the room beside them', () => {
  const { pixels, person } = picture()
  veil(pixels, person, width, height)
  const [red, green, blue] = colour(pixels, 23, 20)
  expect([green, blue]).toEqual([red, red])
})

test('the veil is half transparent where the model is nearly sure of a person, and opaque where it is in doubt', () => {
  const { pixels, person } = picture()
  person[20 * width + 32] = 0.65
  person[20 * width + 33] = 0.5
  veil(pixels, person, width, height)
  expect([32, 33, 34].map((x) => colour(pixels, x, 20)[3])).toEqual([128, 255, 0])
})
