import type { LocalDevices } from '#features/calls/devices/local-devices.ts'

const framesWithinMs = 1000
/** Out of 255. A camera without a picture is darker; a dark room shows some noise. */
const blackMost = 12
/** A picture with this many pixels a side tells whether anything is on it. */
const side = 16

/**
 * Called on the return from a lock screen or a phone call: a camera that gives no pictures any more, or black ones, is
 * captured again.
 */
export async function watchPictures(devices: LocalDevices, isWanted: () => boolean): Promise<void> {
  const track = devices.read().cameraTrack
  if (!track || !isWanted() || track.isMuted) return
  if (await givesPictures(track.mediaStreamTrack)) return
  if (isWanted() && devices.read().cameraTrack === track) await devices.retry('camera')
}

function givesPictures(track: MediaStreamTrack): Promise<boolean> {
  if (track.readyState === 'ended') return Promise.resolve(false)
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), framesWithinMs)
    // The first frame may be left over from before, so wait for a second one.
    video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(() => resolve(!isBlack(video))))
    video.play().catch(() => resolve(false))
  }).finally(() => {
    video.srcObject = null
  })
}

function isBlack(video: HTMLVideoElement): boolean {
  const context = new OffscreenCanvas(side, side).getContext('2d')
  if (!context) return false
  context.drawImage(video, 0, 0, side, side)
  const { data } = context.getImageData(0, 0, side, side)
  return data.every((value, i) => i % 4 === 3 || value <= blackMost)
}
