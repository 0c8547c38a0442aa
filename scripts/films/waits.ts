import { setTimeout } from 'node:timers/promises'
import type { Recording } from './recording.ts'

export const untilInstant = (at: number): Promise<void> => setTimeout(Math.max(0, at - Date.now()))

const pictureMs = 120

/** Keeps recording while people move. */
export async function watch(film: Recording, ms: number): Promise<void> {
  for (const until = film.now() + ms; film.now() < until;) await film.stay(pictureMs)
}
