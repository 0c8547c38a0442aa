import type { LocalTrack, LocalVideoTrack } from 'livekit-client'
import { createPart } from '#base/load-part.ts'
import type { LocalDevices, LocalDevicesState } from '#features/calls/devices/local-devices.ts'
import type { BlurNews } from '#features/calls/devices/device-news.ts'
import type { Blur } from '#features/calls/room/call-state.ts'
import type { BlurProcessor } from './blur-processor.ts'
import { measureBlur, type BlurWatch } from './blur-rule.ts'

const lookMs = 250
/** Loaded only when blur is wanted: with its model it is larger than the rest of the call. */
const loadBlur = createPart(() => import('./blur-processor.ts'))

interface BlurDeps {
  devices: Pick<LocalDevices, 'tell' | 'retry'> & { read: () => Pick<LocalDevicesState, 'cameraTrack'> }
  refresh: () => void
  /** Aborted when the call is over. */
  signal: AbortSignal
}

/**
 * Blurs the background of the user's own picture: off in every new call, and turned off again if the computer is too slow.
 */
export function makeBlur({ devices, refresh, signal }: BlurDeps) {
  // Long because its steps share the queue and the processor.
  let isSupported = isBlurSupported()
  let isWanted = false
  let unsettled = 0
  let last = Promise.resolve()
  let processor: BlurProcessor | undefined

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
    const track = devices.read().cameraTrack
    if (!track || signal.aborted || isWanted === (track.getProcessor() !== undefined)) return
    if (isWanted) await start(track)
    else await end(track)
  }

  async function start(track: LocalVideoTrack): Promise<void> {
    try {
      const { makeBlurProcessor } = await loadBlur()
      const made = makeBlurProcessor(() => void stop('broken'))
      processor = made
      await track.setProcessor(made)
      // The camera was released while blur started: nothing else would destroy the processor.
      if (signal.aborted || devices.read().cameraTrack !== track) await made.destroy()
      else measure(made, track)
    } catch (error) {
      isWanted = false
      isSupported = false
      devices.tell({ kind: 'blur', why: 'failed' })
      throw error
    }
  }

  async function end(track: LocalVideoTrack): Promise<void> {
    const shown = processor?.processedTrack
    // Hide this track from LiveKit, which would stop it before it sends the plain one: the others would see a black picture.
    if (processor) processor.processedTrack = undefined
    // If the camera rejects its original constraints, capture it again without blur.
    await track.stopProcessor().catch(() => devices.retry('camera'))
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
    isWanted = false
    devices.tell({ kind: 'blur', why })
    return settle()
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
    /**
     * Called before the picture is published. If blur is wanted but fails, this rejects, so that the room is never sent
     * unblurred.
     */
    prepare: async (track: LocalTrack): Promise<void> => {
      if (!isWanted || track !== devices.read().cameraTrack) return
      await settle()
      // Blur may have failed for an earlier caller, which reset `isWanted`.
      if (!isSupported) throw new Error('the background could not be blurred')
    },
  }
}

/** Whether loading the blur makes sense. Only loading it shows whether it starts. */
const isBlurSupported = (): boolean =>
  'WebAssembly' in globalThis &&
  'Worker' in globalThis &&
  'OffscreenCanvas' in globalThis &&
  'captureStream' in HTMLCanvasElement.prototype
