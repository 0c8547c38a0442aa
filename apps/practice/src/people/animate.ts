/** Calls `draw` with 0 to 1 over `ms`, no more often than the stream has frames. Returns a function that stops it. */
export function animate(ms: number, draw: (share: number) => void): () => void {
  const from = performance.now()
  let last = 0
  let frame = requestAnimationFrame(step)
  function step(now: number) {
    const share = Math.min(1, Math.max(0, (now - from) / ms))
    if (share === 1 || now - last > 30) {
      last = now
      draw(share)
    }
    if (share < 1) frame = requestAnimationFrame(step)
  }
  return () => cancelAnimationFrame(frame)
}

export const prefersStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
