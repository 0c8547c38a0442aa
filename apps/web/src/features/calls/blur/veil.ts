/** In pixels of the model's small picture. Two passes leave nothing on a wall readable. */
const radius = 6
/**
 * Between these confidences both are visible. When the model is in doubt, hiding the room matters more than showing the
 * person.
 */
const [surelyRoom, surelyPerson] = [0.5, 0.8]

/**
 * Turns a picture into its overlay: the blurred background, the more transparent the surer the model is that a person is
 * there. Only background is mixed into the blur, or the person would glow.
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

/**
 * Replaces each value with the sum of its neighbours on the line. The weights by which the sums are divided in the end are
 * summed the same way.
 */
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
