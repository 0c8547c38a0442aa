import { createSocket, type Socket } from 'node:dgram'
import type { Page } from '@playwright/test'

/** Between a browser and the media server: every packet of a call goes through it, until it is cut. */
export async function mediaRelay() {
  const server = createSocket('udp4')
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  /** For each of the browser's ports one of our own, so that answers find their way back. */
  const outer = new Map<string, Socket>()
  let isCut = false
  let target = 0
  server.on('message', (packet, from) => {
    if (isCut || target === 0) return
    const key = `${from.port}`
    let socket = outer.get(key)
    if (!socket) {
      socket = createSocket('udp4')
      socket.on('message', (answer) => {
        if (!isCut) server.send(answer, from.port, from.address)
      })
      outer.set(key, socket)
    }
    socket.send(packet, target, '127.0.0.1')
  })
  return {
    cut: () => {
      isCut = true
    },
    join: () => {
      isCut = false
    },
    close: () => {
      for (const socket of outer.values()) socket.close()
      server.close()
    },
    /** Before the page is opened: whatever the media server offers, the browser reaches it through here alone. */
    standBefore: async (page: Page) => {
      await page.exposeFunction('mediaServerAt', (port: number) => {
        target = port
      })
      await page.addInitScript(reachThrough, server.address().port)
    },
  }
}

declare global {
  interface Window {
    mediaServerAt: (port: number) => void
  }
}

/** Runs in the browser. */
function reachThrough(port: number): void {
  window.RTCPeerConnection = class extends RTCPeerConnection {
    override addIceCandidate(offered?: RTCIceCandidateInit | null): Promise<void> {
      const parts = offered?.candidate?.split(' ') ?? []
      // 'candidate:… 1 udp 2130706431 127.0.0.1 7882 typ host'
      if (parts[2]?.toLowerCase() !== 'udp') return Promise.resolve()
      window.mediaServerAt(Number(parts[5]))
      parts[4] = '127.0.0.1'
      parts[5] = String(port)
      return super.addIceCandidate({ ...offered, candidate: parts.join(' ') })
    }
  }
}
