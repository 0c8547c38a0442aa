import type { WayIn } from '@parley/contract/calls/calls.ts'
import { ConnectionQuality, ConnectionState, DisconnectReason, Room, RoomEvent } from 'livekit-client'
import { keepEqual } from '#base/slice.ts'
import { createStore, type Store } from '#base/store.ts'
import { isUsable, type DeviceKind } from '#features/calls/devices/device-states.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { watchMicrophone } from '#features/calls/devices/microphone-watch.ts'
import { isTalking, notTalking, talkedMore } from '#features/calls/devices/sound-level.ts'
import { makeApplication } from './sending/application.ts'
import { makeAudioOnly } from './sending/audio-only.ts'
import type { CallEnd, CallPerson, CallState } from './call-state.ts'
import { mediaFlowOf } from './connection/media-flow.ts'
import { makeHand } from './people/hand.ts'
import { makeHearing } from './people/hearing.ts'
import { watchPeople } from './people/lost-people.ts'
import { peopleOf } from './people/people.ts'
import { waitBefore } from './connection/retry-rules.ts'
import { makeSending } from './sending/sending.ts'
import { makeSharing, shareDefaults } from './sending/sharing.ts'
import { heardNow, nobodySpeaks, speaksAfterMs, speaksOnMs } from './people/speaking.ts'
import { nextStallWatch, isStalled, type StallWatch } from './connection/stall-detector.ts'
import { watchPictures } from './sending/watch-pictures.ts'

export interface CallDeps {
  /**
   * Asks the API for a grant. Once there is no way into the call any more, it rejects with an error that `isFinal`
   * recognizes.
   */
  join: () => Promise<WayIn>
  isFinal: (error: unknown) => boolean
  /** Asks the API to raise or lower the user's hand: nobody can do that directly in a room. */
  raiseHand: (isUp: boolean) => Promise<unknown>
  devices: LocalDevices
}

export interface Call extends Store<CallState> {
  /** The level of the user's microphone, in decibels below full scale. */
  level: Store<number>
  toggle: (kind: DeviceKind) => void
  /** Used while the user holds a key to talk. */
  setMic: (isOn: boolean) => void
  /** The person's intents: whether they want to send each device, even if it isn't sent right now. */
  intents: () => Record<DeviceKind, boolean>
  toggleShare: () => Promise<void>
  toggleAudioOnly: () => void
  toggleBlur: () => Promise<void>
  /** Relays to the others what this browser receives of the application; undefined ends that. */
  passOn: (stream: MediaStream | undefined) => Promise<void>
  /** A raised hand is raised again after the connection was lost. */
  setHand: (isUp: boolean) => Promise<void>
  setVolume: (id: string, volume: number) => void
  setMutedForMe: (id: string, isMuted: boolean) => void
  /** Called in a press, if the browser blocks the sound until then. */
  startSound: () => Promise<void>
  /**
   * Subscribes to the API's hints that something is new, by topic. The returned function unsubscribes. Hints may be lost.
   */
  onHint: (hear: (topic: string) => void) => () => void
  /** Tries at once, without waiting for the next retry. */
  rejoin: () => void
  leave: (why?: CallEnd) => Promise<void>
}

/** Delay between two attempts to reconnect, once LiveKit's own have ended. */
const retryMs = 3000
/** Delay before the one silent retry of a first join. */
const againMs = 1000
/** How often to check whether anything still comes in. */
const flowStepMs = 250

const ends: Partial<Record<DisconnectReason, CallEnd>> = {
  [DisconnectReason.CLIENT_INITIATED]: 'left',
  [DisconnectReason.DUPLICATE_IDENTITY]: 'elsewhere',
  [DisconnectReason.PARTICIPANT_REMOVED]: 'removed',
  [DisconnectReason.ROOM_DELETED]: 'closed',
}

const qualities: Partial<Record<ConnectionQuality, CallState['quality']>> = {
  [ConnectionQuality.Excellent]: 'good',
  [ConnectionQuality.Good]: 'usable',
  [ConnectionQuality.Poor]: 'weak',
}

/**
 * A call: the media server's events as one plain state, and the person's actions. It reconnects on its own for as long as
 * the API allows it; a muted person comes back muted.
 */
export async function openCall(
  { join, isFinal, raiseHand, devices }: CallDeps,
  room = makeRoom(),
): Promise<Call> {
  // Long because its parts share one connection; each part that stands alone has its own file.
  const closing = new AbortController()
  const { signal } = closing
  let speakers = nobodySpeaks
  let talking = notTalking
  let stall: StallWatch | undefined
  let end: CallEnd | undefined
  let connection: CallState['connection'] = 'connecting'
  let lostSince: number | undefined
  /** The people who were there when the connection was lost are still shown. */
  let lastSeen: readonly CallPerson[] = []

  const refresh = () => {
    sending.look()
    store.write(keepEqual(store.read(), snapshot()))
  }
  const isConnected = () => connection === 'connected'
  const sending = makeSending({
    ...{ room, devices, refresh },
    connection: () => {
      if (!isConnected() || room.state !== ConnectionState.Connected) return 'down'
      return isLost() ? 'stalled' : 'up'
    },
    prepare: devices.prepare,
    reconnect: () => void startAnew(),
  })
  const sharing = makeSharing(room, refresh, signal)
  const application = makeApplication(room, refresh)
  const hearing = makeHearing(room, devices, refresh)
  const audioOnly = makeAudioOnly(room, sending, refresh)
  const hand = makeHand(room, raiseHand)
  const lostPeople = watchPeople(room)
  const microphone = watchMicrophone({
    devices,
    isUnmuted: () => sending.intent('microphone') && isConnected(),
    onStep: (level, ms) => {
      const now = performance.now()
      const before = isTalking(talking, now)
      const isMuted = sending.shown('microphone') === 'off'
      talking = isMuted ? talkedMore(talking, level, ms, now) : notTalking
      if (before !== isTalking(talking, now)) refresh()
    },
  })
  const store = createStore(snapshot())

  function forgetFlow(): void {
    stall = undefined
    lostPeople.forget()
  }

  function isLost(): boolean {
    const isTrying = connection === 'reconnecting' || room.state === ConnectionState.Reconnecting
    return isTrying || (stall !== undefined && isStalled(stall, performance.now()))
  }

  function snapshot(): CallState {
    const now = performance.now()
    const isAway = connection !== 'left' && isLost()
    lostSince = isAway ? (lostSince ?? Date.now()) : undefined
    const { isLost: isPersonLost } = lostPeople
    const isAudioOnly = audioOnly.isOn()
    const present = peopleOf({
      ...{ room, speakers, now, isAudioOnly },
      own: { microphone: sending.shown('microphone'), camera: sending.shown('camera') },
      ownCamera: devices.read().cameraTrack,
      isLost: isPersonLost,
      hears: hearing.hears,
    })
    const people = isAway && lastSeen.length > 0 ? kept(lastSeen, present) : present
    if (!isAway) lastSeen = present
    const { camera, microphone: mic, cameras, microphones, speakers: outputs } = devices.read()
    return {
      connection: isAway ? 'reconnecting' : connection,
      lostSince,
      end,
      people,
      application: application.picture(),
      microphone: sending.shown('microphone'),
      camera: sending.shown('camera'),
      isTalkingMuted: sending.shown('microphone') === 'off' && isTalking(talking, now),
      sharing: sharing.state(),
      isSoundHeld: isConnected() && !room.canPlaybackAudio,
      isAudioOnly,
      blur: devices.read().blur,
      quality: qualities[room.localParticipant.connectionQuality],
      devices: {
        camera,
        microphone: mic,
        cameras,
        microphones,
        speakers: outputs,
        speaker: devices.read().speakerInUse,
        isNoiseSuppressed: devices.read().isNoiseSuppressed,
      },
      news: devices.read().news,
    }
  }

  async function connect(): Promise<void> {
    const { twilio_token, media_url } = await join()
    // A person who has left meanwhile stays away.
    signal.throwIfAborted()
    await room.connect(media_url, twilio_token)
    if (signal.aborted) await room.disconnect()
    signal.throwIfAborted()
    connection = 'connected'
    forgetFlow()
    sending.look()
    await Promise.all([sharing.send(), application.send(), hearing.useSpeaker()])
    audioOnly.apply()
    hand.keep()
    refresh()
  }

  async function comeBack(): Promise<void> {
    connection = 'reconnecting'
    refresh()
    while (!signal.aborted) {
      try {
        await connect()
        return
      } catch (error) {
        if (isFinal(error)) {
          finish('refused')
          return
        }
        await pause()
      }
    }
  }

  async function startAnew(): Promise<void> {
    connection = 'reconnecting'
    await room.disconnect(false)
    if (!signal.aborted) await comeBack()
  }

  /** Waits for the next retry, for the network to be back, or for the person's press. */
  let tryNow = () => {}
  const pause = () =>
    new Promise<void>((resolve) => {
      tryNow = resolve
      const over = AbortSignal.any([signal, AbortSignal.timeout(retryMs)])
      addEventListener('online', () => resolve(), { once: true, signal: over })
      over.addEventListener('abort', () => resolve(), { once: true })
    })

  function finish(why: CallEnd): void {
    if (signal.aborted) return
    end = why
    connection = 'left'
    stop()
    // A rejoin in this tab keeps devices off that were off; those that failed are requested again.
    const again = (kind: DeviceKind) => sending.intent(kind) || !isUsable(devices.read()[kind])
    const wanted = { microphone: again('microphone'), camera: again('camera') }
    devices.close()
    devices.beginWith(wanted)
    refresh()
  }
  /** Stops watching and retrying. */
  function stop(): void {
    closing.abort()
    stopWatching()
    microphone.stop()
    clearInterval(flowTimer)
  }

  room
    .on(RoomEvent.Disconnected, (reason) => {
      // A failed first join is reported to its caller, and a failed reconnect is handled by its loop.
      if (signal.aborted || connection !== 'connected') return
      const why = reason === undefined ? undefined : ends[reason]
      if (why === undefined) void comeBack()
      else finish(why)
    })
    .on(RoomEvent.Reconnected, () => {
      forgetFlow()
      hand.keep()
      refresh()
    })
    .on(RoomEvent.ActiveSpeakersChanged, (active) => {
      speakers = heardNow(speakers, new Set(active.map(({ identity }) => identity)), performance.now())
      refresh()
      // The speaking light goes on and out after a delay, without another event.
      for (const ms of [speaksAfterMs, speaksOnMs]) setTimeout(refresh, ms + 10)
    })
  for (const event of [
    RoomEvent.ParticipantConnected,
    RoomEvent.ParticipantDisconnected,
    RoomEvent.TrackPublished,
    RoomEvent.TrackUnpublished,
    RoomEvent.TrackMuted,
    RoomEvent.TrackUnmuted,
    RoomEvent.LocalTrackPublished,
    RoomEvent.LocalTrackUnpublished,
    RoomEvent.ConnectionQualityChanged,
    RoomEvent.AudioPlaybackStatusChanged,
    RoomEvent.ParticipantNameChanged,
    RoomEvent.ParticipantAttributesChanged,
    RoomEvent.ConnectionStateChanged,
  ] as const)
    room.on(event, refresh)

  const hearers = new Set<(topic: string) => void>()
  room.on(RoomEvent.DataReceived, (_told, _from, _kind, topic) => {
    for (const hear of hearers) hear(topic ?? '')
  })

  async function lookAtFlow(): Promise<void> {
    if (!isConnected()) return
    const seen = await mediaFlowOf(room).catch(() => ({ bytes: undefined, isExpected: true }))
    stall = nextStallWatch(stall, seen, performance.now())
    const isChanged = await lostPeople.look()
    if (isChanged || isLost() !== (lostSince !== undefined)) refresh()
  }
  const flowTimer = setInterval(() => void lookAtFlow(), flowStepMs)

  const stopWatching = devices.watch(() => {
    void hearing.useSpeaker()
    refresh()
  })
  const leave = async (why: CallEnd = 'left') => {
    if (signal.aborted) return
    finish(why)
    await room.disconnect()
  }
  addEventListener('pagehide', () => void leave(), { signal })
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible') return
      void hearing.start().catch(() => undefined)
      void watchPictures(devices, () => sending.intent('camera'))
    },
    { signal },
  )

  try {
    // Start audio inside the click handler, while the browser still counts it as a user gesture.
    void hearing.start().catch(() => undefined)
    // Retry once silently: the page may have been left open, or the server may have been away for a moment.
    await connect().catch(async (error: unknown) => {
      if (isFinal(error) || signal.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, againMs))
      await connect()
    })
  } catch (error) {
    stop()
    await room.disconnect()
    throw error
  }
  return {
    read: store.read,
    watch: store.watch,
    level: microphone.level,
    toggle: sending.toggle,
    setMic: (isOn) => sending.want('microphone', isOn),
    intents: () => ({ microphone: sending.intent('microphone'), camera: sending.intent('camera') }),
    toggleShare: sharing.toggle,
    toggleAudioOnly: audioOnly.toggle,
    toggleBlur: devices.toggleBlur,
    passOn: application.set,
    setHand: hand.set,
    setVolume: hearing.setVolume,
    setMutedForMe: hearing.setMutedForMe,
    startSound: hearing.start,
    rejoin: () => tryNow(),
    onHint: (hear) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    leave,
  }
}

const makeRoom = () =>
  new Room({
    adaptiveStream: true,
    dynacast: true,
    // Whether the page is left is the person's decision, and 'stay' means stay.
    disconnectOnPageLeave: false,
    // Captured tracks outlive a connection: the next one sends them again.
    stopLocalTrackOnUnpublish: false,
    webAudioMix: false,
    reconnectPolicy: {
      nextRetryDelayInMs: ({ retryCount }) => waitBefore(retryCount, Math.random()) ?? null,
    },
    // One phone's H.264 may not play on another.
    publishDefaults: { videoCodec: 'vp8', ...shareDefaults },
  })

/** Everybody else as last seen, with the user's own current state. */
const kept = (lastSeen: readonly CallPerson[], present: readonly CallPerson[]): CallPerson[] => [
  ...lastSeen.filter(({ isSelf }) => !isSelf),
  ...present.filter(({ isSelf }) => isSelf),
]
