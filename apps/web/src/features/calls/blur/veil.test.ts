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

/** Calculates the veil slowly, from its definition: a 13×13 box blur, applied twice, that counts each pixel only as far as it is room. */
function veilByDefinition(pixels: Uint8ClampedArray, person: Float32Array, across: number, down: number) {
  const room = Array.from(person, (sure) => 1 - Math.min(1, Math.max(0, (sure - 0.5) / 0.3)))
  const channel = (c: number) => room.map((share, i) => share * (c === 3 ? 1 : (pixels[4 * i + c] ?? 0)))
  const near = (at: number, length: number) =>
    Array.from({ length: 13 }, (_, k) => at - 6 + k).filter((each) => each >= 0 && each < length)
  const summed = (values: number[]) =>
    values.map((_, i) => {
      const [x, y] = [i % across, Math.floor(i / across)]
      let sum = 0
      for (const v of near(y, down)) for (const u of near(x, across)) sum += values[v * across + u] ?? 0
      return sum
    })
  const [red, green, blue, weight] = [0, 1, 2, 3].map((c) => summed(summed(channel(c))))
  return room.map((share, i) => ({
    colour: [red, green, blue].map((sums) => (sums?.[i] ?? 0) / (weight?.[i] ?? 0)),
    cover: 255 * share,
  }))
}

test.each([
  [40, 23],
  [5, 9],
  [1, 30],
])('each pixel of a %i×%i picture gets the mean of the room around it', (across, down) => {
  let state = 7
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const pixels = Uint8ClampedArray.from({ length: 4 * across * down }, () => 256 * random())
  const person = Float32Array.from({ length: across * down }, () => random())
  const expected = veilByDefinition(pixels, person, across, down)
  veil(pixels, person, across, down)
  const apart = expected.flatMap(({ colour: [red = 0, green = 0, blue = 0], cover }, i) =>
    [red, green, blue, cover].map((value, c) => Math.abs((pixels[4 * i + c] ?? 0) - value)),
  )
  expect(Math.max(...apart)).toBeLessThanOrEqual(1)
})
