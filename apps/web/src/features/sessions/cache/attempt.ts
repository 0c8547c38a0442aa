import { isAway } from '#platform/server/api-problem.ts'

const pauseMs = 500

/**
 * Sends a call for one wish of a person. Where no answer came, or the server calls it its own fault, it is sent once
 * more with the same key, so that the server acts once.
 */
export async function attempt<T>(
  send: (idempotencyKey: string) => Promise<T>,
  signal: AbortSignal,
  key = crypto.randomUUID(),
): Promise<T> {
  try {
    return await send(key)
  } catch (error) {
    if (!isAway(error) || signal.aborted) throw error
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
    return send(key)
  }
}
