import type { Picture } from '#features/calls/room/call-state.ts'

/** A drawn picture in place of a camera's or a screen's, for stories. */
export function samplePicture(colour: string, width = 1280, height = 720): Picture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (pen) {
    pen.fillStyle = colour
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = '#e8d9c4'
    pen.beginPath()
    pen.arc(width / 2, height * 0.4, height / 5, 0, 2 * Math.PI)
    pen.fill()
  }
  const stream = canvas.captureStream(1)
  return {
    attach: (element) => {
      element.srcObject = stream
    },
    detach: (element) => {
      element.srcObject = null
    },
  }
}
