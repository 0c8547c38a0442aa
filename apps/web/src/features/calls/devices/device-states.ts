/** What a person sends: each is asked for apart, and each works alone. */
export type DeviceKind = 'camera' | 'microphone'
export const deviceKinds: readonly DeviceKind[] = ['microphone', 'camera']

/**
 * How it stands with a device. `denied`: by the browser, for this page; `blocked`: by the system, for the browser;
 * `busy`: another program holds it; `missing`: there is none.
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

/** The specification's names of what may be denied. */
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

/** What a refused capture means. Browsers name the same thing differently, and some say it in the text alone. */
export function stateOfRefusal({ name, message }: { name: string; message: string }): DeviceState {
  if (name === 'NotAllowedError' || name === 'PermissionDeniedError' || name === 'SecurityError')
    return { kind: /system/i.test(message) ? 'blocked' : 'denied' }
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError') return { kind: 'missing' }
  if (name === 'NotReadableError' || name === 'TrackStartError' || name === 'AbortError')
    return { kind: 'busy' }
  return { kind: 'failed', message }
}

/** How one will be there, said under the button; undefined where picture and sound go out as usual. */
export function wayInText({ camera, microphone }: Devices): string | undefined {
  const [isSeen, isHeard] = [isUsable(camera), isUsable(microphone)]
  if (isSeen && isHeard) return undefined
  if (isHeard) return 'You will join with sound only.'
  return isSeen ? 'Others see you, but do not hear you.' : 'You will join to listen and write.'
}

/** Switched off is a choice and can be switched on in the call; what failed cannot. */
export const isUsable = ({ kind }: DeviceState): boolean =>
  kind === 'on' || kind === 'off' || kind === 'asking'
