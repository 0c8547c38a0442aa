/** A microphone counts as heard from this level on, in decibels below full scale. */
const heardDb = -50
/** … once it was that loud for this long in total. */
const heardMs = 300
/** After this long without a sound something is wrong, or nobody has spoken. */
const silentAfterMs = 5000

export interface Hearing {
  /** How long it was loud enough, in total. */
  loudMs: number
  /** How long it has been silent up to now. */
  silentMs: number
}

export const nothingHeard: Hearing = { loudMs: 0, silentMs: 0 }

/** The verdict comes from measured sound alone, never from a permission. */
export const isHeard = ({ loudMs }: Hearing): boolean => loudMs >= heardMs
export const isSilent = (hearing: Hearing): boolean => !isHeard(hearing) && hearing.silentMs >= silentAfterMs

export const isLoud = (level: number): boolean => level > heardDb

/** One more measurement, `ms` after the one before. */
export const heardMore = (hearing: Hearing, level: number, ms: number): Hearing => ({
  loudMs: isLoud(level) ? hearing.loudMs + ms : hearing.loudMs,
  silentMs: isLoud(level) ? 0 : hearing.silentMs + ms,
})

/** The level of some samples of a wave, in decibels: 0 is full scale, silence is far below. */
export function levelOf(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12)
}

/** How many of the meter's bars are lit: from −60 dB, where there is nothing to hear, to −6. */
export function barsOf(level: number, bars: number): number {
  const share = (level + 60) / 54
  return Math.round(Math.min(1, Math.max(0, share)) * bars)
}

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
