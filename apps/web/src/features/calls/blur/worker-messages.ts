/** The size that the model expects, which is also the overlay's. */
export const modelSize = { width: 256, height: 144 } as const

/** The worker's messages. The page sends it the small picture's pixels, and it sends them back as the veil. */
export type WorkerSays =
  | { kind: 'ready' }
  /** Time to look for a new frame. Browsers throttle the timers of a hidden page, but not those of its worker. */
  | { kind: 'tick' }
  | { kind: 'veil'; pixels: ArrayBuffer }
  | { kind: 'failed'; message: string }
