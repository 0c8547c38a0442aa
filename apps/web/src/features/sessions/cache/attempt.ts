import { isAway } from '#platform/server/api-problem.ts'

const pauseMs = 500

/**
 * Sends one user action. If no answer came, or the server failed (5xx), it retries once after a pause with the same
 * idempotency key, so that the server acts once.
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
