import { constants } from '@parley/contract/rules/constants.ts'
import {
  inputChannels,
  writeInput,
  type Point,
  type StreamInput,
} from '@parley/contract/rules/stream-input.ts'
import { attachInput } from './input/attach-input.ts'
import { canShowH264, tunedOffer } from './tuned-offer.ts'

/** How the connection to the application stands, in the browser's own words. */
export type StreamState = 'connecting' | 'connected' | 'failed' | 'disconnected' | 'closed'

/** Where somebody points who has control. */
export interface Pointed extends Point {
  holder: string
}

/** What the host tells everybody who looks on. */
type Told =
  | { t: 'control'; holder: string | null; you: boolean; title: string }
  /** Where the holder points; told to the others alone. */
  | ({ t: 'point' } & Pointed)
  | { t: 'hb' }
  | { t: 'bye'; reason: string }

interface Given {
  instance: number
  onState: (state: StreamState) => void
  onTold: (told: Told) => void
}

/** A sign of life comes each second. Without one the connection is lost, whatever the browser still believes. */
const silentMs = 3000

/**
 * One connection to one instance. Its methods have the names of Amazon's own client, so that either can stand here; what they
 * exchange with the API is nobody's business in between.
 */
export function openStreamClient({ instance, onState, onTold }: Given) {
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
    // The host writes these alone (apps/stream-host/src/gateway/viewers.ts).
    onTold(JSON.parse(data) as Told)
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
    /** The offer, once everything is known that it has to say. */
    async generateSignalRequest(): Promise<string> {
      if (!canShowH264()) throw new Error('this browser does not play H.264')
      const offer = await connection.createOffer()
      await connection.setLocalDescription({ type: 'offer', sdp: tunedOffer(offer.sdp ?? '') })
      await gathered(connection)
      return JSON.stringify({ v: 1, instance, sdp: connection.localDescription?.sdp })
    },
    async processSignalResponse(response: string): Promise<void> {
      // What the host answered, as our own provider wrote it.
      const { sdp } = JSON.parse(response) as { sdp: string }
      await connection.setRemoteDescription({ type: 'answer', sdp })
    },
    /** What is done on the surface is done to the application, as far as the host lets it. */
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
