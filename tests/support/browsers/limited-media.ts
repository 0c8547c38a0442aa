declare global {
  interface Window {
    /** Tells a relay the port on which LiveKit really is. */
    mediaServerAt?: (port: number) => void
  }
}

/** The allowed routes for media: UDP through a relay at that port, or TCP. Without either, media cannot flow. */
interface Ways {
  udpBy?: number
  tcp?: boolean
}

/**
 * Runs in the browser before the page. Rewrites or drops the ICE candidates of both sides, in session descriptions and when
 * they are trickled.
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
      // TURN servers would be another route.
      super({ ...given, iceServers: [] })
    }
  }
  const { prototype } = window.RTCPeerConnection
  const ask = <T>(name: keyof RTCPeerConnection, on: RTCPeerConnection, ...given: unknown[]): Promise<T> =>
    Reflect.apply(Reflect.get(native, name) as (...given: unknown[]) => Promise<T>, on, given)
  // Hide the browser's own candidates: it connects to LiveKit, never the other way round.
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
