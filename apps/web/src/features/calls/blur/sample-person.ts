/**
 * A person in front of a wall of squares, redrawn continuously in place of a camera's picture until the returned track is
 * stopped. It references nothing outside itself: journeys and proofs pass its source text to a browser.
 */
export function samplePerson(width: number, height: number, fps: number): MediaStreamTrack {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  const [track] = canvas.captureStream().getVideoTracks()
  if (!pen || !track) throw new Error('a canvas cannot be drawn on')
  const [middle, unit] = [width / 2, height / 144]
  const oval = (colour: string, y: number, across: number, down: number) => {
    pen.fillStyle = colour
    pen.beginPath()
    pen.ellipse(middle, y * unit, across * unit, down * unit, 0, 0, 2 * Math.PI)
    pen.fill()
  }
  const box = (colour: string, x: number, y: number, across: number, down: number) => {
    pen.fillStyle = colour
    pen.fillRect(middle + x * unit, y * unit, across * unit, down * unit)
  }
  const draw = () => {
    const side = 4 * unit
    for (let x = 0; x < width / side; x += 1)
      for (let y = 0; y < height / side; y += 1) {
        pen.fillStyle = (x + y) % 2 === 0 ? '#d8e0d0' : '#405060'
        pen.fillRect(x * side, y * side, side, side)
      }
    oval('#203060', 150, 62, 60)
    box('#e0b090', -12, 80, 24, 22)
    oval('#e0b090', 62, 25, 32)
    oval('#402010', 40, 26, 16)
    for (const x of [-14, 6]) {
      box('#ffffff', x, 56, 8, 4)
      box('#111111', x + 3, 56, 3, 4)
    }
    box('#c09070', -2, 62, 4, 10)
    box('#a04040', -8, 78, 16, 4)
    if (track.readyState === 'ended') clearInterval(timer)
  }
  const timer = setInterval(draw, 1000 / fps)
  draw()
  return track
}

/**
 * How a video of that person looks: 'plain' shows wall and face, 'blurred' a wall without squares. The model takes a patch of
 * this wall for the person now and then; such a picture is 'other', because a plain one shows the squares everywhere.
 */
export type Look = 'plain' | 'blurred' | 'black' | 'other'

/** Judges a video that shows the person. It, too, references nothing outside itself. */
export function lookAt(video: HTMLVideoElement): Look | undefined {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return undefined
  const [width, height] = [256, 144]
  const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
  if (!pen) throw new Error('a canvas cannot be drawn on')
  pen.drawImage(video, 0, 0, width, height)
  const greens = (x: number, y: number, across: number, down: number) => {
    const { data } = pen.getImageData(x, y, across, down)
    const found = Array.from({ length: across * down }, (_, i) => data[4 * i + 1] ?? 0)
    return { least: Math.min(...found), most: Math.max(...found) }
  }
  const walls = [greens(8, 8, 40, 40), greens(208, 8, 40, 40), greens(8, 90, 40, 40)]
  const face = greens(112, 54, 32, 10)
  if (walls.every(({ most }) => most < 30)) return 'black'
  if (walls.every(({ least, most }) => most - least > 80)) return 'plain'
  return walls.every(({ least, most }) => most - least < 40) && face.most - face.least > 100
    ? 'blurred'
    : 'other'
}
