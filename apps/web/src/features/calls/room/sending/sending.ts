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
import { deviceKinds, type DeviceKind } from '#features/calls/devices/device-states.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import {
  deviceOf,
  intentAfterPress,
  isWanted,
  sendingAtFirst,
  sendingShown,
  sendingStep,
  type Command,
  type CommandResult,
  type Sending,
  type SendingEvent,
  type SendingFacts,
  type SendingState,
} from './sending-state.ts'

const sources: Record<DeviceKind, Track.Source> = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
}

export interface SendingDeps {
  room: Room
  devices: Pick<LocalDevices, 'read' | 'retry' | 'turnOff' | 'refuse' | 'tell'>
  connection: () => SendingFacts['connection']
  refresh: () => void
  /** Prepares a track before it is published. If it rejects, the track is not published. */
  prepare: (track: LocalTrack) => Promise<void>
  /** Replaces this connection with a new one. */
  reconnect: () => void
}

/** A request that was in flight during a short break is lost, and neither side knows. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof ConnectionError && error.reason === ConnectionErrorReason.Timeout

/** Runs what `sending-state.ts` decides: it reads LiveKit and the devices, and carries out the commands. */
export function makeSending({ room, devices, connection, refresh, prepare, reconnect }: SendingDeps) {
  // Long because the commands share what was published.
  const states: Record<DeviceKind, SendingState> = {
    microphone: sendingAtFirst(devices.read().microphone),
    camera: sendingAtFirst(devices.read().camera),
  }
  const publishing: Record<DeviceKind, Promise<unknown>> = {
    microphone: Promise.resolve(),
    camera: Promise.resolve(),
  }
  const publicationOf = (kind: DeviceKind): LocalTrackPublication | undefined =>
    room.localParticipant.getTrackPublication(sources[kind])
  const trackOf = (kind: DeviceKind): LocalTrack | undefined =>
    publicationOf(kind)?.track ??
    (kind === 'camera' ? devices.read().cameraTrack : devices.read().microphoneTrack)

  function dispatch(kind: DeviceKind, event: SendingEvent): void {
    const before = states[kind]
    const { state, command } = sendingStep(before, event)
    states[kind] = state
    if (before.isUnsent !== state.isUnsent) tellUnsent(kind, state.isUnsent)
    if (command) void run(kind, command, state.turn)
    if (holdBack(kind)) lookAt(kind)
  }

  const lookAt = (kind: DeviceKind) => dispatch(kind, { type: 'seen', facts: factsOf(kind) })
  const look = () => deviceKinds.forEach(lookAt)

  function factsOf(kind: DeviceKind): SendingFacts {
    return {
      device: deviceOf(devices.read()[kind]),
      connection: connection(),
      track: stateOfTrack(trackOf(kind)),
      isPublished: publicationOf(kind) !== undefined,
    }
  }

  /**
   * A microphone that is muted while its publication is in flight can't be muted at the server yet: its track is disabled
   * until it can. Returns whether that has changed.
   */
  function holdBack(kind: DeviceKind): boolean {
    const track = trackOf(kind)
    const isAllowed = isWanted(states[kind])
    if (kind === 'camera' || !track || track.isMuted || track.mediaStreamTrack.enabled === isAllowed)
      return false
    track.mediaStreamTrack.enabled = isAllowed
    return true
  }

  function tellUnsent(kind: DeviceKind, isUnsent: boolean): void {
    const { news } = devices.read()
    const told = news?.kind === 'unsent' ? news.what : undefined
    // If both failed, report the microphone: not being heard matters more.
    if (isUnsent && told !== 'microphone') devices.tell({ kind: 'unsent', what: kind })
    if (!isUnsent && told === kind) devices.tell(undefined)
  }

  async function run(kind: DeviceKind, command: Command, turn: number): Promise<void> {
    const result = await runs[command](kind)
    look()
    dispatch(kind, { type: 'settled', turn, result })
    refresh()
  }

  const runs: Record<Command, (kind: DeviceKind) => Promise<CommandResult>> = {
    capture: async (kind) => {
      await devices.retry(kind)
      return 'done'
    },
    release: (kind) => {
      devices.turnOff(kind)
      return Promise.resolve('done')
    },
    mute: async (kind) => {
      await trackOf(kind)?.mute()
      return 'done'
    },
    unmute: async (kind) => {
      try {
        // `unmute` captures a camera again, and a microphone that was exchanged meanwhile.
        await trackOf(kind)?.unmute()
        return 'done'
      } catch (error) {
        devices.refuse(kind, error)
        return 'failed'
      }
    },
    publish,
    reconnect: (kind) => {
      for (const other of deviceKinds) if (other !== kind) dispatch(other, { type: 'reconnecting' })
      reconnect()
      return Promise.resolve('done')
    },
  }

  async function publish(kind: DeviceKind): Promise<CommandResult> {
    // LiveKit answers a second request for a track with the outcome of the first, even one from an earlier connection.
    await publishing[kind].catch(() => undefined)
    const isEnded = trackOf(kind)?.mediaStreamTrack.readyState === 'ended'
    if (isEnded) await devices.retry(kind)
    const track = trackOf(kind)
    if (!track || !isWanted(states[kind])) return 'skipped'
    try {
      await prepare(track)
    } catch {
      return 'unprepared'
    }
    if (!isWanted(states[kind]) || track.isMuted || connection() === 'down') return 'skipped'
    const published = room.localParticipant.publishTrack(track)
    publishing[kind] = published
    try {
      await published
      return 'done'
    } catch (error) {
      return isUnanswered(error) ? 'unanswered' : 'failed'
    }
  }

  /**
   * Listen to the engine, not to the track, which may be muted already because its device failed: the coach's mute outlives
   * that.
   */
  const heardEngines = new WeakSet<Room['engine']>()
  function hearMutes({ engine }: Room): void {
    if (heardEngines.has(engine)) return
    heardEngines.add(engine)
    engine.on('remoteMute', (sid, isMuted) => {
      const kind = deviceKinds.find((each) => publicationOf(each)?.trackSid === sid)
      if (!kind || !isMuted) return
      dispatch(kind, { type: 'mutedByCoach' })
      refresh()
    })
  }

  room.on(RoomEvent.LocalTrackPublished, (sent) => {
    hearMutes(room)
    // The track was muted while LiveKit published it again on its own: the server still takes it for unmuted.
    if (sent.isMuted && sent.trackInfo?.muted === false)
      void sent.pauseUpstream().then(() => sent.resumeUpstream())
  })

  function want(kind: DeviceKind, isOn: boolean): void {
    dispatch(kind, { type: 'pressed', isOn })
    look()
    refresh()
  }

  /** A camera takes a moment to start: several presses within it count as one. */
  let cameraPressedAt = -Infinity
  function toggle(kind: DeviceKind): void {
    const now = performance.now()
    if (kind === 'camera') {
      if (now - cameraPressedAt < constants.videoToggleDebounceMs) return
      cameraPressedAt = now
    }
    want(kind, intentAfterPress(states[kind]))
  }

  return {
    /** Compares the state with LiveKit and the devices: call it whenever one of them has changed. */
    look,
    intent: (kind: DeviceKind): boolean => states[kind].intent,
    shown: (kind: DeviceKind): Sending => sendingShown(states[kind]),
    want,
    toggle,
  }
}

function stateOfTrack(track: LocalTrack | undefined): SendingFacts['track'] {
  if (!track) return 'none'
  if (track.isMuted) return 'muted'
  const { readyState, enabled } = track.mediaStreamTrack
  return readyState === 'live' && enabled && !track.isUpstreamPaused ? 'live' : 'silent'
}
