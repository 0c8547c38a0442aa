import type { DeviceKind } from '#features/calls/devices/device-states.ts'

/** What a person does in a call. */
export interface CallActs {
  onMic: () => void
  /** Held to talk while muted, and let go of. */
  onTalk: (isTalking: boolean) => void
  onCamera: () => void
  onShare: () => void
  onAudioOnly: () => void
  onBlur: () => void
  onHand: () => void
  onPictureInPicture: () => void
  onVolume: (id: string, volume: number) => void
  onMuteForMe: (id: string, isMuted: boolean) => void
  onDevice: (what: DeviceKind, deviceId: string) => void
  onSpeaker: (deviceId: string) => void
  onTestSound: () => void
  onNoiseSuppression: (isWanted: boolean) => void
  /** What was told about a device has been read. */
  onNewsRead: () => void
  onSound: () => void
  onRejoin: () => void
  onLeave: () => void
}
