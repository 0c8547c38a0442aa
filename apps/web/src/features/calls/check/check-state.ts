import type { Blur } from '#features/calls/blur/blur.ts'
import type { DeviceNews } from '#features/calls/devices/device-news.ts'
import type { StreamSupport } from './check-words.ts'
import type { ConnectionState } from './network/connection-state.ts'
import type { DeviceChoice, DeviceState, DeviceKind } from '#features/calls/devices/device-states.ts'

/** Everything that the device check shows, as plain values. */
export interface CheckState {
  camera: DeviceState
  microphone: DeviceState
  cameras: readonly DeviceChoice[]
  microphones: readonly DeviceChoice[]
  /** Undefined where the browser does not let a page choose. */
  speakers: readonly DeviceChoice[] | undefined
  speaker: string
  /** The microphone's level now, in decibels below full scale. */
  level: number
  hearing: 'listening' | 'heard' | 'silent'
  /** Undefined while it isn't being tested. */
  connection: ConnectionState | undefined
  /** Whether the streamed application can be shown here; undefined where the session has none. */
  streamSupport: StreamSupport | undefined
  isTestSoundOn: boolean
  blur: Blur
  news: DeviceNews | undefined
  isJoining: boolean
}

export interface CheckActs {
  onCamera: (deviceId: string) => void
  onMicrophone: (deviceId: string) => void
  onSpeaker: (deviceId: string) => void
  /** Switches the device off or on again. */
  onToggle: (what: DeviceKind) => void
  onRetry: (what: DeviceKind) => void
  onBlur: () => void
  onTestSound: () => void
  onJoin: () => void
}
