import { ConnectionState, Track, TrackEvent, VideoPreset, type LocalTrack, type Room } from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { screenSentBy } from './application.ts'
import type { Sharing } from './call-state.ts'
import { isSharingDeclined } from './is-sharing-declined.ts'

const { width, height, fps } = constants.screenShare

/**
 * The lower layer has fewer pictures, not smaller ones: letters that are scaled down cannot be read, and a late joiner or a
 * returning tab would begin with them.
 */
export const shareDefaults = {
  screenShareEncoding: { maxBitrate: 2_500_000, maxFramerate: fps },
  screenShareSimulcastLayers: [new VideoPreset(width, height, 800_000, 3)],
}

/** The own screen: captured once, and sent on each connection for as long as the capture lives. */
export function makeSharing(room: Room, refresh: () => void) {
  let capture: LocalTrack | undefined
  let isAsking = false
  const isSupported = 'getDisplayMedia' in navigator.mediaDevices

  async function start(): Promise<void> {
    if (state() !== 'possible' || isAsking) return
    isAsking = true
    try {
      const [track] = await room.localParticipant.createScreenTracks({
        audio: false,
        resolution: { width, height, frameRate: fps },
        contentHint: 'detail',
      })
      if (!track) return
      capture = track
      // Ended by the browser's own bar.
      track.once(TrackEvent.Ended, () => void stop())
      // Somebody else was quicker: one shares at a time.
      if (isTaken()) await stop()
      else await send()
    } catch (error) {
      if (!isSharingDeclined(error)) throw error
    } finally {
      isAsking = false
      refresh()
    }
  }

  async function send(): Promise<void> {
    if (!capture) return
    const track = capture
    if (track.mediaStreamTrack.readyState === 'ended') return stop()
    try {
      await room.localParticipant.publishTrack(track, { source: Track.Source.ScreenShare })
    } catch (error) {
      // With a connection that is gone the next one sends it.
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
    if (track && screenSentBy(room.localParticipant)) await room.localParticipant.unpublishTrack(track)
    refresh()
  }

  const isTaken = () =>
    [...room.remoteParticipants.values()].some((person) => screenSentBy(person) !== undefined)

  /** From what is really sent: nobody is told that they share when they do not. */
  function state(): Sharing {
    if (!isSupported) return 'unsupported'
    if (screenSentBy(room.localParticipant)) return 'own'
    return isTaken() ? 'taken' : 'possible'
  }

  return { state, toggle: () => (capture ? stop() : start()), send, stop }
}
