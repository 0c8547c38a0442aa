/** The devices that a person sends. Each is requested separately, and each works alone. */
export type DeviceKind = 'camera' | 'microphone'
export const deviceKinds: readonly DeviceKind[] = ['microphone', 'camera']

/**
 * The state of a device. `denied`: by the browser, for this page; `blocked`: by the system, for the browser; `busy`: another
 * program holds it; `missing`: there is none.
 */
export type DeviceState =
  | { kind: 'asking' }
  | { kind: 'on'; deviceId: string }
  /** Switched off, with the device that is used when it is switched on. */
  | { kind: 'off'; deviceId?: string }
  | { kind: 'denied' }
  | { kind: 'blocked' }
  | { kind: 'busy' }
  | { kind: 'missing' }
  | { kind: 'failed'; message: string }

export interface DeviceChoice {
  deviceId: string
  label: string
}

export interface Devices {
  camera: DeviceState
  microphone: DeviceState
}

/** The specification's names for denied permissions. */
export type DeniedState = 'CameraPermissionsDenied' | 'MicrophonePermissionsDenied' | 'NotAllowedError'

const isDenied = ({ kind }: DeviceState): boolean => kind === 'denied'

export function deniedState({ camera, microphone }: Devices): DeniedState | undefined {
  if (isDenied(camera) && isDenied(microphone)) return 'NotAllowedError'
  if (isDenied(camera)) return 'CameraPermissionsDenied'
  return isDenied(microphone) ? 'MicrophonePermissionsDenied' : undefined
}

/** The device that is used, or will be; undefined where nothing was chosen. */
export const chosenIdOf = (device: DeviceState): string | undefined =>
  device.kind === 'on' || device.kind === 'off' ? device.deviceId : undefined

/** Maps a refused capture to a state. Browsers name the same error differently, and some say it only in the message. */
export function stateOfRefusal({ name, message }: { name: string; message: string }): DeviceState {
  if (name === 'NotAllowedError' || name === 'PermissionDeniedError' || name === 'SecurityError')
    return { kind: /system/i.test(message) ? 'blocked' : 'denied' }
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError') return { kind: 'missing' }
  if (name === 'NotReadableError' || name === 'TrackStartError' || name === 'AbortError')
    return { kind: 'busy' }
  return { kind: 'failed', message }
}

/** The line under the join button that says how you will join; undefined if picture and sound go out as usual. */
export function wayInText({ camera, microphone }: Devices): string | undefined {
  const [isSeen, isHeard] = [isUsable(camera), isUsable(microphone)]
  if (isSeen && isHeard) return undefined
  if (isHeard) return 'You will join with sound only.'
  return isSeen ? 'Others see you, but do not hear you.' : 'You will join to listen and write.'
}

/** A device that was switched off can be switched on in the call; one that failed cannot. */
export const isUsable = ({ kind }: DeviceState): boolean =>
  kind === 'on' || kind === 'off' || kind === 'asking'
