import {
  createLocalAudioTrack,
  createLocalVideoTrack,
  Track,
  TrackEvent,
  type LocalAudioTrack,
  type LocalVideoTrack,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { createStore, type Store } from '#base/store.ts'
import { chosenAmong, defaultId, defaultNow, labelOf, withDefault } from './default-device.ts'
import type { DeviceNews } from './device-news.ts'
import { stateOfRefusal, type DeviceChoice, type Devices, type Sends } from './device-states.ts'
import { keptDevices } from './kept-devices.ts'

export interface LocalDevicesState extends Devices {
  cameraTrack: LocalVideoTrack | undefined
  microphoneTrack: LocalAudioTrack | undefined
  cameras: readonly DeviceChoice[]
  microphones: readonly DeviceChoice[]
  /** Undefined where the browser does not let a page choose. */
  speakers: readonly DeviceChoice[] | undefined
  /** What was chosen, or the default while that is not there. */
  speakerInUse: string
  isNoiseSuppressed: boolean
  news: DeviceNews | undefined
}

export interface LocalDevices extends Store<LocalDevicesState> {
  /** Asks for camera and microphone. The answer lets go of them. */
  open: () => () => void
  choose: (what: Sends, deviceId: string) => Promise<void>
  chooseSpeaker: (deviceId: string) => void
  suppressNoise: (isWanted: boolean) => Promise<void>
  /** Off lets go of the device: its light goes out. */
  toggle: (what: Sends) => Promise<void>
  retry: (what: Sends) => Promise<void>
  tell: (news: DeviceNews | undefined) => void
  /** Lets go of everything. */
  close: () => void
}

type Sent = LocalVideoTrack | LocalAudioTrack
const trackKeys = { camera: 'cameraTrack', microphone: 'microphoneTrack' } as const
const listKeys = { camera: 'cameras', microphone: 'microphones' } as const
const { width, height, fps } = constants.capture

/** One capture for each device, ever: the check's is the call's. Each is asked for apart, so that each works alone. */
export function makeLocalDevices(): LocalDevices {
  const { mediaDevices } = navigator
  const store = createStore<LocalDevicesState>({
    camera: { kind: 'asking' },
    microphone: { kind: 'asking' },
    cameraTrack: undefined,
    microphoneTrack: undefined,
    cameras: [],
    microphones: [],
    speakers: undefined,
    speakerInUse: keptDevices.speaker.read() ?? defaultId,
    isNoiseSuppressed: keptDevices.noiseSuppression.read() !== 'off',
    news: undefined,
  })
  let closing = new AbortController()
  /** Of two captures of one device that are under way the later one counts. */
  const newest = { camera: 0, microphone: 0 }
  /** Unplugged, and the system's own is about to take its place. */
  const isLost = { camera: false, microphone: false }
  const change = (changes: Partial<LocalDevicesState>) => store.write({ ...store.read(), ...changes })

  async function start(what: Sends, wanted = keptDevices[what].read() ?? defaultId): Promise<void> {
    newest[what] += 1
    const mine = newest[what]
    const known = store.read()[trackKeys[what]]
    if (!known) change({ [what]: { kind: 'asking' } })
    try {
      const { isNoiseSuppressed } = store.read()
      const track = known ?? (await capture(what, wanted, isNoiseSuppressed))
      // The same track goes on with another device: whoever sees or hears it notices a blink.
      if (known) await restart(known, wanted, isNoiseSuppressed)
      if (mine !== newest[what] || closing.signal.aborted) {
        if (!known || closing.signal.aborted) track.stop()
        return
      }
      if (!known) watchTrack(what, track)
      change({ [trackKeys[what]]: track })
      // Only with a stream in hand do all browsers tell the names.
      await list()
      tellUsed(what, track, wanted)
    } catch (error) {
      if (mine !== newest[what]) return
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      // Gone: the default takes its place.
      if (wanted !== defaultId && (name === 'OverconstrainedError' || name === 'NotFoundError'))
        return start(what, defaultId)
      change({ [what]: stateOfRefusal({ name, message }) })
      await list()
    }
  }

  /** The default unless what was wanted is what is used: a device that is gone leaves its place to the default. */
  function tellUsed(what: Sends, track: Sent, wanted: string): void {
    // Of the capture: what is made of it has no device.
    const used = track.getSourceTrackSettings().deviceId
    const deviceId = used === wanted || track.isMuted ? wanted : defaultId
    const wasLost = isLost[what]
    isLost[what] = false
    change({ [what]: { kind: 'on', deviceId } })
    if (wasLost)
      change({
        news: { kind: 'unplugged', what, now: labelOf(store.read()[listKeys[what]], used ?? defaultId) },
      })
  }

  function letGo(what: Sends): void {
    store.read()[trackKeys[what]]?.stop()
    change({ [trackKeys[what]]: undefined })
  }

  /** Unplugged, the system's own takes its place: for what is sent the media server's client tries first, else we do. */
  function watchTrack(what: Sends, track: Sent): void {
    const isCurrent = () => !closing.signal.aborted && store.read()[trackKeys[what]] === track
    track
      .on(TrackEvent.Ended, () => {
        if (!isCurrent()) return
        isLost[what] = true
        if (!track.sender || track.isMuted) void start(what, defaultId)
      })
      .on(TrackEvent.Restarted, () => {
        if (isCurrent() && isLost[what]) void list().then(() => tellUsed(what, track, defaultId))
      })
      .on(TrackEvent.Muted, () => {
        if (isCurrent() && isLost[what]) void revive(what, track)
      })
  }

  /** It demanded the one that is gone, and gave up. */
  async function revive(what: Sends, track: Sent): Promise<void> {
    try {
      await track.setDeviceId(constraintOf(defaultId))
      await track.unmute()
    } catch {
      isLost[what] = false
      change({ [what]: { kind: 'missing' } })
    }
  }

  async function list(): Promise<void> {
    const all = await mediaDevices.enumerateDevices().catch(() => [])
    if (closing.signal.aborted) return
    const of = (kind: MediaDeviceKind): readonly DeviceChoice[] =>
      withDefault(
        all
          .filter((each) => each.kind === kind && each.deviceId !== '')
          .map(({ deviceId, label }) => ({ deviceId, label })),
      )
    const before = store.read()
    const speakers = 'setSinkId' in HTMLMediaElement.prototype ? of('audiooutput') : undefined
    const speakerInUse = chosenAmong(speakers ?? [], keptDevices.speaker.read() ?? defaultId) ?? defaultId
    const isSpeakerGone =
      speakers !== undefined &&
      before.speakerInUse !== speakerInUse &&
      before.speakers?.some(({ deviceId }) => deviceId === before.speakerInUse) === true
    change({ cameras: of('videoinput'), microphones: of('audioinput'), speakers, speakerInUse })
    if (isSpeakerGone)
      change({ news: { kind: 'unplugged', what: 'speaker', now: labelOf(speakers, speakerInUse) } })
  }

  /** Something was plugged in or out. What had none tries again by itself, and what is on the default follows it. */
  async function onPlugged(): Promise<void> {
    const before = store.read()
    await list()
    for (const what of ['camera', 'microphone'] as const) {
      const state = store.read()[what]
      const choices = store.read()[listKeys[what]]
      const isFollowing = state.kind === 'on' && state.deviceId === defaultId && !isLost[what]
      const isChanged = defaultNow(before[listKeys[what]]) !== defaultNow(choices)
      if (choices.length > 0 && (state.kind === 'missing' || (isFollowing && isChanged))) await start(what)
    }
  }

  /** Granted in the address bar: it takes effect without a reload. */
  async function watchPermission(what: Sends): Promise<void> {
    const status = await navigator.permissions.query({ name: what }).catch(() => undefined)
    status?.addEventListener(
      'change',
      () => {
        if (status.state === 'granted' && store.read()[what].kind === 'denied') void start(what)
      },
      { signal: closing.signal },
    )
  }

  function open(): () => void {
    closing = new AbortController()
    mediaDevices.addEventListener('devicechange', () => void onPlugged(), { signal: closing.signal })
    for (const what of ['camera', 'microphone'] as const) {
      void start(what)
      void watchPermission(what)
    }
    return close
  }

  function close(): void {
    closing.abort()
    letGo('camera')
    letGo('microphone')
  }

  return {
    read: store.read,
    watch: store.watch,
    choose: (what, deviceId) => {
      keptDevices[what].write(deviceId)
      return start(what, deviceId)
    },
    chooseSpeaker: (deviceId) => {
      keptDevices.speaker.write(deviceId)
      change({ speakerInUse: deviceId })
    },
    suppressNoise: (isWanted) => {
      keptDevices.noiseSuppression.write(isWanted ? null : 'off')
      change({ isNoiseSuppressed: isWanted })
      return start('microphone')
    },
    async toggle(what) {
      if (store.read()[what].kind === 'off') return start(what)
      newest[what] += 1
      letGo(what)
      change({ [what]: { kind: 'off' } })
    },
    retry: (what) => start(what),
    tell: (news) => change({ news }),
    open,
    close,
  }
}

/** What was chosen is demanded, for browsers take a mere wish lightly; the default is whatever there is. */
const constraintOf = (deviceId: string) =>
  deviceId === defaultId ? { ideal: deviceId } : { exact: deviceId }

const cameraOptions = (deviceId: string) => ({
  deviceId: constraintOf(deviceId),
  resolution: { width, height, frameRate: fps },
})
const microphoneOptions = (deviceId: string, noiseSuppression: boolean) => ({
  deviceId: constraintOf(deviceId),
  echoCancellation: true,
  noiseSuppression,
  autoGainControl: true,
})

const capture = (what: Sends, deviceId: string, isNoiseSuppressed: boolean): Promise<Sent> =>
  what === 'camera'
    ? createLocalVideoTrack(cameraOptions(deviceId))
    : createLocalAudioTrack(microphoneOptions(deviceId, isNoiseSuppressed))

/** What is off stays off, and takes the other device when it is switched on: nobody is heard or seen in between. */
async function restart(track: Sent, deviceId: string, isNoiseSuppressed: boolean): Promise<void> {
  if (track.isMuted) {
    if (track.kind === Track.Kind.Audio) track.constraints.noiseSuppression = isNoiseSuppressed
    await track.setDeviceId(constraintOf(deviceId))
  } else if (track.kind === Track.Kind.Audio)
    await track.restartTrack(microphoneOptions(deviceId, isNoiseSuppressed))
  else await track.restartTrack(cameraOptions(deviceId))
}
