/** How well a viewer receives, by the latest reports of its browser. */
export interface Received {
  /** The share of packets lost since the previous report, 0 to 1, smoothed. */
  loss: number
  /** The browser's estimate of the available bandwidth, in kbit/s. */
  estimateKbps: number | undefined
}

export interface Steering {
  targetKbps: number
  /** Consecutive checks without loss. */
  calm: number
}

export interface Bounds {
  leastKbps: number
  mostKbps: number
}

/** The rate is checked once a second; it rises only after this many checks without loss. */
const calmLooks = 4
/** The weight of the newest report in the moving average: a single report says little. */
const newest = 0.3

export const smoothed = (before: number | undefined, now: number): number =>
  before === undefined ? now : before * (1 - newest) + now * newest

/** The next bitrate of the one encoder: the viewer with the worst reception decides. */
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
  // On a still screen the estimate falls with the traffic, and following it would degrade the picture for nothing.
  const isSending = sentKbps > targetKbps / 2
  const estimates = isSending ? viewers.flatMap(({ estimateKbps }) => estimateKbps ?? []) : []
  const next = Math.min(wanted, mostKbps, ...estimates)
  return { targetKbps: Math.round(Math.max(next, leastKbps)), calm: isCalm ? calm + 1 : 0 }
}

interface BitrateDeps {
  media: { setBitrate: (targetKbps: number) => void }
  bounds: Bounds
  startKbps: number
  viewers: ReadonlyMap<string, { isConnected: boolean; maxKbps: number; received: Partial<Received> }>
  /** How often `beat` is called. */
  everyMs: number
}

/** The bitrate that suits all viewers, by what their browsers report. */
export function openBitrate({ media, bounds, startKbps, viewers, everyMs }: BitrateDeps) {
  let steering: Steering = { targetKbps: startKbps, calm: 0 }
  let sentBytes = 0
  const mostKbps = () => Math.min(bounds.mostKbps, ...[...viewers.values()].map((one) => one.maxKbps))

  function setTarget(next: Steering) {
    const targetKbps = Math.max(bounds.leastKbps, Math.min(next.targetKbps, mostKbps()))
    if (targetKbps !== steering.targetKbps) media.setBitrate(targetKbps)
    steering = { ...next, targetKbps }
  }

  return {
    targetKbps: () => steering.targetKbps,
    begin: (targetKbps: number) => setTarget({ ...steering, targetKbps }),
    count(bytes: number) {
      sentBytes += bytes
    },
    beat() {
      const connected = [...viewers.values()].filter((one) => one.isConnected)
      const received = connected.map(({ received: { loss = 0, estimateKbps } }) => ({ loss, estimateKbps }))
      const sentKbps = (sentBytes * 8) / everyMs
      sentBytes = 0
      if (connected.length > 0)
        setTarget(steer(steering, received, sentKbps, { ...bounds, mostKbps: mostKbps() }))
    },
  }
}
