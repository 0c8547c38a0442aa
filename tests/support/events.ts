/** Reads an event stream with fetch, as the browser does. Notices about the channel's own state are kept apart. */
export async function openEvents(url: string, token: string, onNotice: (notice: unknown) => void = () => {}) {
  const abort = new AbortController()
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: abort.signal })
  const notices: unknown[] = []
  const channel: unknown[] = []
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
          // Only our own API sends these.
          const notice = JSON.parse(part.slice(6)) as { kind: string; state?: string }
          if (notice.kind === 'channel') channel.push(notice.state)
          else notices.push(notice)
          onNotice(notice)
        }
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error
    }
    return performance.now()
  })()
  return { status: reply.status, notices, channel, ended, stop: () => abort.abort() }
}
