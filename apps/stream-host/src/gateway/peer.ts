import { randomInt } from 'node:crypto'
import datachannel, { type DataChannel, type Track } from 'node-datachannel'
import { inputChannels } from '@parley/contract/rules/calls/stream-input.ts'
import { formatOf, playoutDelay, writeOffer, type Offer, type Section } from './offer.ts'
import { readFeedback, type Feedback } from './rtcp.ts'

/** A viewer's connection. Only this file knows the WebRTC library. */
export interface Peer {
  /** Answers the offer it was made for, once. */
  answer: () => Promise<string>
  sendVideo: (unit: Buffer, timeUs: number) => void
  sendAudio: (packet: Buffer, samples: number) => void
  /** Sends a message to the page; it may be lost before the page is ready. */
  tell: (told: object) => void
  close: () => void
}

export interface PeerEvents {
  onConnected: () => void
  onClosed: () => void
  onFeedback: (feedback: Feedback) => void
  onInput: (message: Buffer | undefined) => void
  /** The page can receive messages now. */
  onListening: () => void
}

export interface PeerPlace {
  /** The address of this host that browsers send their connectivity checks to. */
  address: string
  ports: readonly [first: number, last: number]
}

const gatherMs = 3000
const packetBytes = 1180
/** Packets kept for retransmission: some seconds of them. */
const keptPackets = 1024
const videoClock = 90_000
/** The most bytes of messages that queue for a viewer: some minutes of them. */
const toldBytesMax = 64 * 1024

type VideoSection = Extract<Section, { kind: 'video' }>
type AudioSection = Extract<Section, { kind: 'audio' }>

export function openPeer(name: string, offer: Offer, place: PeerPlace, events: PeerEvents): Peer {
  const connection = new datachannel.PeerConnection(name, {
    iceServers: [],
    bindAddress: place.address,
    portRangeBegin: place.ports[0],
    portRangeEnd: place.ports[1],
    disableAutoNegotiation: true,
  })
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    connection.close()
    events.onClosed()
  }
  const video = offer.sections.find((one) => one.kind === 'video')
  const audio = offer.sections.find((one) => one.kind === 'audio')
  const pictures = video && sendPictures(connection, video, events)
  const sounds = audio && sendSounds(connection, audio)
  const channels: DataChannel[] = []
  connection.onDataChannel((channel) => {
    channels.push(channel)
    listenTo(channel, events)
  })
  connection.onStateChange((state) => {
    if (state === 'connected') events.onConnected()
    if (state === 'failed' || state === 'closed' || state === 'disconnected') close()
  })
  const gathered = new Promise<void>((resolve) => {
    setTimeout(resolve, gatherMs).unref()
    connection.onGatheringStateChange((state) => {
      if (state === 'complete') resolve()
    })
  })

  return {
    answer: async () => {
      connection.setRemoteDescription(writeOffer(offer), 'offer')
      connection.setLocalDescription('answer')
      await gathered
      const answer = connection.localDescription()?.sdp
      if (answer === undefined) throw new Error('there is no answer')
      return answer
    },
    sendVideo: (unit, timeUs) => pictures?.(unit, Math.floor((timeUs * 9) / 100)),
    sendAudio: (packet, samples) => sounds?.(packet, samples),
    tell: (told) => {
      const channel = channels.find((one) => one.getLabel() === inputChannels.told)
      // A viewer that does not read gets no more messages; without heartbeats its page reconnects.
      trySend(
        () =>
          channel?.isOpen() &&
          channel.bufferedAmount() < toldBytesMax &&
          channel.sendMessage(JSON.stringify(told)),
      )
    },
    close,
  }
}

type Connection = InstanceType<typeof datachannel.PeerConnection>
type Send = (bytes: Buffer, timestamp: number) => void

function sendPictures(connection: Connection, section: VideoSection, { onFeedback }: PeerEvents): Send {
  const ssrc = randomInt(1, 2 ** 31)
  const media = new datachannel.Video(section.mid, 'SendOnly')
  media.addH264Codec(section.payloadType, formatOf(section.profile))
  media.addSSRC(ssrc, 'parley', 'parley', 'picture')
  const format = new datachannel.RtpPacketizationConfig(ssrc, 'parley', section.payloadType, videoClock)
  if (section.playoutDelayId !== undefined) {
    media.parseSdpLine(`a=extmap:${section.playoutDelayId} ${playoutDelay}`)
    format.playoutDelayId = section.playoutDelayId
    // Shows each picture as it arrives. Without this browsers buffer some, and a click is seen 50 ms later.
    format.playoutDelayMin = 0
    format.playoutDelayMax = 0
  }
  const track = connection.addTrack(media)
  const packetizer = new datachannel.H264RtpPacketizer('StartSequence', format, packetBytes)
  const reporter = new datachannel.RtcpSrReporter(format)
  const responder = new datachannel.RtcpNackResponder(keptPackets)
  packetizer.addToChain(reporter)
  packetizer.addToChain(responder)
  track.setMediaHandler(packetizer)
  track.onMessage((packet) => onFeedback(readFeedback(packet, ssrc)))
  // The library's native objects live only while something here references them.
  return sendOver(track, format, [media, packetizer, reporter, responder])
}

function sendSounds(connection: Connection, section: AudioSection): Send {
  const ssrc = randomInt(1, 2 ** 31)
  const media = new datachannel.Audio(section.mid, 'SendOnly')
  media.addOpusCodec(section.payloadType)
  media.addSSRC(ssrc, 'parley', 'parley', 'sound')
  const format = new datachannel.RtpPacketizationConfig(ssrc, 'parley', section.payloadType, 48_000)
  const track = connection.addTrack(media)
  const packetizer = new datachannel.RtpPacketizer(format)
  const reporter = new datachannel.RtcpSrReporter(format)
  packetizer.addToChain(reporter)
  track.setMediaHandler(packetizer)
  return sendOver(track, format, [media, packetizer, reporter])
}

function sendOver(track: Track, format: { timestamp: number }, kept: readonly unknown[]): Send {
  return (bytes, timestamp) => {
    if (kept.length === 0 || !track.isOpen()) return
    format.timestamp = timestamp % 2 ** 32
    trySend(() => track.sendMessageBinary(bytes))
  }
}

/** A viewer may leave between the check that it is there and the send; that is not an error. */
function trySend(send: () => unknown): void {
  try {
    send()
  } catch {
    // The connection reports its end.
  }
}

function listenTo(channel: DataChannel, { onInput, onListening }: PeerEvents): void {
  const label = channel.getLabel()
  if (label === inputChannels.told) {
    if (channel.isOpen()) onListening()
    channel.onOpen(onListening)
  }
  channel.onMessage((message) => {
    const isInput = label === inputChannels.input || label === inputChannels.motion
    onInput(isInput && Buffer.isBuffer(message) ? message : undefined)
  })
}
