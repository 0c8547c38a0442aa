/** Asks again until the answer is there, with a deadline that only what never comes is meant to meet. */
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
