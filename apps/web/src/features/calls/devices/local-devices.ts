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
import {
  deviceKinds,
  stateOfRefusal,
  type DeviceChoice,
  type DeviceKind,
  type Devices,
} from './device-states.ts'
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
  /** Asks for camera and microphone, except what is switched off. The answer lets go of them. */
  open: () => () => void
  /** What is off stays off, and uses the other device when it is switched on. */
  choose: (what: DeviceKind, deviceId: string) => Promise<void>
  chooseSpeaker: (deviceId: string) => void
  suppressNoise: (isWanted: boolean) => Promise<void>
  toggle: (what: DeviceKind) => Promise<void>
  /** Lets go of the device: its light goes out. */
  turnOff: (what: DeviceKind) => void
  /** What `open` asks for: the rest is switched off. */
  beginWith: (wanted: Record<DeviceKind, boolean>) => void
  retry: (what: DeviceKind) => Promise<void>
  /** LiveKit captured it again, and the browser refused. */
  refuse: (what: DeviceKind, error: unknown) => void
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
  /** Its capture has ended by itself: unplugged, or no longer allowed. */
  const isLost = { camera: false, microphone: false }
  const change = (changes: Partial<LocalDevicesState>) => store.write({ ...store.read(), ...changes })

  const keptId = (what: DeviceKind): string => keptDevices[what].read() ?? defaultId

  async function start(what: DeviceKind, wanted = keptId(what)): Promise<void> {
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
      // Switched off meanwhile, or another one was chosen.
      if (mine === newest[what]) tellUsed(what, track, wanted)
    } catch (error) {
      if (mine !== newest[what]) return
      const { name } = errorOf(error)
      // Gone: the default takes its place.
      if (wanted !== defaultId && (name === 'OverconstrainedError' || name === 'NotFoundError'))
        return start(what, defaultId)
      isLost[what] = false
      change({ [what]: stateOfRefusal(errorOf(error)) })
      await list()
    }
  }

  /** The default unless what was wanted is what is used: a device that is gone leaves its place to the default. */
  function tellUsed(what: DeviceKind, track: Sent, wanted: string): void {
    // Of the capture: what is made of it has no device. A muted one is captured only when it is unmuted.
    const used = track.isMuted ? wanted : (track.getSourceTrackSettings().deviceId ?? defaultId)
    const choices = store.read()[listKeys[what]]
    const wasLost = isLost[what]
    isLost[what] = false
    if (wasLost && track.isMuted && choices.length === 0) return change({ [what]: { kind: 'missing' } })
    change({ [what]: { kind: 'on', deviceId: used === wanted ? wanted : defaultId } })
    if (wasLost) change({ news: { kind: 'unplugged', what, now: labelOf(choices, used) } })
  }

  function letGo(what: DeviceKind): void {
    store.read()[trackKeys[what]]?.stop()
    change({ [trackKeys[what]]: undefined })
  }

  function watchTrack(what: DeviceKind, track: Sent): void {
    track.on(TrackEvent.Ended, () => {
      if (!closing.signal.aborted && store.read()[trackKeys[what]] === track) void replaceLost(what)
    })
  }

  /** The default takes the place of a device that was unplugged. Whether it is sent is decided elsewhere: a mute stays a mute. */
  async function replaceLost(what: DeviceKind): Promise<void> {
    isLost[what] = true
    newest[what] += 1
    const mine = newest[what]
    change({ [what]: { kind: 'asking' } })
    const permission = await permissionOf(what)
    if (mine !== newest[what]) return
    if (permission?.state === 'denied') refuse(what, new DOMException('', 'NotAllowedError'))
    else await start(what, defaultId)
  }

  /** A device that is only busy may be free at the next press, and stays chosen. */
  function refuse(what: DeviceKind, error: unknown): void {
    const state = stateOfRefusal(errorOf(error))
    isLost[what] = false
    if (state.kind === 'denied' || state.kind === 'blocked' || state.kind === 'missing')
      change({ [what]: state })
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
    for (const what of deviceKinds) {
      const state = store.read()[what]
      const choices = store.read()[listKeys[what]]
      const isFollowing = state.kind === 'on' && state.deviceId === defaultId && !isLost[what]
      const isChanged = defaultNow(before[listKeys[what]]) !== defaultNow(choices)
      if (choices.length > 0 && (state.kind === 'missing' || (isFollowing && isChanged))) await start(what)
    }
  }

  /** Granted in the address bar: it takes effect without a reload. */
  async function watchPermission(what: DeviceKind): Promise<void> {
    const status = await permissionOf(what)
    status?.addEventListener(
      'change',
      () => {
        if (status.state === 'granted' && store.read()[what].kind === 'denied') void start(what)
      },
      { signal: closing.signal },
    )
  }

  function turnOff(what: DeviceKind): void {
    newest[what] += 1
    letGo(what)
    change({ [what]: { kind: 'off', deviceId: keptId(what) } })
  }

  /** Uses what was chosen, at once or when it is switched on. */
  async function changeTo(what: DeviceKind): Promise<void> {
    if (store.read()[what].kind === 'off') turnOff(what)
    else await start(what)
  }

  function open(): () => void {
    closing = new AbortController()
    mediaDevices.addEventListener('devicechange', () => void onPlugged(), { signal: closing.signal })
    for (const what of deviceKinds) {
      if (store.read()[what].kind !== 'off') void start(what)
      void watchPermission(what)
    }
    // The names of what is off, too.
    void list()
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
      return changeTo(what)
    },
    chooseSpeaker: (deviceId) => {
      keptDevices.speaker.write(deviceId)
      change({ speakerInUse: deviceId })
    },
    suppressNoise: (isWanted) => {
      keptDevices.noiseSuppression.write(isWanted ? null : 'off')
      change({ isNoiseSuppressed: isWanted })
      return changeTo('microphone')
    },
    async toggle(what) {
      if (store.read()[what].kind === 'off') await start(what)
      else turnOff(what)
    },
    turnOff,
    beginWith: (wanted) => {
      for (const what of deviceKinds)
        if (wanted[what]) change({ [what]: { kind: 'asking' } })
        else turnOff(what)
    },
    retry: (what) => start(what),
    refuse,
    tell: (news) => change({ news }),
    open,
    close,
  }
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** Undefined where the browser doesn't know the name. */
const permissionOf = (name: DeviceKind): Promise<PermissionStatus | undefined> =>
  navigator.permissions.query({ name }).catch(() => undefined)

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

const capture = (what: DeviceKind, deviceId: string, isNoiseSuppressed: boolean): Promise<Sent> =>
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
