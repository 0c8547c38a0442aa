import { constants } from '@parley/contract/rules/constants.ts'
import {
  inputChannels,
  writeInput,
  type Point,
  type StreamInput,
} from '@parley/contract/rules/calls/stream-input.ts'
import { attachInput } from './input/attach-input.ts'
import { canShowH264, tunedOffer } from './tuned-offer.ts'

/** The state of the connection to the application, in the browser's own words. */
export type StreamState = 'connecting' | 'connected' | 'failed' | 'disconnected' | 'closed'

/** Where the person in control points. */
export interface Pointed extends Point {
  holder: string
}

/** Messages of the host to everybody who looks on. */
type HostMessage =
  | { t: 'control'; holder: string | null; you: boolean; title: string }
  /** Where the holder points; sent to the others only. */
  | ({ t: 'point' } & Pointed)
  | { t: 'hb' }
  | { t: 'bye'; reason: string }

interface StreamClientOptions {
  instance: number
  onState: (state: StreamState) => void
  onTold: (told: HostMessage) => void
}

/** The host sends a heartbeat each second. After this silence the connection is lost, whatever the browser believes. */
const silentMs = 3000

/**
 * One connection to one instance. Its methods are named as in Amazon's own client, so that either can be used here. Only
 * the two ends understand what they exchange through the API.
 */
export function openStreamClient({ instance, onState, onTold }: StreamClientOptions) {
  const connection = new RTCPeerConnection()
  const stream = new MediaStream()
  let state: StreamState = 'connecting'
  let silence: ReturnType<typeof setTimeout> | undefined
  let detach: (() => void) | undefined

  const become = (next: StreamState) => {
    if (next === state || state === 'closed') return
    state = next
    onState(next)
  }
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => become('disconnected'), silentMs)
  }
  for (const kind of ['video', 'audio'] as const) connection.addTransceiver(kind, { direction: 'recvonly' })
  const input = connection.createDataChannel(inputChannels.input)
  const motion = connection.createDataChannel(inputChannels.motion, { ordered: false, maxRetransmits: 0 })
  const told = connection.createDataChannel(inputChannels.told)
  told.addEventListener('message', ({ data }: MessageEvent<string>) => {
    listen()
    // The host sends only these messages (apps/stream-host/src/gateway/viewers.ts).
    onTold(JSON.parse(data) as HostMessage)
  })
  connection.addEventListener('track', ({ track }) => stream.addTrack(track))
  connection.addEventListener('connectionstatechange', () => {
    const { connectionState } = connection
    if (connectionState === 'connected') listen()
    if (connectionState !== 'new') become(connectionState)
  })

  const send = (message: StreamInput) => {
    const channel = message.kind === 'move' ? motion : input
    if (channel.readyState === 'open') channel.send(writeInput(message))
  }
  return {
    stream,
    /** The offer, once ICE gathering is complete. */
    async generateSignalRequest(): Promise<string> {
      if (!canShowH264()) throw new Error('this browser does not play H.264')
      const offer = await connection.createOffer()
      await connection.setLocalDescription({ type: 'offer', sdp: tunedOffer(offer.sdp ?? '') })
      await gathered(connection)
      return JSON.stringify({ v: 1, instance, sdp: connection.localDescription?.sdp })
    },
    async processSignalResponse(response: string): Promise<void> {
      // The host's answer, in the format of our own provider.
      const { sdp } = JSON.parse(response) as { sdp: string }
      await connection.setRemoteDescription({ type: 'answer', sdp })
    },
    /** Forwards input on the surface to the application, as far as the host accepts it. */
    attachInput(surface: HTMLVideoElement): void {
      detach?.()
      detach = attachInput(surface, send)
    },
    detachInput(): void {
      detach?.()
      detach = undefined
    },
    send,
    close(): void {
      detach?.()
      clearTimeout(silence)
      become('closed')
      connection.close()
    },
  }
}

function gathered(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('gathering takes too long')), constants.iceGatheringMs)
    const look = () => {
      if (connection.iceGatheringState !== 'complete') return
      clearTimeout(late)
      resolve()
    }
    connection.addEventListener('icegatheringstatechange', look)
    look()
  })
}
