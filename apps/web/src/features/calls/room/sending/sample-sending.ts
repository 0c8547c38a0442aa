import { ConnectionError, Track, type Room } from 'livekit-client'
import { deviceKinds, stateOfRefusal, type DeviceKind } from '#features/calls/devices/device-states.ts'
import type { LocalDevices, LocalDevicesState } from '#features/calls/devices/local-devices.ts'
import { makeSending } from './sending.ts'
import type { SendingFacts } from './sending-state.ts'

const kindOf = (source: Track.Source): DeviceKind =>
  source === Track.Source.Camera ? 'camera' : 'microphone'

interface Request {
  kind: DeviceKind
  answer: () => void
  fail: (error: Error) => void
}

/** The part of LiveKit's own track that is used, with its order of events: a camera is captured again with each unmute. */
class SampleTrack {
  isMuted = false
  isUpstreamPaused = false
  mediaStreamTrack = { readyState: 'live', enabled: true }
  lock: Promise<unknown> = Promise.resolve()
  kind: DeviceKind
  captureAgain: () => Promise<void>
  onChange: () => void

  constructor(kind: DeviceKind, captureAgain: () => Promise<void>, onChange: () => void) {
    this.kind = kind
    this.captureAgain = captureAgain
    this.onChange = onChange
  }

  locked(change: () => void | Promise<void>): Promise<void> {
    const done = this.lock.then(change)
    this.lock = done.catch(() => undefined)
    return done
  }
  mute = () =>
    this.locked(() => {
      if (this.isMuted) return
      if (this.kind === 'camera') this.mediaStreamTrack.readyState = 'ended'
      this.isMuted = true
      this.mediaStreamTrack.enabled = false
      this.onChange()
    })
  unmute = () =>
    this.locked(async () => {
      if (!this.isMuted) return
      if (this.kind === 'camera' || this.mediaStreamTrack.readyState === 'ended') {
        await this.captureAgain()
        this.mediaStreamTrack = { readyState: 'live', enabled: true }
        await Promise.resolve()
      }
      this.isMuted = false
      this.mediaStreamTrack.enabled = true
      this.onChange()
    })
}

/** One tab in a call: everything around `makeSending` that can change from outside, and what really goes out. */
export function sampleSending(intents: Record<DeviceKind, boolean> = { microphone: true, camera: true }) {
  const publications = new Map<DeviceKind, SampleTrack>()
  const requests: Request[] = []
  const onPublished: ((sent: object) => void)[] = []
  const onMuted: ((sid: string, isMuted: boolean) => void)[] = []
  const publishing = new Map<SampleTrack, Promise<void>>()
  const works = { microphone: true, camera: true }
  let connection: SendingFacts['connection'] = 'down'
  /** The tracks that LiveKit publishes again after it has restarted on its own; empty while it only resumes. */
  let republished: Map<DeviceKind, SampleTrack> | undefined
  let isBlurBroken = false
  let reconnects = 0
  let onRefresh = () => {}

  const newTrack = (kind: DeviceKind) =>
    new SampleTrack(
      kind,
      () =>
        works[kind] ? Promise.resolve() : Promise.reject(new DOMException('in use', 'NotReadableError')),
      () => refresh(),
    )
  const tracks: Partial<Record<DeviceKind, SampleTrack | undefined>> = {}
  const state = {
    microphone: { kind: 'off' },
    camera: { kind: 'off' },
    news: undefined,
  } as unknown as LocalDevicesState
  const capture = (kind: DeviceKind): void => {
    const track = tracks[kind]
    if (!works[kind]) {
      if (track && !track.isMuted) track.mediaStreamTrack.readyState = 'ended'
      state[kind] = { kind: 'busy' }
      return
    }
    if (!track) tracks[kind] = newTrack(kind)
    else if (!track.isMuted) track.mediaStreamTrack = { readyState: 'live', enabled: true }
    state[kind] = { kind: 'on', deviceId: 'default' }
  }
  for (const kind of deviceKinds) if (intents[kind]) capture(kind)

  const devices: Pick<LocalDevices, 'read' | 'retry' | 'turnOff' | 'refuse' | 'tell'> = {
    read: () => ({
      ...state,
      cameraTrack: tracks.camera as unknown as LocalDevicesState['cameraTrack'],
      microphoneTrack: tracks.microphone as unknown as LocalDevicesState['microphoneTrack'],
    }),
    retry: async (kind) => {
      await Promise.resolve()
      capture(kind)
      refresh()
    },
    turnOff: (kind) => {
      tracks[kind] = undefined
      state[kind] = { kind: 'off' }
      refresh()
    },
    refuse: (kind, error) => {
      const refusal = stateOfRefusal(error as DOMException)
      if (refusal.kind !== 'busy') state[kind] = refusal
    },
    tell: (news) => {
      state.news = news
    },
  }
  const room = {
    on: (_published: string, hear: (sent: object) => void) => onPublished.push(hear),
    engine: { on: (_muted: string, hear: (sid: string, isMuted: boolean) => void) => onMuted.push(hear) },
    localParticipant: {
      getTrackPublication: (source: Track.Source) => {
        const track = publications.get(kindOf(source))
        return track && { track, isMuted: track.isMuted, trackSid: track.kind }
      },
      publishTrack: async (track: SampleTrack) => {
        // As in LiveKit, a second request for a track gets the outcome of the first.
        await publishing.get(track)
        const published = new Promise<void>((resolve, reject) => {
          requests.push({
            kind: track.kind,
            answer: () => {
              publications.set(track.kind, track)
              for (const hear of onPublished) hear({ isMuted: track.isMuted })
              refresh()
              resolve()
            },
            fail: reject,
          })
        })
        publishing.set(track, published)
        await published.finally(() => publishing.delete(track))
      },
    },
  }
  const sending = makeSending({
    room: room as unknown as Room,
    devices,
    connection: () => connection,
    refresh: () => refresh(),
    prepare: (track) =>
      isBlurBroken && Object.is(track, tracks.camera)
        ? Promise.reject(new Error('no blur'))
        : Promise.resolve(),
    reconnect: () => {
      reconnects += 1
      lose()
    },
  })
  function refresh(): void {
    sending.look()
    onRefresh()
  }
  function lose(): void {
    connection = 'down'
    republished = undefined
    publications.clear()
    refresh()
  }
  /** While only the signalling is gone, media still goes out. */
  const isOut = (kind: DeviceKind): boolean => {
    const track = publications.get(kind)
    if (!track || track.isUpstreamPaused) return false
    return track.mediaStreamTrack.readyState === 'live' && track.mediaStreamTrack.enabled
  }
  return {
    sending,
    state,
    requests,
    isOut,
    isPublished: (kind: DeviceKind) => publications.has(kind),
    reconnects: () => reconnects,
    isUp: () => connection === 'up',
    watch: (watcher: () => void) => (onRefresh = watcher),
    lose,
    setConnection: (now: 'up' | 'stalled') => {
      connection = now
      republished = undefined
      refresh()
    },
    /**
     * LiveKit recovers from a loss on its own: after a resume everything is still published, after a restart it is published
     * again.
     */
    interrupt: (how: 'resume' | 'restart') => {
      if (connection === 'down') return
      connection = 'down'
      republished = new Map(how === 'restart' ? publications : [])
      if (how === 'restart') publications.clear()
      refresh()
    },
    recover: () => {
      if (!republished) return
      for (const [kind, track] of republished) {
        publications.set(kind, track)
        for (const hear of onPublished) hear({ isMuted: track.isMuted })
        refresh()
      }
      republished = undefined
      connection = 'up'
      refresh()
    },
    /** LiveKit sends nothing from a microphone that its own switch, or a phone call, has silenced. */
    silence: (kind: DeviceKind, isSilent: boolean) => {
      const track = tracks[kind]
      if (!track) return
      track.isUpstreamPaused = isSilent
      refresh()
    },
    breakBlur: (isBroken: boolean) => {
      isBlurBroken = isBroken
    },
    /** Answers the oldest request to publish. A request from a connection that is gone can only fail. */
    answer: (how: 'yes' | 'no' | 'never') => {
      const request = requests.shift()
      if (how === 'yes' && connection !== 'down') request?.answer()
      else
        request?.fail(
          how === 'no'
            ? ConnectionError.internal('not allowed to publish')
            : ConnectionError.timeout('no answer'),
        )
    },
    muteByCoach: (kind: DeviceKind): Promise<void> | undefined => {
      const track = publications.get(kind)
      if (track) for (const hear of onMuted) hear(kind, true)
      return track?.mute()
    },
    /** The server's word that a track is muted, or is not, without anything else. */
    hearMuted: (kind: DeviceKind, isMuted: boolean) => {
      for (const hear of onMuted) hear(kind, isMuted)
    },
    hearPublished: (sent: object) => {
      for (const hear of onPublished) hear(sent)
    },
    /** A capture that ends without any event, as some browsers do after sleep. */
    endQuietly: (kind: DeviceKind) => {
      const track = tracks[kind]
      if (track) track.mediaStreamTrack.readyState = 'ended'
      refresh()
    },
    /** The effect of choosing another device, or of retrying this one. */
    choose: (kind: DeviceKind, isWorking: boolean) => {
      works[kind] = isWorking
      if (state[kind].kind !== 'off') capture(kind)
      refresh()
    },
    unplug: (kind: DeviceKind) => {
      const track = tracks[kind]
      if (!track || state[kind].kind !== 'on') return
      track.mediaStreamTrack.readyState = 'ended'
      state[kind] = { kind: 'asking' }
      refresh()
    },
    replace: (kind: DeviceKind, isThere: boolean) => {
      if (state[kind].kind !== 'asking') return
      if (isThere) capture(kind)
      else state[kind] = { kind: 'missing' }
      refresh()
    },
    revoke: (kind: DeviceKind) => {
      const track = tracks[kind]
      if (track) track.mediaStreamTrack.readyState = 'ended'
      state[kind] = { kind: 'denied' }
      refresh()
    },
  }
}
