import type { WayIn } from '@parley/contract/calls.ts'
import { ConnectionQuality, ConnectionState, DisconnectReason, Room, RoomEvent } from 'livekit-client'
import { keepEqual } from '#base/slice.ts'
import { createStore, type Store } from '#base/store.ts'
import { makeBlur } from '#features/calls/blur/blur.ts'
import { isUsable, type DeviceKind } from '#features/calls/devices/device-states.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import { watchMicrophone } from '#features/calls/devices/microphone-watch.ts'
import { isTalking, notTalking, talkedMore } from '#features/calls/devices/talking.ts'
import { makeApplication } from './application.ts'
import { makeAudioOnly } from './audio-only.ts'
import type { CallEnd, CallPerson, CallState } from './call-state.ts'
import { flowOf } from './flow.ts'
import { makeHand } from './hand.ts'
import { makeHearing } from './hearing.ts'
import { watchPeople } from './lost-people.ts'
import { peopleOf } from './people.ts'
import { waitBefore } from './retries.ts'
import { makeSending } from './sending.ts'
import { makeSharing, shareDefaults } from './sharing.ts'
import { heardNow, nobodySpeaks, speaksAfterMs, speaksOnMs } from './speaking.ts'
import { flowSeen, isStalled, type FlowWatch } from './stalls.ts'
import { watchPictures } from './watch-pictures.ts'

export interface CallGiven {
  /** Asks for the way in; rejects with a refusal that `isFinal` knows when there is none any more. */
  join: () => Promise<WayIn>
  isFinal: (error: unknown) => boolean
  /** Asks the API to raise or lower the own hand: nobody does so by themselves in a room. */
  raiseHand: (isUp: boolean) => Promise<unknown>
  devices: LocalDevices
}

export interface Call extends Store<CallState> {
  /** The own microphone's level, in decibels below full scale. */
  level: Store<number>
  toggle: (kind: DeviceKind) => void
  /** While somebody holds a key to talk. */
  setMic: (isOn: boolean) => void
  /** What the person wants to send, whether it is sent right now or not. */
  intents: () => Record<DeviceKind, boolean>
  toggleShare: () => Promise<void>
  toggleAudioOnly: () => void
  toggleBlur: () => Promise<void>
  /** Passes on to the others what this browser receives of the application; undefined ends that. */
  passOn: (stream: MediaStream | undefined) => Promise<void>
  /** Raised again by itself after a connection that was lost. */
  setHand: (isUp: boolean) => Promise<void>
  setVolume: (id: string, volume: number) => void
  setMutedForMe: (id: string, isMuted: boolean) => void
  /** One press, where the browser holds the sound back. */
  startSound: () => Promise<void>
  /** Hears, by its topic, that the API has something new, until the answer is called. Hints may be lost. */
  onHint: (hear: (topic: string) => void) => () => void
  /** At once, without waiting for the next try. */
  rejoin: () => void
  leave: (why?: CallEnd) => Promise<void>
}

/** Between two tries to come back, when the media server's own have ended. */
const retryMs = 3000
/** Before the one silent try more of a first join. */
const againMs = 1000
/** How often it is looked whether anything still comes in. */
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
 * A call: what the media server tells as one plain state, and what a person does. It comes back by itself for as long as
 * the API lets it; whoever was muted comes back muted.
 */
export async function openCall(
  { join, isFinal, raiseHand, devices }: CallGiven,
  room = makeRoom(),
): Promise<Call> {
  const closing = new AbortController()
  const { signal } = closing
  let speakers = nobodySpeaks
  let talking = notTalking
  let flow: FlowWatch | undefined
  let end: CallEnd | undefined
  let connection: CallState['connection'] = 'connecting'
  let lostSince: number | undefined
  /** Whoever was there when the connection was lost is still to be seen. */
  let lastSeen: readonly CallPerson[] = []

  const refresh = () => {
    sending.look()
    store.write(keepEqual(store.read(), snapshot()))
  }
  const isConnected = () => connection === 'connected'
  const blur = makeBlur({ devices, refresh, signal })
  const sending = makeSending({
    ...{ room, devices, refresh },
    connection: () => {
      if (!isConnected() || room.state !== ConnectionState.Connected) return 'down'
      return isLost() ? 'stalled' : 'up'
    },
    prepare: blur.prepare,
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
    flow = undefined
    lostPeople.forget()
  }

  function isLost(): boolean {
    const isTrying = connection === 'reconnecting' || room.state === ConnectionState.Reconnecting
    return isTrying || (flow !== undefined && isStalled(flow, performance.now()))
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
      blur: blur.state(),
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
    // Whoever has left meanwhile stays away.
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

  /** Until the next try, until the network is back, or until the person presses. */
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
    // A rejoin in this tab keeps what was off; what failed is asked for again.
    const again = (kind: DeviceKind) => sending.intent(kind) || !isUsable(devices.read()[kind])
    const wanted = { microphone: again('microphone'), camera: again('camera') }
    devices.close()
    devices.beginWith(wanted)
    refresh()
  }
  /** Nothing is watched any more, and nothing tries again. */
  function stop(): void {
    closing.abort()
    stopWatching()
    microphone.stop()
    clearInterval(flowTimer)
  }

  room
    .on(RoomEvent.Disconnected, (reason) => {
      // A first try that fails is told to whoever pressed; of a try to come back the loop knows.
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
      // The light goes on and out by time alone.
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
    const seen = await flowOf(room).catch(() => ({ bytes: undefined, isExpected: true }))
    flow = flowSeen(flow, seen, performance.now())
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
    // In the press itself, while the browser takes it for the person's wish.
    void hearing.start().catch(() => undefined)
    // A page that was left open, or a server that was just away: one silent try more.
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
    toggleBlur: blur.toggle,
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
    // Whether the page is left is the person's word, and 'stay' means stay.
    disconnectOnPageLeave: false,
    // What is captured outlives a connection: the next one sends it again.
    stopLocalTrackOnUnpublish: false,
    webAudioMix: false,
    reconnectPolicy: {
      nextRetryDelayInMs: ({ retryCount }) => waitBefore(retryCount, Math.random()) ?? null,
    },
    // An H.264 of one telephone is not seen by another.
    publishDefaults: { videoCodec: 'vp8', ...shareDefaults },
  })

/** Everybody else as last seen, with oneself as one is now. */
const kept = (lastSeen: readonly CallPerson[], present: readonly CallPerson[]): CallPerson[] => [
  ...lastSeen.filter(({ isSelf }) => !isSelf),
  ...present.filter(({ isSelf }) => isSelf),
]
