import {
  ConnectionError,
  ConnectionErrorReason,
  RoomEvent,
  Track,
  type LocalTrack,
  type LocalTrackPublication,
  type Room,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import type { Sends } from '#features/calls/devices/device-states.ts'

const sources: Record<Sends, Track.Source> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
}

interface SendingGiven {
  room: Room
  devices: LocalDevices
  isConnected: () => boolean
  refresh: () => void
  /** What has to be done to a track before anybody gets it; where that fails nobody does. */
  prepare: (track: LocalTrack) => Promise<void>
  /** Gives this connection up for a new one. */
  startAnew: () => void
}

/** A request that was on its way in the moment of a short break is lost, and neither side knows. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ConnectionError && error.reason === ConnectionErrorReason.Timeout

/** What goes out of microphone and camera: what the person wants, whatever happens to the connection. */
export function makeSending({ room, devices, isConnected, refresh, prepare, startAnew }: SendingGiven) {
  const wants = { microphone: isMeant('microphone'), camera: isMeant('camera') }
  /** Each goes out once on one connection. */
  let isSent = new Set<LocalTrack>()
  /** Since something went out last, or the person pressed. */
  let hasStartedAnew = false

  /** Whoever joins before the browser has answered wants to be seen and heard all the same. */
  function isMeant(what: Sends): boolean {
    const { kind } = devices.read()[what]
    return kind === 'on' || kind === 'asking'
  }
  const trackOf = (what: Sends): LocalTrack | undefined =>
    what === 'camera' ? devices.read().cameraTrack : devices.read().microphoneTrack

  /** Before anything goes out it is as the person wants it: nobody is heard who was muted. */
  async function send(what: Sends): Promise<void> {
    const track = trackOf(what)
    const sentHere = isSent
    if (!wants[what] || !track || !isConnected() || sentHere.has(track)) return
    sentHere.add(track)
    let isPreparing = false
    try {
      // What was muted on a connection that is gone is still muted by itself.
      if (track.isMuted) await track.unmute()
      isPreparing = true
      await prepare(track)
      isPreparing = false
      if (!wants[what]) {
        sentHere.delete(track)
        if (isMeant(what)) await devices.toggle(what)
        return
      }
      silence(what, track, false)
      await room.localParticipant.publishTrack(track)
      hasStartedAnew = false
      if (devices.read().news?.kind === 'unsent') devices.tell(undefined)
    } catch (error) {
      sentHere.delete(track)
      // Cut off while it went out, it goes out again with the next connection.
      if (!isConnected() || sentHere !== isSent) return
      if (isUnanswered(error) && !hasStartedAnew) {
        hasStartedAnew = true
        startAnew()
      } else await giveUp(what, wants[what] && !isPreparing)
    }
    refresh()
  }

  // Also what the media client sends anew by itself: whoever pressed while it was on its way is as they wanted to be.
  room.on(RoomEvent.LocalTrackPublished, (sent) => {
    for (const what of ['microphone', 'camera'] as const)
      if (sent.source === sources[what] && !wants[what]) void sent.mute()
  })

  /** Of what is on its way there is nothing to mute yet. Of a blurred picture it is not known here which of its tracks to darken. */
  function silence(what: Sends, track: LocalTrack, isSilent: boolean): void {
    if (what === 'microphone') track.mediaStreamTrack.enabled = !isSilent
  }

  /** Nobody gets it: its light goes out. What could not be prepared is told by whoever prepares. */
  async function giveUp(what: Sends, isUntold: boolean): Promise<void> {
    wants[what] = false
    if (isMeant(what)) await devices.toggle(what)
    if (isUntold) tellUnsent(what)
  }

  function tellUnsent(what: Sends): void {
    // Of both, whoever is not heard has to know that first.
    const isToldOfOther = what === 'camera' && devices.read().news?.kind === 'unsent'
    if (!isToldOfOther) devices.tell({ kind: 'unsent', what })
  }

  async function want(what: Sends, isWanted: boolean): Promise<void> {
    if (wants[what] === isWanted) return
    wants[what] = isWanted
    refresh()
    const sent = room.localParticipant.getTrackPublication(sources[what])
    const track = trackOf(what)
    if (!sent && track && isSent.has(track)) silence(what, track, !isWanted)
    else if (!isWanted) await sent?.mute()
    else if (sent) await unmute(what, sent)
    else {
      hasStartedAnew = false
      if (devices.read()[what].kind !== 'on') await devices.retry(what)
      await send(what)
    }
    refresh()
  }

  /** A camera that was off is captured anew, which another program may be in the way of. */
  async function unmute(what: Sends, sent: LocalTrackPublication): Promise<void> {
    try {
      await sent.unmute()
      if (devices.read().news?.kind === 'unsent') devices.tell(undefined)
    } catch {
      wants[what] = false
      tellUnsent(what)
    }
  }

  /** A camera takes a moment to start: what is pressed meanwhile was meant once. */
  let cameraPressedAt = -Infinity
  async function toggleCamera(): Promise<void> {
    const now = performance.now()
    if (now - cameraPressedAt < constants.videoToggleDebounceMs) return
    cameraPressedAt = now
    await want('camera', !wants.camera)
  }

  return {
    wants: wants as Readonly<typeof wants>,
    want,
    toggleCamera,
    /** On a new connection everything goes out anew. */
    sendAll: async () => {
      isSent = new Set()
      await Promise.all([send('microphone'), send('camera')])
    },
    /** What the browser has given or refused meanwhile. */
    onDevices: () => {
      for (const what of ['microphone', 'camera'] as const) {
        if (!isMeant(what)) wants[what] = false
        void send(what)
      }
    },
  }
}
