import type { DeviceKind } from './device-states.ts'

/** The background is not blurred any more, or could not be. */
export interface BlurNews {
  kind: 'blur'
  why: 'slow' | 'failed' | 'broken'
}

/** Something that happened to a device, to be told once. */
export type DeviceNews =
  | { kind: 'unplugged'; what: DeviceKind | 'speaker'; now: string }
  /** It gives no sound at all, and asking for it again did not help. */
  | { kind: 'silent' }
  /** It works, and what it gives does not get to the others. */
  | { kind: 'unsent'; what: DeviceKind }
  | BlurNews

const nouns = { camera: 'camera', microphone: 'microphone', speaker: 'speaker' }
const blurTexts: Record<BlurNews['why'], string> = {
  slow: 'Blur was turned off: this computer is too slow for it.',
  failed: 'Your background could not be blurred.',
  broken: 'Blur was turned off: it stopped working.',
}

export function newsText(news: DeviceNews): string {
  if (news.kind === 'blur') return blurTexts[news.why]
  if (news.kind === 'unsent') return `Your ${nouns[news.what]} could not be sent. Turn it on to try again.`
  return news.kind === 'silent'
    ? 'Your microphone gives no sound. Choose another one, or plug it in again.'
    : `Your ${nouns[news.what]} was unplugged. Now on ${news.now}.`
}
