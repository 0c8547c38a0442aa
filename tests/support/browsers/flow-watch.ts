/** One moment at which a page got more video or sound from the other person, or was told that it reconnects. */
export interface Heard {
  at: number
  what: 'picture' | 'sound' | 'told'
  /** The number of the connection, counted since the page was opened. */
  connection: number
}

declare global {
  interface Window {
    flow: { connections: RTCPeerConnection[]; heard: Heard[] }
  }
}

/** Runs in the browser before the page. Records each time that more video or sound of the other person has arrived. */
export function watchFlow(): void {
  const flow: Window['flow'] = { connections: [], heard: [] }
  window.flow = flow
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      flow.connections.push(this)
    }
  }
  const before = new Map<string, number>()
  // Browsers fill gaps with comfort noise, which must not count as sound.
  const least = { picture: 0, sound: 1e-5 }
  const keptMs = 300_000
  const note = (what: Heard['what'], connection: number) => {
    const now = Date.now()
    flow.heard.push({ at: now, what, connection })
    // Keep the memory of a page bounded that is watched for an hour.
    while ((flow.heard[0]?.at ?? now) < now - keptMs) flow.heard.shift()
  }
  async function look(): Promise<void> {
    for (const [i, connection] of flow.connections.entries()) {
      if (connection.connectionState !== 'connected') continue
      for (const each of (await connection.getStats()).values() as Iterable<RTCInboundRtpStreamStats>) {
        if (each.type !== 'inbound-rtp') continue
        const what = each.kind === 'video' ? 'picture' : 'sound'
        const now = (each.kind === 'video' ? each.framesDecoded : each.totalAudioEnergy) ?? 0
        const key = `${i} ${each.id}`
        if (now > (before.get(key) ?? 0) + least[what]) note(what, i)
        before.set(key, now)
      }
    }
    const alerts = [...document.querySelectorAll('[role=alert]')]
    if (alerts.some(({ textContent }) => textContent?.includes('Reconnecting'))) note('told', -1)
  }
  const again = () => void look().finally(() => setTimeout(again, 100))
  again()
}
