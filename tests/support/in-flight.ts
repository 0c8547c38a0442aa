/** Works through a list with at most `width` items at once. */
export async function inFlight<T>(
  width: number,
  work: readonly T[],
  run: (one: T) => Promise<void>,
): Promise<void> {
  const queue = [...work]
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await run(next)
    }),
  )
}
