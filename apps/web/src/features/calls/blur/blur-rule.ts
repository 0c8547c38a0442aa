/** What the blur has done up to now. Waiting for the camera is no work: a slow camera makes no computer slow. */
export interface BlurWork {
  pictures: number
  ms: number
}

export interface BlurSeen extends BlurWork {
  now: number
  /** Nobody looks at a hidden tab, and its browser gives it little time. */
  isVisible: boolean
}

/** The work that was done when the measuring began. */
export interface BlurWatch extends BlurWork {
  since: number
}

const measuredMs = 5000
const leastFps = 15

/** Measures from the first picture that is seen to 5 s later, and then says whether the computer keeps up. */
export function measureBlur(
  watch: BlurWatch | undefined,
  { now, isVisible, pictures, ms }: BlurSeen,
): BlurWatch | 'fast enough' | 'too slow' | undefined {
  if (!isVisible || pictures === 0) return undefined
  if (!watch) return { since: now, pictures, ms }
  if (now - watch.since < measuredMs) return watch
  const workedMs = ms - watch.ms
  // The camera was off, or gave nothing: there was nothing to measure.
  if (workedMs === 0) return { since: now, pictures, ms }
  return (pictures - watch.pictures) / (workedMs / 1000) < leastFps ? 'too slow' : 'fast enough'
}
