import type { DeviceKind } from '#features/calls/devices/device-states.ts'

/** A person's actions in a call. */
export interface CallActs {
  onMic: () => void
  /** Called when the key to talk is held while muted, and when it is released. */
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
  /** The person has read the news about a device. */
  onNewsRead: () => void
  onSound: () => void
  onRejoin: () => void
  onLeave: () => void
}
