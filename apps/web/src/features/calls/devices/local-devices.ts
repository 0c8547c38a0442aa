import {
  createLocalAudioTrack,
  createLocalVideoTrack,
  type LocalAudioTrack,
  type LocalVideoTrack,
} from 'livekit-client'
import { constants } from '@parley/contract/rules/constants.ts'
import { createStore, type Store } from '#base/store.ts'
import { stateOfRefusal, type DeviceChoice, type Devices, type Sends } from './device-states.ts'
import { keptDevices } from './kept-devices.ts'

export interface LocalDevicesState extends Devices {
  cameraTrack: LocalVideoTrack | undefined
  microphoneTrack: LocalAudioTrack | undefined
  cameras: readonly DeviceChoice[]
  microphones: readonly DeviceChoice[]
  /** Undefined where the browser does not let a page choose. */
  speakers: readonly DeviceChoice[] | undefined
  speaker: string | undefined
}

export interface LocalDevices extends Store<LocalDevicesState> {
  /** Asks for camera and microphone. The answer lets go of them. */
  open: () => () => void
  choose: (what: Sends, deviceId: string) => Promise<void>
  chooseSpeaker: (deviceId: string) => void
  /** Off lets go of the device: its light goes out. */
  toggle: (what: Sends) => Promise<void>
  retry: (what: Sends) => Promise<void>
  /** Lets go of everything. */
  close: () => void
}

type Track = LocalVideoTrack | LocalAudioTrack
const trackKeys = { camera: 'cameraTrack', microphone: 'microphoneTrack' } as const
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
    speaker: keptDevices.speaker.read() ?? undefined,
  })
  let closing = new AbortController()
  /** Of two captures of one device that are under way the later one counts. */
  const newest = { camera: 0, microphone: 0 }
  const change = (changes: Partial<LocalDevicesState>) => store.write({ ...store.read(), ...changes })

  async function start(what: Sends, deviceId = keptDevices[what].read(), isExact = false): Promise<void> {
    newest[what] += 1
    const mine = newest[what]
    letGo(what)
    change({ [what]: { kind: 'asking' } })
    try {
      const track = await capture(
        what,
        deviceId === null ? undefined : { [isExact ? 'exact' : 'ideal']: deviceId },
      )
      if (mine !== newest[what] || closing.signal.aborted) {
        track.stop()
        return
      }
      watchEnd(what, track)
      const used = track.mediaStreamTrack.getSettings().deviceId ?? deviceId ?? ''
      change({ [trackKeys[what]]: track, [what]: { kind: 'on', deviceId: used } })
      // Only with a stream in hand do all browsers tell the names.
      await list()
    } catch (error) {
      if (mine !== newest[what]) return
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      if (isExact && name === 'OverconstrainedError') return start(what, null)
      change({ [what]: stateOfRefusal({ name, message }) })
      await list()
    }
  }

  function letGo(what: Sends): void {
    store.read()[trackKeys[what]]?.stop()
    change({ [trackKeys[what]]: undefined })
  }

  /** Unplugged: the system's own takes its place. */
  function watchEnd(what: Sends, track: Track): void {
    track.mediaStreamTrack.addEventListener(
      'ended',
      () => {
        if (store.read()[trackKeys[what]] === track) void start(what, null)
      },
      { signal: closing.signal },
    )
  }

  async function list(): Promise<void> {
    const all = await mediaDevices.enumerateDevices().catch(() => [])
    if (closing.signal.aborted) return
    const of = (kind: MediaDeviceKind): DeviceChoice[] =>
      all
        .filter((each) => each.kind === kind && each.deviceId !== '')
        .map(({ deviceId, label }) => ({ deviceId, label }))
    change({
      cameras: of('videoinput'),
      microphones: of('audioinput'),
      speakers: 'setSinkId' in HTMLMediaElement.prototype ? of('audiooutput') : undefined,
    })
  }

  /** Something was plugged in or out. What had none tries again by itself. */
  async function onPlugged(): Promise<void> {
    await list()
    const { camera, microphone, cameras, microphones } = store.read()
    if (camera.kind === 'missing' && cameras.length > 0) await start('camera')
    if (microphone.kind === 'missing' && microphones.length > 0) await start('microphone')
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
      return start(what, deviceId, true)
    },
    chooseSpeaker: (deviceId) => {
      keptDevices.speaker.write(deviceId)
      change({ speaker: deviceId })
    },
    async toggle(what) {
      if (store.read()[what].kind === 'off') return start(what)
      newest[what] += 1
      letGo(what)
      change({ [what]: { kind: 'off' } })
    },
    retry: (what) => start(what),
    open,
    close,
  }
}

const capture = (what: Sends, deviceId: ConstrainDOMStringParameters | undefined): Promise<Track> => {
  const chosen = deviceId && { deviceId }
  return what === 'camera'
    ? createLocalVideoTrack({ ...chosen, resolution: { width, height, frameRate: fps } })
    : createLocalAudioTrack({
        ...chosen,
        echoCancellation: true,
        noiseSuppression: true,
        autoGainControl: true,
      })
}
