declare global {
  interface Window {
    /** LiveKit's AddTrackRequests: on how many more connections they are lost, and whether they are held until `letGo`. */
    requests: { losing: number; isHolding: boolean; letGo: () => void }
  }
}

/**
 * Runs in the browser before the page. AddTrackRequest is field 4 of LiveKit's SignalRequest. Requests of the device check's
 * own room pass.
 */
export function takeRequests(): void {
  const held: (() => void)[] = []
  const requests: Window['requests'] = {
    losing: 0,
    isHolding: false,
    letGo: () => {
      requests.isHolding = false
      for (const pass of held.splice(0)) pass()
    },
  }
  window.requests = requests
  const isLost = new WeakMap<WebSocket, boolean>()
  const { prototype } = WebSocket
  const send = Reflect.get(prototype, 'send') as (...given: unknown[]) => void
  const isOfCheck = ({ url }: WebSocket) => {
    const claims = new URL(url).searchParams.get('access_token')?.split('.')[1] ?? ''
    return atob(claims.replaceAll('-', '+').replaceAll('_', '/')).includes('"trial')
  }
  Object.assign(prototype, {
    send(this: WebSocket, data: unknown) {
      const pass = () => Reflect.apply(send, this, [data])
      const isRequest =
        data instanceof ArrayBuffer && new Uint8Array(data)[0] === ((4 << 3) | 2) && !isOfCheck(this)
      if (!isRequest) return pass()
      if (!isLost.has(this)) isLost.set(this, (requests.losing -= 1) >= 0)
      if (isLost.get(this)) return
      if (requests.isHolding) held.push(pass)
      else pass()
    },
  })
}
