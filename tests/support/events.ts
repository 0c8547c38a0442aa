/** Reads an event stream as a browser would: with fetch, headers and all. */
export async function openEvents(url: string, token: string, onNotice: (notice: unknown) => void = () => {}) {
  const abort = new AbortController()
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const notices: unknown[] = []
  const ended = (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of reply.body ?? []) {
        rest += decoder.decode(chunk, { stream: true })
        const parts = rest.split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          if (!part.startsWith('data: ')) continue
          const notice: unknown = JSON.parse(part.slice(6))
          notices.push(notice)
          onNotice(notice)
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
    return performance.now()
  })()
  return { status: reply.status, notices, ended, stop: () => abort.abort() }
}
