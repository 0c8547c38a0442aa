/**
 * How long a person must speak before it is shown, and how long it stays shown: a tile that flickers is worse than one that
 * is late.
 */
export const speaksAfterMs = 200
export const speaksOnMs = 2000

interface Speech {
  /** Since when they are heard, without a pause; undefined while they are not. */
  since: number | undefined
  /** Until when they are shown as speaking. */
  until: number
}

export type Speakers = ReadonlyMap<string, Speech>

export const nobodySpeaks: Speakers = new Map()

/** Adds the speakers that the media server hears now. */
export function heardNow(speakers: Speakers, heard: ReadonlySet<string>, now: number): Speakers {
  const next = new Map<string, Speech>()
  for (const id of new Set([...speakers.keys(), ...heard])) {
    const before = speakers.get(id)
    const wasLong = before?.since !== undefined && now - before.since >= speaksAfterMs
    const until = wasLong ? now + speaksOnMs : (before?.until ?? 0)
    const since = heard.has(id) ? (before?.since ?? now) : undefined
    if (since !== undefined || until > now) next.set(id, { since, until })
  }
  return next
}

export function isSpeaking(speakers: Speakers, id: string, now: number): boolean {
  const speech = speakers.get(id)
  if (!speech) return false
  return speech.until > now || (speech.since !== undefined && now - speech.since >= speaksAfterMs)
}
