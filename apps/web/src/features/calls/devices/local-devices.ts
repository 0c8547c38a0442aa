import {
  createLocalAudioTrack,
  createLocalVideoTrack,
  Track,
  TrackEvent,
  type LocalAudioTrack,
  type LocalTrack,
  type LocalVideoTrack,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { createStore, type Store } from '#base/store.ts'
import { makeBlur, type Blur } from '#features/calls/blur/blur.ts'
import { chosenAmong, defaultId, defaultNow, labelOf, withDefault, keptDevices } from './chosen-devices.ts'
import type { DeviceNews } from './device-news.ts'
import {
  deviceKinds,
  stateOfRefusal,
  type DeviceChoice,
  type DeviceKind,
  type Devices,
} from './device-states.ts'

export interface LocalDevicesState extends Devices {
  cameraTrack: LocalVideoTrack | undefined
  microphoneTrack: LocalAudioTrack | undefined
  cameras: readonly DeviceChoice[]
  microphones: readonly DeviceChoice[]
  /** Undefined where the browser does not let a page choose. */
  speakers: readonly DeviceChoice[] | undefined
  /** The chosen speaker, or the default while that one is missing. */
  speakerInUse: string
  isNoiseSuppressed: boolean
  blur: Blur
  news: DeviceNews | undefined
}

export interface LocalDevices extends Store<LocalDevicesState> {
  /** Captures camera and microphone, except those that are switched off. The returned function releases them. */
  open: () => () => void
  /** A device that is off stays off; the chosen one is used when it is switched on. */
  choose: (what: DeviceKind, deviceId: string) => Promise<void>
  chooseSpeaker: (deviceId: string) => void
  suppressNoise: (isWanted: boolean) => Promise<void>
  /** Blurs the background, or ends that. It lasts until the devices are released, so from the check into the call. */
  toggleBlur: () => Promise<void>
  /** Awaited before a track is sent. Rejects if its background should be blurred and can't be. */
  prepare: (track: LocalTrack) => Promise<void>
  toggle: (what: DeviceKind) => Promise<void>
  /** Releases the device: its light goes out. */
  turnOff: (what: DeviceKind) => void
  /** Sets what `open` captures; the rest is switched off. */
  beginWith: (wanted: Record<DeviceKind, boolean>) => void
  retry: (what: DeviceKind) => Promise<void>
  /** Called when LiveKit captured the device again and the browser refused. */
  refuse: (what: DeviceKind, error: unknown) => void
  tell: (news: DeviceNews | undefined) => void
  /** Releases everything. */
  close: () => void
}

type Sent = LocalVideoTrack | LocalAudioTrack
const trackKeys = { camera: 'cameraTrack', microphone: 'microphoneTrack' } as const
const listKeys = { camera: 'cameras', microphone: 'microphones' } as const
const { width, height, fps } = constants.capture

/** One capture per device: the call uses the device check's. Each is requested separately, so that each works alone. */
export function makeLocalDevices(): LocalDevices {
  // Long because both devices share one state.
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
    blur: 'off',
    news: undefined,
  })
  let closing = new AbortController()
  /** If two captures of one device are in progress, the later one counts. */
  const newest = { camera: 0, microphone: 0 }
  /** The capture ended without our doing: the device was unplugged, or is no longer allowed. */
  const isLost = { camera: false, microphone: false }
  const change = (changes: Partial<LocalDevicesState>) => store.write({ ...store.read(), ...changes })
  let blur = newBlur()

  const keptId = (what: DeviceKind): string => keptDevices[what].read() ?? defaultId

  async function start(what: DeviceKind, wanted = keptId(what)): Promise<void> {
    newest[what] += 1
    const mine = newest[what]
    const known = store.read()[trackKeys[what]]
    if (!known) change({ [what]: { kind: 'asking' } })
    try {
      const { isNoiseSuppressed } = store.read()
      const track = known ?? (await capture(what, wanted, isNoiseSuppressed))
      // Keep the track and change its device: the others notice only a blink.
      if (known) await restart(known, wanted, isNoiseSuppressed)
      if (mine !== newest[what] || closing.signal.aborted) {
        if (!known || closing.signal.aborted) track.stop()
        return
      }
      if (!known) watchTrack(what, track)
      change({ [trackKeys[what]]: track })
      blur.follow()
      // Some browsers give the devices' names only while a stream is held.
      await list()
      // Skip it if the device was switched off or another one was chosen meanwhile.
      if (mine === newest[what]) tellUsed(what, track, wanted)
    } catch (error) {
      if (mine !== newest[what]) return
      const { name } = errorOf(error)
      // The wanted device is gone, so the default takes its place.
      if (wanted !== defaultId && (name === 'OverconstrainedError' || name === 'NotFoundError'))
        return start(what, defaultId)
      isLost[what] = false
      change({ [what]: stateOfRefusal(errorOf(error)) })
      await list()
    }
  }

  /** Reports the device in use: the wanted one, or the default if the wanted one is gone and the browser used another. */
  function tellUsed(what: DeviceKind, track: Sent, wanted: string): void {
    // Read it from the source track, as a processed track has no device. A muted track is captured only when it is unmuted.
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

  /** Replaces a device that was unplugged with the default. Whether it is sent is decided elsewhere: a mute stays a mute. */
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

  /** A device was plugged in or out. A missing device is tried again, and one on the default follows the default. */
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

  /** A permission that is granted in the address bar takes effect without a reload. */
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

  /** Uses the chosen device, at once or when it is switched on. */
  async function changeTo(what: DeviceKind): Promise<void> {
    if (store.read()[what].kind === 'off') turnOff(what)
    else await start(what)
  }

  /** Off each time that the devices are opened, so in every new call. */
  function newBlur() {
    const { signal } = closing
    const refresh = () => {
      if (!signal.aborted) change({ blur: made.state() })
    }
    const made = makeBlur({
      camera: () => store.read().cameraTrack,
      tell: (news) => change({ news }),
      retry: () => start('camera'),
      turnCameraOff: () => {
        const { kind } = store.read().camera
        if (kind === 'on' || kind === 'asking') turnOff('camera')
      },
      ...{ refresh, signal },
    })
    refresh()
    return made
  }

  /** The person's next act answers the notice about the blur. */
  function closeBlurNews(): void {
    if (store.read().news?.kind === 'blur') change({ news: undefined })
  }

  function open(): () => void {
    closing = new AbortController()
    blur = newBlur()
    mediaDevices.addEventListener('devicechange', () => void onPlugged(), { signal: closing.signal })
    for (const what of deviceKinds) {
      if (store.read()[what].kind !== 'off') void start(what)
      void watchPermission(what)
    }
    // Also list the names of devices that are off.
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
    toggleBlur: () => {
      closeBlurNews()
      return blur.toggle()
    },
    prepare: (track) => blur.prepare(track),
    async toggle(what) {
      if (what === 'camera') closeBlurNews()
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

/**
 * Require the chosen device with `exact`, because browsers take a mere `ideal` lightly. For the default, any device will do.
 */
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

/** A muted track stays muted and takes the new device when it is unmuted: nobody is heard or seen in between. */
async function restart(track: Sent, deviceId: string, isNoiseSuppressed: boolean): Promise<void> {
  if (track.isMuted) {
    if (track.kind === Track.Kind.Audio) track.constraints.noiseSuppression = isNoiseSuppressed
    await track.setDeviceId(constraintOf(deviceId))
  } else if (track.kind === Track.Kind.Audio)
    await track.restartTrack(microphoneOptions(deviceId, isNoiseSuppressed))
  else await track.restartTrack(cameraOptions(deviceId))
}
