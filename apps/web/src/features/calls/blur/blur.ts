import type { LocalTrack, LocalVideoTrack } from 'livekit-client'
import { createPart } from '#base/load-part.ts'
import type { BlurNews } from '#features/calls/devices/device-news.ts'
import type { BlurProcessor } from './blur-processor.ts'
import { measureBlur, type BlurWatch } from './blur-rule.ts'

const lookMs = 250
/** Loaded only when blur is wanted: with its model it is larger than the rest of the call. */
const loadBlur = createPart(() => import('./blur-processor.ts'))

/** Whether the user's background is blurred. Not every browser can do it, and it takes a moment to start. */
export type Blur = 'off' | 'starting' | 'on' | 'unsupported'

interface BlurDeps {
  camera: () => LocalVideoTrack | undefined
  tell: (news: BlurNews | undefined) => void
  /** Captures the camera again. */
  retry: () => Promise<void>
  /** Turns off the camera, or one that is still being captured. */
  turnCameraOff: () => void
  refresh: () => void
  /** Aborted when the devices are released. */
  signal: AbortSignal
}

/**
 * Blurs the background of the user's own picture, in the device check and in the call: off at first, and turned off again if
 * the computer is too slow.
 */
export function makeBlur({ camera, tell, retry, turnCameraOff, refresh, signal }: BlurDeps) {
  // Long because its steps share the queue and the processor.
  let isSupported = isBlurSupported()
  let isWanted = false
  let unsettled = 0
  let last = Promise.resolve()
  let processor: BlurProcessor | undefined
  /** The cameras that others see, or are about to. */
  const sent = new WeakSet<LocalTrack>()
  /** Cameras on which blur ended by itself before they were sent. */
  const barred = new WeakSet<LocalTrack>()

  /** Changes run one after the other; the last one applies the latest press. */
  function settle(): Promise<void> {
    unsettled += 1
    const settled = last.then(apply).finally(() => {
      unsettled -= 1
      refresh()
    })
    last = settled.catch(() => undefined)
    refresh()
    return settled
  }

  async function apply(): Promise<void> {
    const track = camera()
    if (!track || signal.aborted || isWanted === (track.getProcessor() !== undefined)) return
    if (isWanted) await start(track)
    else await end(track)
  }

  /** A change that is still to be applied may end it. */
  const isBlurred = (track: LocalVideoTrack): boolean => unsettled === 0 && track.getProcessor() !== undefined

  async function start(track: LocalVideoTrack): Promise<void> {
    try {
      const { makeBlurProcessor } = await loadBlur()
      const made = makeBlurProcessor(() => void stop('broken'))
      processor = made
      await track.setProcessor(made)
      // The camera was released while blur started: nothing else would destroy the processor.
      if (signal.aborted || camera() !== track) await made.destroy()
      else measure(made, track)
    } catch (error) {
      isSupported = false
      giveUp('failed')
      throw error
    }
  }

  async function end(track: LocalVideoTrack): Promise<void> {
    const shown = processor?.processedTrack
    // Hide this track from LiveKit, which would stop it before it sends the plain one: the others would see a black picture.
    if (processor) processor.processedTrack = undefined
    // If the camera rejects its original constraints, capture it again without blur.
    await track.stopProcessor().catch(retry)
    shown?.stop()
  }

  function measure(made: BlurProcessor, track: LocalVideoTrack): void {
    let watch: BlurWatch | undefined
    const timer = setInterval(() => {
      const isVisible = document.visibilityState === 'visible'
      const found = measureBlur(watch, { ...made.work(), now: performance.now(), isVisible })
      const isOver = signal.aborted || track.getProcessor() !== made
      if (isOver || typeof found === 'string') clearInterval(timer)
      else watch = found
      if (!isOver && found === 'too slow') void stop('slow')
    }, lookMs)
  }

  function stop(why: BlurNews['why']): Promise<void> {
    giveUp(why)
    return settle()
  }

  /**
   * A camera that nobody has seen yet goes off with the blur: only the person's next press shows their room. One that others
   * see goes on without blur, because a call matters more.
   */
  function giveUp(why: BlurNews['why']): void {
    if (signal.aborted) return
    isWanted = false
    const track = camera()
    if (track && !sent.has(track)) barred.add(track)
    tell({ kind: 'blur', why })
    if (!track || !sent.has(track)) turnCameraOff()
  }

  return {
    state: (): Blur => {
      if (!isSupported) return 'unsupported'
      if (!isWanted) return 'off'
      return unsettled > 0 ? 'starting' : 'on'
    },
    toggle: async (): Promise<void> => {
      isWanted = !isWanted
      // `start` has already reported a failure.
      await settle().catch(() => undefined)
    },
    /** Called when the camera was captured, so that it is blurred before it is shown. */
    follow: (): void => {
      const track = camera()
      if (isWanted && track && !isBlurred(track)) void settle().catch(() => undefined)
    },
    /**
     * Called before a track is published. If blur was wanted for the camera but failed, this rejects, so that the room is
     * never sent unblurred.
     */
    prepare: async (track: LocalTrack): Promise<void> => {
      const own = camera()
      if (own && own === track) {
        if (isWanted && !isBlurred(own)) await settle()
        if (camera() === own && !barred.has(own)) sent.add(own)
      }
      // Blur may have failed for an earlier caller, which reset `isWanted`.
      if (barred.has(track)) throw new Error('the background could not be blurred')
    },
  }
}

/** Whether loading the blur makes sense. Only loading it shows whether it starts. */
const isBlurSupported = (): boolean =>
  'WebAssembly' in globalThis &&
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'captureStream' in HTMLCanvasElement.prototype
