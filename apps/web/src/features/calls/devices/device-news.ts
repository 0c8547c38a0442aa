import type { Sends } from './device-states.ts'

/** Something that happened to a device, to be told once. */
export type DeviceNews =
  | { kind: 'unplugged'; what: Sends | 'speaker'; now: string }
  /** It gives no sound at all, and asking for it again did not help. */
  | { kind: 'silent' }

const nouns = { camera: 'camera', microphone: 'microphone', speaker: 'speaker' }

export const newsText = (news: DeviceNews): string =>
  news.kind === 'silent'
    ? 'Your microphone gives no sound. Choose another one, or plug it in again.'
    : `Your ${nouns[news.what]} was unplugged. Now on ${news.now}.`
