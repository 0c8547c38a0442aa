import type { Page } from '@playwright/test'
import { patchColours, patchPoint } from './patch-colours.ts'

const nextPictureMs = 1000

interface Sending {
  channels: RTCDataChannel[]
}
declare global {
  interface Window {
    sending: Sending
  }
}

/** Runs in the browser before the page. Keeps the data channels that it opens, so that a test can send on them itself. */
export function keepChannels(): void {
  const sending: Sending = { channels: [] }
  window.sending = sending
  window.RTCPeerConnection = class extends RTCPeerConnection {
    override createDataChannel(...given: Parameters<RTCPeerConnection['createDataChannel']>): RTCDataChannel {
      const channel = super.createDataChannel(...given)
      sending.channels.push(channel)
      return channel
    }
  }
}

/** Runs in the browser: whether another video frame arrives. */
const isLive = (element: Element, ms: number): Promise<boolean> =>
  Promise.race([
    new Promise<boolean>((seen) => (element as HTMLVideoElement).requestVideoFrameCallback(() => seen(true))),
    new Promise<boolean>((late) => setTimeout(() => late(false), ms)),
  ])

/** The streamed application on a call page. It must be the patch application. */
export function applicationOn(page: Page) {
  const picture = page.getByRole('application', { name: 'Picture of Parley' })
  return {
    picture,
    /** The colours of the next frame; 'still' if none arrives, 'none' if there is no picture to read. */
    colours: async (): Promise<string> => {
      const timeout = { timeout: nextPictureMs }
      try {
        if (!(await picture.evaluate(isLive, nextPictureMs, timeout))) return 'still'
        return (await picture.evaluate(patchColours, undefined, timeout)).join(' ')
      } catch {
        return 'none'
      }
    },
    /** Clicks the point where the patch reacts to a press. */
    async press(): Promise<void> {
      const position = await picture.evaluate((element, at) => {
        const { width, height } = element.getBoundingClientRect()
        const scale = Math.min(width / 1280, height / 720)
        return { x: (width - 1280 * scale) / 2 + at.x * scale, y: (height - 720 * scale) / 2 + at.y * scale }
      }, patchPoint)
      await picture.click({ position })
    },
    /** Sends a press that no page would send, as a raw message on every open input channel. Returns how many there were. */
    sendByHand: (): Promise<number> =>
      page.evaluate((at) => {
        const message = (isDown: number) => {
          const bytes = new DataView(new ArrayBuffer(7))
          bytes.setUint8(0, 2)
          bytes.setUint8(1, 1)
          bytes.setUint8(2, isDown)
          bytes.setUint16(3, Math.round((at.x / 1280) * 65_535))
          bytes.setUint16(5, Math.round((at.y / 720) * 65_535))
          return bytes.buffer
        }
        const open = window.sending.channels.filter(
          ({ label, readyState }) => label === 'input' && readyState === 'open',
        )
        for (const channel of open) for (const isDown of [1, 0]) channel.send(message(isDown))
        return open.length
      }, patchPoint),
  }
}
