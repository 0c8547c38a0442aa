import type { Track, TrackProcessor } from 'livekit-client'
import type { BlurWork } from './blur-rule.ts'
import { startWorker } from './start-worker.ts'
import { modelSize, type WorkerSays } from './worker-messages.ts'

export interface BlurProcessor extends TrackProcessor<Track.Kind.Video> {
  /** What comes out of it, which is `processedTrack` for as long as the media client is to end it. */
  picture: MediaStreamTrack
  work: () => BlurWork
}

/** For the model to load, over a slow line too. */
const readyWithinMs = 60_000
/** For a camera's first picture. */
const pictureWithinMs = 10_000
const { width: smallWidth, height: smallHeight } = modelSize

/**
 * The camera's picture with its background blurred. Each picture is drawn only together with what is laid over it, and
 * whoever starts it waits for the first: the room is never seen in between.
 */
export function makeBlurProcessor(onFailed: () => void): BlurProcessor {
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true })
  // The picture that the worker looks at now, as large as it came.
  const still = drawing(smallWidth, smallHeight)
  const small = drawing(smallWidth, smallHeight, { willReadFrequently: true })
  const out = drawing(smallWidth, smallHeight)
  const [picture] = out.canvas.captureStream().getVideoTracks()
  if (!picture) throw new Error('a canvas has no track')
  const worker = startWorker()
  let isReady = false
  let source: MediaStreamTrack | undefined
  /** Whoever waits for the worker to be ready, or for a camera's first picture. */
  let waiting: PromiseWithResolvers<void> | undefined
  let seenFrames = 0
  let pictures = 0
  let workedMs = 0
  let busySince: number | undefined
  /** The picture under way is of the camera that was before. */
  let isOutdated = false

  function grab(): void {
    if (busySince !== undefined || source?.readyState !== 'live' || video.videoWidth === 0) return
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    // A camera that stands still gives nothing, and is asked for again by whoever watches it.
    if (totalVideoFrames === seenFrames) return
    seenFrames = totalVideoFrames
    busySince = performance.now()
    fit(still.canvas, video.videoWidth, video.videoHeight)
    still.drawImage(video, 0, 0)
    small.drawImage(still.canvas, 0, 0, smallWidth, smallHeight)
    const { buffer } = small.getImageData(0, 0, smallWidth, smallHeight).data
    worker.postMessage(buffer, [buffer])
  }

  function draw(pixels: ArrayBuffer): void {
    const { width, height } = still.canvas
    small.putImageData(new ImageData(new Uint8ClampedArray(pixels), smallWidth, smallHeight), 0, 0)
    fit(out.canvas, width, height)
    out.drawImage(still.canvas, 0, 0)
    out.drawImage(small.canvas, 0, 0, width, height)
    pictures += 1
    workedMs = work().ms
    busySince = undefined
    if (!isOutdated) waiting?.resolve()
    isOutdated = false
    grab()
  }

  const work = (): BlurWork => ({
    pictures,
    ms: workedMs + (busySince === undefined ? 0 : performance.now() - busySince),
  })

  let failure: Error | undefined
  /** Until then whoever starts it is told, and after that everybody. */
  let hasStarted = false
  function fail(message: string): void {
    failure = new Error(message)
    worker.terminate()
    waiting?.reject(failure)
    if (hasStarted) onFailed()
  }
  worker.addEventListener('error', ({ message }) => fail(message))
  worker.addEventListener('message', ({ data: said }: MessageEvent<WorkerSays>) => {
    if (said.kind === 'veil') draw(said.pixels)
    else if (said.kind === 'tick') grab()
    else if (said.kind === 'failed') fail(said.message)
    else {
      isReady = true
      waiting?.resolve()
    }
  })

  async function wait(ms: number): Promise<void> {
    if (failure) throw failure
    const begun = Promise.withResolvers<void>()
    waiting = begun
    const timer = setTimeout(() => begun.reject(new Error(`nothing came within ${ms} ms`)), ms)
    try {
      await begun.promise
    } finally {
      clearTimeout(timer)
      waiting = undefined
    }
  }

  /** Ends with the first picture of that camera. Of one that is off none comes; its next start waits for it. */
  async function follow(track: MediaStreamTrack): Promise<void> {
    source = track
    isOutdated = busySince !== undefined
    seenFrames = 0
    video.srcObject = new MediaStream([track])
    if (track.readyState === 'live') await Promise.all([wait(pictureWithinMs), video.play()])
  }

  const processor: BlurProcessor = {
    name: 'background-blur',
    picture,
    processedTrack: picture,
    work,
    init: async ({ track }) => {
      try {
        if (!isReady) await wait(readyWithinMs)
        await follow(track)
        hasStarted = true
      } catch (error) {
        await processor.destroy()
        throw error
      }
    },
    restart: ({ track }) => follow(track),
    destroy: async () => {
      worker.terminate()
      source = undefined
      video.srcObject = null
      processor.processedTrack?.stop()
    },
  }
  return processor
}

function drawing(width: number, height: number, settings?: CanvasRenderingContext2DSettings) {
  const context = Object.assign(document.createElement('canvas'), { width, height }).getContext(
    '2d',
    settings,
  )
  if (!context) throw new Error('a canvas cannot be drawn on')
  return context
}

/** Also clears it, so only where the camera's size has changed. */
function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}
