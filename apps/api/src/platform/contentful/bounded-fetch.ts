interface Bounds {
  headers?: Record<string, string>
  bytesMax: number
  /** Until the last byte is there. */
  answerMs: number
}

/** What an address answers, as long as it is 200, small and quick. Nobody is followed to another address. */
export async function fetchBounded(url: URL, { headers = {}, bytesMax, answerMs }: Bounds): Promise<Buffer> {
  const reply = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(answerMs) })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`it answered ${reply.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  // Counted as it is unpacked: a small answer may hold a large one.
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > bytesMax) throw new Error(`it answered more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Why it did not answer, without anything that it said: an error page may hold what was sent to it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (!(error.cause instanceof Error)) return error.message
  const { code } = error.cause as { code?: unknown }
  return `${error.message}: ${typeof code === 'string' ? code : error.cause.message}`
}
