import { createSocket, type Socket } from 'node:dgram'
import type { Page } from '@playwright/test'
import { limitMedia } from '../browsers/limited-media.ts'

/** A UDP relay between a browser and LiveKit. It passes every packet of a call until it is cut. */
export async function mediaRelay() {
  const server = createSocket('udp4')
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  /** One socket for each port of the browser, so that answers can be sent back to it. */
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
    /** Call it before the page is opened. The browser then reaches LiveKit only through this relay. */
    standBefore: async (page: Page) => {
      await page.exposeFunction('mediaServerAt', (port: number) => {
        target = port
      })
      await page.addInitScript(limitMedia, { udpBy: server.address().port })
    },
  }
}
