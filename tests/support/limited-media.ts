declare global {
  interface Window {
    /** Where the media server really is, for a relay before it. */
    mediaServerAt?: (port: number) => void
  }
}

/** By which ways media may go: over UDP by way of a relay at that port alone, or over TCP; else not at all. */
interface Ways {
  udpBy?: number
  tcp?: boolean
}

/**
 * Runs in the browser before the page. What either side says of where it can be reached is changed or left out, whether
 * it stands in a description or comes by itself.
 */
export function limitMedia({ udpBy, tcp }: Ways): void {
  // 'candidate:… 1 udp 2130706431 127.0.0.1 7882 typ host'
  const offered = (line: string): string | undefined => {
    const parts = line.split(' ')
    if (parts[2]?.toLowerCase() === 'tcp') return tcp ? line : undefined
    if (udpBy === undefined) return undefined
    window.mediaServerAt?.(Number(parts[5]))
    parts[4] = '127.0.0.1'
    parts[5] = String(udpBy)
    return parts.join(' ')
  }
  const unsaid = ({ type, sdp = '' }: RTCSessionDescriptionInit): RTCSessionDescriptionInit => ({
    type,
    sdp: sdp.replaceAll(/a=candidate:.*\r\n/g, ''),
  })
  const native = RTCPeerConnection.prototype
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(given: RTCConfiguration = {}) {
      // Its relays would be a way of their own.
      super({ ...given, iceServers: [] })
    }
  }
  const { prototype } = window.RTCPeerConnection
  const ask = <T>(name: keyof RTCPeerConnection, on: RTCPeerConnection, ...given: unknown[]): Promise<T> =>
    Reflect.apply(Reflect.get(native, name) as (...given: unknown[]) => Promise<T>, on, given)
  // Where the browser itself can be reached stays unsaid: it goes to the media server, never the other way.
  Object.defineProperty(prototype, 'onicecandidate', { set: () => {}, configurable: true })
  Object.assign(prototype, {
    async createOffer(this: RTCPeerConnection, ...given: unknown[]) {
      return unsaid(await ask('createOffer', this, ...given))
    },
    async createAnswer(this: RTCPeerConnection, ...given: unknown[]) {
      return unsaid(await ask('createAnswer', this, ...given))
    },
    setRemoteDescription(this: RTCPeerConnection, { type, sdp = '' }: RTCSessionDescriptionInit) {
      const lines = sdp.split('\r\n').flatMap((line) => {
        if (!line.startsWith('a=candidate:')) return [line]
        const way = offered(line)
        return way === undefined ? [] : [way]
      })
      return ask('setRemoteDescription', this, { type, sdp: lines.join('\r\n') })
    },
    addIceCandidate(this: RTCPeerConnection, told?: RTCIceCandidateInit | null) {
      const way = offered(told?.candidate ?? '')
      return way === undefined ? Promise.resolve() : ask('addIceCandidate', this, { ...told, candidate: way })
    },
  })
}
