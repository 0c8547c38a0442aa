interface Bounds {
  headers?: Record<string, string>
  bytesMax: number
  /** Deadline for the whole answer, up to its last byte. */
  answerMs: number
}

/** Fetches an address. The answer must be a 200 within the bounds, and redirects are refused. */
export async function fetchBounded(url: URL, { headers = {}, bytesMax, answerMs }: Bounds): Promise<Buffer> {
  const reply = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(answerMs) })
  if (reply.status !== 200) {
    await reply.body?.cancel()
    throw new Error(`it answered ${reply.status}`)
  }
  const parts: Uint8Array[] = []
  let size = 0
  // Count decompressed bytes: a small compressed answer may unpack to a large one.
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > bytesMax) throw new Error(`it answered more than ${bytesMax} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Why a fetch failed, without any of the answer's text: an error page may echo what was sent to it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (!(error.cause instanceof Error)) return error.message
  const { code } = error.cause as { code?: unknown }
  return `${error.message}: ${typeof code === 'string' ? code : error.cause.message}`
}
