/**
 * The work that the blur has done so far. Waiting for the camera doesn't count: a slow camera doesn't mean a slow computer.
 */
export interface BlurWork {
  pictures: number
  ms: number
}

export interface BlurSeen extends BlurWork {
  now: number
  /** A hidden tab isn't measured: nobody looks at it, and the browser throttles it. */
  isVisible: boolean
}

/** The work that was done when the measuring began. */
export interface BlurWatch extends BlurWork {
  since: number
}

const measuredMs = 5000
const leastFps = 15

/** Measures for 5 s from the first visible frame, then says whether the computer keeps up. */
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
