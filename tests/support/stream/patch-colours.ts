/** The name of the colour that the patch application shows. */
export type Colour = 'red' | 'green' | 'blue' | 'yellow' | 'other'

/** The point of its picture where tests press. */
export const patchPoint = { x: 140, y: 140 }

/** Runs in a page, so it refers to nothing outside. The colours that a frame shows: that of presses and that of keys. */
export function patchColours(video: Element): [Colour, Colour] {
  const names = { red: [208, 32, 32], green: [32, 160, 64], blue: [32, 64, 208], yellow: [224, 192, 32] }
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const colourAt = (x: number, y: number): Colour => {
    pen?.drawImage(video as HTMLVideoElement, x, y, 1, 1, 0, 0, 1, 1)
    const [r = 0, g = 0, b = 0] = pen?.getImageData(0, 0, 1, 1).data ?? []
    const near = Object.entries(names).find(
      ([, [R = 0, G = 0, B = 0]]) => Math.abs(r - R) + Math.abs(g - G) + Math.abs(b - B) < 70,
    )
    return (near?.[0] ?? 'other') as Colour
  }
  return [colourAt(60, 60), colourAt(200, 60)]
}
