export interface Pace {
  ask: () => void
  stop: () => void
}

/** Runs at once when asked; asked again within the interval, it runs once more at its end. */
export function atMostEvery(ms: number, run: () => void): Pace {
  let ranAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  const runNow = () => {
    clearTimeout(timer)
    timer = undefined
    ranAt = performance.now()
    run()
  }
  return {
    ask() {
      const wait = ranAt + ms - performance.now()
      if (wait <= 0) runNow()
      else timer ??= setTimeout(runNow, wait)
    },
    stop: () => clearTimeout(timer),
  }
}
