/**
 * Runs in the browser before the page's scripts: LiveKit's reports of the connection's quality all say 'excellent'. On a busy
 * machine two browsers in a call are marked as weak, in another picture each time.
 */
export function reportGoodLine(): void {
  // From LiveKit's protocol: SignalResponse.connection_quality, a list of {participant_sid, quality, score}.
  const qualityTag = 0x62
  const [sidTag, excellent] = [0x0a, [0x10, 2]]
  const withExcellent = (bytes: Uint8Array): Uint8Array => {
    const lengthAt = (at: number) => {
      let [value, shift, end] = [0, 0, at]
      for (; ; end += 1) {
        const byte = bytes[end] ?? 0
        value |= (byte & 0x7f) << shift
        shift += 7
        if (byte < 0x80) return { value, from: end + 1 }
      }
    }
    const told: number[] = []
    for (let at = lengthAt(1).from; at < bytes.length;) {
      const report = lengthAt(at + 1)
      const sid = lengthAt(report.from + 1)
      const name = [...bytes.subarray(sid.from, sid.from + sid.value)]
      // Ids are short, so every length fits into one byte but the last.
      told.push(sidTag, name.length + 4, sidTag, name.length, ...name, ...excellent)
      at = report.from + report.value
    }
    const length = told.length < 0x80 ? [told.length] : [(told.length & 0x7f) | 0x80, told.length >> 7]
    return Uint8Array.from([qualityTag, ...length, ...told])
  }
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    set(this: WebSocket, heard: (event: MessageEvent) => void) {
      this.addEventListener('message', (event: MessageEvent<unknown>) => {
        const bytes = event.data instanceof ArrayBuffer ? new Uint8Array(event.data) : undefined
        const isReport = bytes?.[0] === qualityTag
        heard(isReport ? new MessageEvent('message', { data: withExcellent(bytes).buffer }) : event)
      })
    },
  })
}
