/** Louder than a keyboard, in decibels below full scale. */
const talkingDb = -45
const talksAfterMs = 300
const shownMs = 4000

export interface Talking {
  loudMs: number
  /** Until when the person counts as talking. */
  until: number
}

export const notTalking: Talking = { loudMs: 0, until: 0 }

/** One more measurement of the user's microphone, `ms` after the one before. Short noises wear off. */
export function talkedMore({ loudMs, until }: Talking, level: number, ms: number, now: number): Talking {
  const loud = level > talkingDb ? Math.min(loudMs + ms, talksAfterMs) : Math.max(0, loudMs - ms / 2)
  return { loudMs: loud, until: loud >= talksAfterMs ? now + shownMs : until }
}

export const isTalking = ({ until }: Talking, now: number): boolean => now < until
