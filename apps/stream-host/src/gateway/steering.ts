/** How a viewer receives, by the last reports of its browser. */
export interface Received {
  /** Of the packets since the report before, 0 to 1, smoothed. */
  loss: number
  /** What the browser believes the line to carry, in kbit/s. */
  estimateKbps: number | undefined
}

export interface Steering {
  targetKbps: number
  /** Looks in a row without loss. */
  calm: number
}

export interface Bounds {
  leastKbps: number
  mostKbps: number
}

/** A look is taken each second; for so many of them there has to be no loss before more is tried. */
const calmLooks = 4
/** One report says little: it counts this much beside all before. */
const newest = 0.3

export const smoothed = (before: number | undefined, now: number): number =>
  before === undefined ? now : before * (1 - newest) + now * newest

/** The next rate of the one encoder: whoever receives worst decides. */
export function steer(
  { targetKbps, calm }: Steering,
  viewers: readonly Received[],
  sentKbps: number,
  { leastKbps, mostKbps }: Bounds,
): Steering {
  const loss = Math.max(0, ...viewers.map((one) => one.loss))
  const isCalm = loss < 0.015
  const wanted =
    loss > 0.1
      ? targetKbps * 0.7
      : loss > 0.04
        ? targetKbps * 0.85
        : isCalm && calm + 1 >= calmLooks
          ? targetKbps * 1.08
          : targetKbps
  // On a still screen the estimate sinks with the traffic, and following it would spoil the picture for nothing.
  const isSending = sentKbps > targetKbps / 2
  const estimates = isSending ? viewers.flatMap(({ estimateKbps }) => estimateKbps ?? []) : []
  const next = Math.min(wanted, mostKbps, ...estimates)
  return { targetKbps: Math.round(Math.max(next, leastKbps)), calm: isCalm ? calm + 1 : 0 }
}
