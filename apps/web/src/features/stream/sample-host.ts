import { inputChannels } from '@parley/contract/rules/calls/stream-input.ts'

/**
 * The other end of a connection, in this page, for tests of everything in between: it answers an offer as the host of the
 * streamed application does, and sends a picture and a heartbeat.
 */
export function openSampleHost(title = 'Raising a concern') {
  const canvas = document.createElement('canvas')
  canvas.width = 1280
  canvas.height = 720
  const pen = canvas.getContext('2d')
  let drawn = 0
  const draw = setInterval(() => {
    if (!pen) return
    drawn += 1
    pen.fillStyle = drawn % 2 === 0 ? '#4a3527' : '#5a4537'
    pen.fillRect(0, 0, 1280, 720)
  }, 100)
  const [track] = canvas.captureStream(10).getVideoTracks()
  const peers: RTCPeerConnection[] = []
  const told = new Set<RTCDataChannel>()
  const received: unknown[] = []
  const tell = (what: object) => {
    for (const channel of told) if (channel.readyState === 'open') channel.send(JSON.stringify(what))
  }
  const beat = setInterval(() => tell({ t: 'hb' }), 250)
  let answer: string | undefined
  let connectedAt: number | undefined

  async function take(offer: string): Promise<void> {
    answer = undefined
    const peer = new RTCPeerConnection()
    peers.push(peer)
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'connected') connectedAt ??= performance.now()
    })
    peer.addEventListener('datachannel', ({ channel }) => {
      if (channel.label !== inputChannels.told) {
        channel.addEventListener('message', ({ data }) => received.push(data))
        return
      }
      told.add(channel)
      channel.addEventListener('open', () => tell({ t: 'control', holder: 'dana', you: true, title }))
    })
    // In the format of the web's own client.
    const { sdp } = JSON.parse(offer) as { sdp: string }
    await peer.setRemoteDescription({ type: 'offer', sdp })
    for (const { receiver, sender } of peer.getTransceivers())
      if (receiver.track.kind === 'video' && track) await sender.replaceTrack(track)
    for (const each of peer.getTransceivers()) each.direction = 'sendonly'
    await peer.setLocalDescription(await peer.createAnswer())
    if (peer.iceGatheringState !== 'complete')
      await new Promise<void>((resolve) => {
        peer.addEventListener('icegatheringstatechange', () => {
          if (peer.iceGatheringState === 'complete') resolve()
        })
      })
    answer = JSON.stringify({ sdp: peer.localDescription?.sdp })
  }
  function die(): void {
    told.clear()
    for (const peer of peers.splice(0)) peer.close()
  }
  return {
    /** Stops sending, as if the network were cut. */
    fallSilent: () => told.clear(),
    take: (offer: string) => void take(offer),
    answer: () => answer,
    /** When the first connection came up, by the page's clock. */
    connectedAt: () => connectedAt,
    received,
    /** Ends like a host that was killed. */
    die,
    close: () => {
      clearInterval(draw)
      clearInterval(beat)
      die()
    },
  }
}
