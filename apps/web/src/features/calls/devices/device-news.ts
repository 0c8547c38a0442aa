import type { DeviceKind } from './device-states.ts'

/** The background is not blurred any more, or could not be. */
export interface BlurNews {
  kind: 'blur'
  why: 'slow' | 'failed' | 'broken'
}

/** A device event, to be reported once. */
export type DeviceNews =
  | { kind: 'unplugged'; what: DeviceKind | 'speaker'; now: string }
  /** The microphone gives no sound at all, and capturing it again did not help. */
  | { kind: 'silent' }
  /** The device works, but its track doesn't reach the others. */
  | { kind: 'unsent'; what: DeviceKind }
  | BlurNews

const nouns = { camera: 'camera', microphone: 'microphone', speaker: 'speaker' }
const blurTexts: Record<BlurNews['why'], string> = {
  slow: 'Blur was turned off: this computer is too slow for it.',
  failed: "Your background couldn't be blurred.",
  broken: 'Blur was turned off: it stopped working.',
}

export function newsText(news: DeviceNews): string {
  if (news.kind === 'blur') return blurTexts[news.why]
  if (news.kind === 'unsent') return `Your ${nouns[news.what]} couldn't be sent. Turn it on to try again.`
  return news.kind === 'silent'
    ? 'Your microphone gives no sound. Choose another one, or plug it in again.'
    : `Your ${nouns[news.what]} was unplugged. Now on ${news.now}.`
}
