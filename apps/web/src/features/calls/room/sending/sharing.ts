import { ConnectionState, Track, TrackEvent, VideoPreset, type LocalTrack, type Room } from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { screenSentBy } from './application.ts'
import type { Sharing } from '#features/calls/room/call-state.ts'

const { width, height, fps } = constants.screenShare

/**
 * The lower layer has a lower frame rate, not a smaller picture: text that is scaled down can't be read, and a late joiner
 * or a returning tab would begin with it.
 */
export const shareDefaults = {
  screenShareEncoding: { maxBitrate: 2_500_000, maxFramerate: fps },
  screenShareSimulcastLayers: [new VideoPreset(width, height, 800_000, 3)],
}

/** The user's own screen: captured once, and published on each connection for as long as the capture lives. */
export function makeSharing(room: Room, refresh: () => void, ended: AbortSignal) {
  let capture: LocalTrack | undefined
  let isAsking = false
  const isSupported = 'getDisplayMedia' in navigator.mediaDevices

  async function start(): Promise<void> {
    if (state() !== 'possible' || isAsking) return
    try {
      const track = await ask()
      if (!track) return
      // The screen was chosen after the call was over: nobody may see it.
      if (ended.aborted) return track.stop()
      capture = track
      // The user ended it in the browser's own bar.
      track.once(TrackEvent.Ended, () => void stop())
      // Only one person shares at a time, and somebody else was quicker.
      if (isTaken()) await stop()
      else await send()
    } catch (error) {
      if (!isSharingDeclined(error)) throw error
    } finally {
      refresh()
    }
  }

  async function ask(): Promise<LocalTrack | undefined> {
    isAsking = true
    try {
      const [track] = await room.localParticipant.createScreenTracks({
        audio: false,
        resolution: { width, height, frameRate: fps },
        contentHint: 'detail',
      })
      return track
    } finally {
      isAsking = false
    }
  }

  async function send(): Promise<void> {
    if (!capture) return
    const track = capture
    if (track.mediaStreamTrack.readyState === 'ended') return stop()
    try {
      await room.localParticipant.publishTrack(track, { source: Track.Source.ScreenShare })
    } catch (error) {
      // The share was stopped while it was being published.
      if (capture !== track) return
      // If the connection is gone, the next one sends it.
      if (room.state === ConnectionState.Connected) {
        await stop()
        throw error
      }
    }
    refresh()
  }

  async function stop(): Promise<void> {
    const track = capture
    capture = undefined
    track?.stop()
    // Also unpublishes a track that is still being published: LiveKit waits for it.
    if (track) await room.localParticipant.unpublishTrack(track).catch(() => undefined)
    refresh()
  }

  const isTaken = () =>
    [...room.remoteParticipants.values()].some((person) => screenSentBy(person) !== undefined)

  /** Derived from what is really published, so that nobody is told that they share when they don't. */
  function state(): Sharing {
    if (!isSupported) return 'unsupported'
    if (screenSentBy(room.localParticipant)) return 'own'
    return isTaken() ? 'taken' : 'possible'
  }

  // The capture ends with the call: a screen must not be captured after the person has left.
  ended.addEventListener('abort', () => void stop(), { once: true })
  return { state, toggle: () => (capture ? stop() : start()), send }
}

/**
 * Closing the browser's picker without a choice is an answer, not an error. A ban by the system is not the person's answer.
 */
export const isSharingDeclined = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'AbortError' || (error.name === 'NotAllowedError' && !isOfSystem(error)))

/** Chromium says 'Permission denied by system' where the computer does not let the browser see the screen. */
const isOfSystem = ({ message }: Error): boolean => /system/i.test(message)

/** Why a screen could not be shared, for the person who tried. */
export function sharingTrouble(error: unknown): string {
  if (!(error instanceof Error)) return 'Try again, or choose another window.'
  if (error.name === 'NotAllowedError')
    return 'Your computer blocks it. Open its privacy settings, allow this browser to record the screen, then try again.'
  return error.name === 'NotFoundError'
    ? 'The browser found nothing to share.'
    : `The browser says: ${error.message}`
}
