import { fn } from 'storybook/test'

/** A person's actions, as mocks for stories. */
export const sampleActs = {
  onMic: fn(),
  onTalk: fn(),
  onCamera: fn(),
  onShare: fn(),
  onAudioOnly: fn(),
  onBlur: fn(),
  onHand: fn(),
  onPictureInPicture: fn(),
  onVolume: fn(),
  onMuteForMe: fn(),
  onDevice: fn(),
  onSpeaker: fn(),
  onTestSound: fn(),
  onNoiseSuppression: fn(),
  onNewsRead: fn(),
  onSound: fn(),
  onRejoin: fn(),
  onLeave: fn(),
}
