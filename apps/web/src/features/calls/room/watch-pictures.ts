import type { LocalDevices } from '#features/calls/devices/local-devices.ts'

const framesWithinMs = 1000

/** Back from a lock screen or a telephone call: a camera that gives no pictures any more is captured again. */
export async function watchPictures(devices: LocalDevices, isWanted: () => boolean): Promise<void> {
  const track = devices.read().cameraTrack
  if (!track || !isWanted() || track.isMuted) return
  if (await givesFrames(track.mediaStreamTrack)) return
  if (isWanted() && devices.read().cameraTrack === track) await devices.retry('camera')
}

function givesFrames(track: MediaStreamTrack): Promise<boolean> {
  if (track.readyState === 'ended') return Promise.resolve(false)
  const video = document.createElement('video')
  video.muted = true
  video.srcObject = new MediaStream([track])
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), framesWithinMs)
    // The first one may be the last that there was.
    video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(() => resolve(true)))
    video.play().catch(() => resolve(false))
  }).finally(() => {
    video.srcObject = null
  })
}
