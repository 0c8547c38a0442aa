/** In pixels of the model's small picture; twice over it leaves nothing to be read on a wall. */
const radius = 6
/** Between these both are seen. Where the model is in doubt the room is hidden rather than the person shown. */
const [surelyRoom, surelyPerson] = [0.5, 0.8]

/**
 * Makes of a picture what is laid over it: its background, blurred, and the less of it the surer a person is there. Only
 * background is mixed into it, or the person would glow.
 */
export function veil(pixels: Uint8ClampedArray, person: Float32Array, width: number, height: number): void {
  const size = width * height
  const sums = new Float32Array(4 * size)
  const spare = new Float32Array(4 * size)
  for (let i = 0; i < size; i += 1) {
    const share = roomIn(person[i] ?? 0)
    for (let c = 0; c < 3; c += 1) sums[4 * i + c] = (pixels[4 * i + c] ?? 0) * share
    sums[4 * i + 3] = share
  }
  for (let pass = 0; pass < 2; pass += 1) {
    addAlong(sums, spare, { lines: height, lineStep: width, length: width, step: 1 })
    addAlong(spare, sums, { lines: width, lineStep: 1, length: height, step: width })
  }
  for (let i = 0; i < size; i += 1) {
    const share = sums[4 * i + 3] ?? 0
    for (let c = 0; c < 3; c += 1) pixels[4 * i + c] = share > 0 ? (sums[4 * i + c] ?? 0) / share : 0
    pixels[4 * i + 3] = 255 * roomIn(person[i] ?? 0)
  }
}

const roomIn = (person: number): number =>
  1 - Math.min(1, Math.max(0, (person - surelyRoom) / (surelyPerson - surelyRoom)))

interface Lines {
  lines: number
  lineStep: number
  length: number
  step: number
}

/** Each becomes the sum of those around it on its line. What a sum is divided by in the end is summed likewise. */
function addAlong(from: Float32Array, to: Float32Array, { lines, lineStep, length, step }: Lines): void {
  for (let line = 0; line < lines; line += 1)
    for (let c = 0; c < 4; c += 1) {
      const at = (i: number) => 4 * (line * lineStep + i * step) + c
      let sum = 0
      for (let i = 0; i < Math.min(radius, length); i += 1) sum += from[at(i)] ?? 0
      for (let i = 0; i < length; i += 1) {
        if (i + radius < length) sum += from[at(i + radius)] ?? 0
        if (i > radius) sum -= from[at(i - radius - 1)] ?? 0
        to[at(i)] = sum
      }
    }
}
