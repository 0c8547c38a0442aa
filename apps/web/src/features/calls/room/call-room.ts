import {
  ConnectionQuality,
  DisconnectReason,
  Room,
  RoomEvent,
  Track,
  type LocalTrack,
  type Participant,
  type RemoteTrack,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { createStore, type Store } from '#base/store.ts'
import type { LocalDevices } from '#features/calls/devices/local-devices.ts'
import type { Sends } from '#features/calls/devices/device-states.ts'
import type { CallEnd, CallPerson, CallState } from './call-state.ts'
import { heardNow, isSpeaking, nobodySpeaks, speaksAfterMs, speaksOnMs } from './speaking.ts'

/** What the API gives whoever may come in. */
export interface WayIn {
  twilio_token: string
  media_url: string
}

interface CallGiven {
  /** Asks for the way in; rejects with a refusal that `isFinal` knows when there is none any more. */
  join: () => Promise<WayIn>
  isFinal: (error: unknown) => boolean
  devices: LocalDevices
}

export interface Call extends Store<CallState> {
  toggleMic: () => Promise<void>
  toggleCamera: () => Promise<void>
  /** One press, where the browser holds the sound back. */
  startSound: () => Promise<void>
  /** Hears, by its topic, that the API has something new, until the answer is called. Hints may be lost. */
  onHint: (hear: (topic: string) => void) => () => void
  leave: () => Promise<void>
}

/** Between two tries to come back, when the media server's own have ended. */
const retryMs = 3000

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
export async function openCall({ join, isFinal, devices }: CallGiven): Promise<Call> {
  const room = new Room({
    adaptiveStream: true,
    dynacast: true,
    // Whether the page is left is the person's word, and 'stay' means stay.
    disconnectOnPageLeave: false,
    webAudioMix: false,
    publishDefaults: {
      // An H.264 of one telephone is not seen by another.
      videoCodec: 'vp8',
      screenShareEncoding: { maxBitrate: 2_500_000, maxFramerate: constants.screenShare.fps },
    },
  })
  const closing = new AbortController()
  /** What the person wants, whatever happens to the connection. */
  const wants = { microphone: isMeant('microphone'), camera: isMeant('camera') }
  /** Each goes out once on one connection. */
  let isSent = new Set<LocalTrack>()
  let speakers = nobodySpeaks
  let end: CallEnd | undefined
  let connection: CallState['connection'] = 'connecting'
  const store = createStore(snapshot())

  function isOn(what: Sends): boolean {
    return devices.read()[what].kind === 'on'
  }
  /** Whoever joins before the browser has answered wants to be seen and heard all the same. */
  function isMeant(what: Sends): boolean {
    return isOn(what) || devices.read()[what].kind === 'asking'
  }
  const refresh = () => store.write(snapshot())

  function snapshot(): CallState {
    const now = performance.now()
    const remote = [...room.remoteParticipants.values()].toSorted(
      (a, b) => (a.joinedAt?.getTime() ?? 0) - (b.joinedAt?.getTime() ?? 0),
    )
    return {
      connection,
      end,
      people: [...remote, room.localParticipant].map((person) => personOf(person, now)),
      isMicOn: wants.microphone,
      isCameraOn: wants.camera,
      isSoundHeld: connection === 'connected' && !room.canPlaybackAudio,
      quality: qualities[room.localParticipant.connectionQuality],
    }
  }

  function personOf(person: Participant, now: number): CallPerson {
    return {
      id: person.identity,
      name: person.name ?? '',
      isSelf: person === room.localParticipant,
      isMuted: !person.isMicrophoneEnabled,
      picture: pictureOf(person, Track.Source.Camera),
      screen: pictureOf(person, Track.Source.ScreenShare),
      isSpeaking: person.isMicrophoneEnabled && isSpeaking(speakers, person.identity, now),
      isWeak: person.connectionQuality === ConnectionQuality.Poor,
      isLost: person.connectionQuality === ConnectionQuality.Lost,
    }
  }

  async function connect(): Promise<void> {
    const { twilio_token, media_url } = await join()
    await room.connect(media_url, twilio_token)
    isSent = new Set()
    connection = 'connected'
    await Promise.all([sendWanted('microphone'), sendWanted('camera')])
    const { speaker } = devices.read()
    if (speaker !== undefined) await room.switchActiveDevice('audiooutput', speaker).catch(() => undefined)
    refresh()
  }

  /** Before anything goes out it is as the person wants it: nobody is heard who was muted. */
  async function sendWanted(what: Sends): Promise<void> {
    const track = trackOf(what)
    if (!wants[what] || !track || connection !== 'connected' || isSent.has(track)) return
    isSent.add(track)
    // What was muted on a connection that is gone is still muted by itself.
    if (track.isMuted) await track.unmute()
    await room.localParticipant.publishTrack(track).catch(() => isSent.delete(track))
    refresh()
  }
  /** What the browser has given or refused meanwhile. */
  const onDevices = () => {
    for (const what of ['microphone', 'camera'] as const) {
      if (!isMeant(what)) wants[what] = false
      void sendWanted(what)
    }
  }
  const trackOf = (what: Sends): LocalTrack | undefined =>
    what === 'camera' ? devices.read().cameraTrack : devices.read().microphoneTrack

  async function toggle(what: Sends, source: Track.Source): Promise<void> {
    wants[what] = !wants[what]
    refresh()
    const sent = room.localParticipant.getTrackPublication(source)
    if (!wants[what]) await sent?.mute()
    else if (sent) await sent.unmute()
    else {
      if (!isOn(what)) await devices.retry(what)
      await sendWanted(what)
    }
    refresh()
  }

  /** A camera takes a moment to start: what is pressed meanwhile was meant once. */
  let cameraPressedAt = -Infinity
  async function toggleCamera(): Promise<void> {
    const now = performance.now()
    if (now - cameraPressedAt < constants.videoToggleDebounceMs) return
    cameraPressedAt = now
    await toggle('camera', Track.Source.Camera)
  }

  async function comeBack(): Promise<void> {
    connection = 'reconnecting'
    refresh()
    while (!closing.signal.aborted) {
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

  /** Until the next try, or until the network is back. */
  const pause = () =>
    new Promise<void>((resolve) => {
      const over = AbortSignal.any([closing.signal, AbortSignal.timeout(retryMs)])
      addEventListener('online', () => resolve(), { once: true, signal: over })
      over.addEventListener('abort', () => resolve(), { once: true })
    })

  function finish(why: CallEnd): void {
    stopWatching()
    end = why
    connection = 'left'
    closing.abort()
    devices.close()
    refresh()
  }

  room
    .on(RoomEvent.Disconnected, (reason) => {
      // A first try that fails is told to whoever pressed.
      if (closing.signal.aborted || connection === 'connecting') return
      const why = reason === undefined ? undefined : ends[reason]
      if (why === undefined) void comeBack()
      else finish(why)
    })
    .on(RoomEvent.Reconnecting, () => {
      connection = 'reconnecting'
      refresh()
    })
    .on(RoomEvent.Reconnected, () => {
      connection = 'connected'
      refresh()
    })
    .on(RoomEvent.ActiveSpeakersChanged, (active) => {
      speakers = heardNow(speakers, new Set(active.map(({ identity }) => identity)), performance.now())
      refresh()
      // The light goes on and out by time alone.
      for (const ms of [speaksAfterMs, speaksOnMs]) setTimeout(refresh, ms + 10)
    })
    .on(RoomEvent.TrackSubscribed, (track: RemoteTrack) => {
      if (track.kind === Track.Kind.Audio) track.attach()
      refresh()
    })
    .on(RoomEvent.TrackUnsubscribed, (track: RemoteTrack) => {
      if (track.kind === Track.Kind.Audio) for (const element of track.detach()) element.remove()
      refresh()
    })
  for (const event of [
    RoomEvent.ParticipantConnected,
    RoomEvent.ParticipantDisconnected,
    RoomEvent.TrackMuted,
    RoomEvent.TrackUnmuted,
    RoomEvent.LocalTrackPublished,
    RoomEvent.LocalTrackUnpublished,
    RoomEvent.ConnectionQualityChanged,
    RoomEvent.AudioPlaybackStatusChanged,
    RoomEvent.ParticipantNameChanged,
  ] as const)
    room.on(event, refresh)

  const hearers = new Set<(topic: string) => void>()
  room.on(RoomEvent.DataReceived, (_told, _from, _kind, topic) => {
    for (const hear of hearers) hear(topic ?? '')
  })

  const stopWatching = devices.watch(onDevices)
  const leave = async () => {
    if (closing.signal.aborted) return
    await room.disconnect()
    finish('left')
  }
  addEventListener('pagehide', () => void leave(), { signal: closing.signal })

  try {
    // In the press itself, while the browser takes it for the person's wish.
    void room.startAudio().catch(() => undefined)
    await connect()
  } catch (error) {
    stopWatching()
    closing.abort()
    await room.disconnect()
    throw error
  }
  return {
    read: store.read,
    watch: store.watch,
    toggleMic: () => toggle('microphone', Track.Source.Microphone),
    toggleCamera,
    startSound: () => room.startAudio(),
    onHint: (hear) => {
      hearers.add(hear)
      return () => void hearers.delete(hear)
    },
    leave,
  }
}

/** The same object for the same track, so that a picture is not put on anew with each change of the call. */
const pictures = new WeakMap<Track, CallPerson['picture']>()

function pictureOf(person: Participant, source: Track.Source): CallPerson['picture'] {
  const sent = person.getTrackPublication(source)
  const track = sent?.track
  if (!track || sent.isMuted) return undefined
  const known = pictures.get(track)
  if (known) return known
  const picture = {
    attach: (element: HTMLVideoElement) => void track.attach(element),
    detach: (element: HTMLVideoElement) => void track.detach(element),
  }
  pictures.set(track, picture)
  return picture
}
