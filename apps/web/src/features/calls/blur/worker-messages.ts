/** The model's own size: what it is given, and what is laid over the picture. */
export const modelSize = { width: 256, height: 144 } as const

/** What the worker says. It is sent the small picture's pixels, and sends them back as the veil. */
export type WorkerSays =
  | { kind: 'ready' }
  /** Time to look for a picture. Timers of a hidden tab's page stand still, those of its worker do not. */
  | { kind: 'tick' }
  | { kind: 'veil'; pixels: ArrayBuffer }
  | { kind: 'failed'; message: string }
