import { setTimeout } from 'node:timers/promises'

/** While a film runs, somebody looks; while it does not, the world goes on. */
export const seconds = (count: number): Promise<void> => setTimeout(count * 1000)

export const untilInstant = (at: number): Promise<void> => setTimeout(Math.max(0, at - Date.now()))
