/** Polls until the answer is there. The deadline is generous, so that only an answer that never comes misses it. */
export async function eventually<T>(
  ask: () => T | Promise<T>,
  isThere: (answer: T) => boolean,
  deadlineMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const answer = await ask()
    if (isThere(answer)) return answer
    if (performance.now() > deadline)
      throw new Error(`not there within ${deadlineMs} ms; last: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
