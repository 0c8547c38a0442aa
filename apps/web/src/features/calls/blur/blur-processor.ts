import type { Track, TrackProcessor } from 'livekit-client'
import type { BlurWork } from './blur-rule.ts'
// Vite generates this module; its default export is the URL of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './blur-worker.ts?worker&url'
import { modelSize, type WorkerSays } from './worker-messages.ts'

export interface BlurProcessor extends TrackProcessor<Track.Kind.Video> {
  /** The blurred output track. `processedTrack` names the same track for as long as LiveKit is the one to stop it. */
  picture: MediaStreamTrack
  work: () => BlurWork
}

/** Deadline for loading the model, also over a slow connection. */
const readyWithinMs = 60_000
/** Deadline for a camera's first frame. */
const pictureWithinMs = 10_000
const { width: smallWidth, height: smallHeight } = modelSize

/**
 * The camera's picture with its background blurred. Each frame is drawn only together with its overlay, and starting waits
 * for the first such frame: the room is never seen in between.
 */
export function makeBlurProcessor(onFailed: () => void): BlurProcessor {
  // Long because the worker, the canvases and the waiting share one state.
  const video = document.createElement('video')
  Object.assign(video, { muted: true, playsInline: true })
  // The frame that the worker is processing now, at full size.
  const still = drawing(smallWidth, smallHeight)
  const small = drawing(smallWidth, smallHeight, { willReadFrequently: true })
  const out = drawing(smallWidth, smallHeight)
  const [picture] = out.canvas.captureStream().getVideoTracks()
  if (!picture) throw new Error('a canvas has no track')
  const worker = startWorker()
  let isReady = false
  let source: MediaStreamTrack | undefined
  /** Pending while a caller waits for the worker to be ready or for a camera's first frame. */
  let waiting: PromiseWithResolvers<void> | undefined
  let seenFrames = 0
  let pictures = 0
  let workedMs = 0
  let busySince: number | undefined
  /** The frame in progress came from the previous camera. */
  let isOutdated = false

  function grab(): void {
    if (busySince !== undefined || source?.readyState !== 'live' || video.videoWidth === 0) return
    const { totalVideoFrames } = video.getVideoPlaybackQuality()
    // Draw nothing while the camera is frozen: `watchPictures` notices the missing frames and captures the camera again.
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
  /** Before the start, `init` reports a failure to its caller; afterwards `onFailed` reports it. */
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

  /** Settles with the camera's first frame. A camera that is off gives none, so this doesn't wait; its next start does. */
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

/** Setting the size also clears the canvas, so only do it when the camera's size has changed. */
function fit(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}

interface PolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (text: string) => string }
}

// Our content policy refuses a string as a script's URL (Trusted Types). This policy of ours is the only one that may create
// such a URL, and a policy name can be registered only once. TypeScript's library doesn't have the API yet, nor does every
// browser.
const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
const policy = trustedTypes?.createPolicy('blur-worker', { createScriptURL: () => workerUrl })

const startWorker = (): Worker =>
  new Worker(policy ? policy.createScriptURL('') : workerUrl, { type: 'module' })
