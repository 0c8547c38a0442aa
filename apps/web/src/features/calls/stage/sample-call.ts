import type { CallPerson, CallState } from '#features/calls/room/call-state.ts'

/** Somebody in a call, for stories and tests. */
export const samplePersonIn = (name: string, more: Partial<CallPerson> = {}): CallPerson => ({
  id: name,
  name,
  isSelf: false,
  isMuted: false,
  picture: undefined,
  isPictureOff: false,
  screen: undefined,
  isSpeaking: false,
  isWeak: false,
  isLost: false,
  isHandUp: false,
  application: undefined,
  volume: 1,
  isMutedForMe: false,
  ...more,
})

export const sampleCall = (more: Partial<CallState> = {}): CallState => ({
  connection: 'connected',
  lostSince: undefined,
  end: undefined,
  people: [samplePersonIn('Tomás Aguilar'), samplePersonIn('Dana Whitfield', { isSelf: true })],
  application: undefined,
  microphone: 'on',
  camera: 'on',
  isTalkingMuted: false,
  sharing: 'possible',
  isSoundHeld: false,
  isAudioOnly: false,
  blur: 'off',
  quality: 'good',
  devices: {
    camera: { kind: 'on', deviceId: 'facetime' },
    microphone: { kind: 'on', deviceId: 'yeti' },
    cameras: [
      { deviceId: 'default', label: 'Default - FaceTime HD Camera' },
      { deviceId: 'facetime', label: 'FaceTime HD Camera' },
    ],
    microphones: [
      { deviceId: 'default', label: 'Default - MacBook Pro Microphone' },
      { deviceId: 'yeti', label: 'Yeti Stereo Microphone' },
    ],
    speakers: [
      { deviceId: 'default', label: 'Default - MacBook Pro Speakers' },
      { deviceId: 'macbook', label: 'MacBook Pro Speakers' },
    ],
    speaker: 'macbook',
    isNoiseSuppressed: true,
  },
  news: undefined,
  ...more,
})
