import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import datachannel from 'node-datachannel'
import { frameReader } from '../../../apps/stream-host/src/gateway/media-socket.ts'
import { installEncoder, python } from '../../../scripts/engines/stream-encoder.ts'
import { herePlaces } from '../../../scripts/engines/places.ts'
import { eventually } from '../../support/eventually.ts'

const root = join(import.meta.dirname, '../../..')
const display = ':590'

/**
 * The same application, encoder and transport without our code around them: no isolation, no daemon, no signed requests, no
 * rights, no handover of control. The latency of a key press here is the minimum.
 */
export async function openBareStream() {
  // Long because the processes have to start and end in this order.
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'parley-bare-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const run = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
    const child = spawn(program, args, { env: { ...process.env, DISPLAY: display, ...env }, stdio: 'ignore' })
    stack.defer(() => ended(child))
  }
  run('Xvfb', [display, '-screen', '0', '1280x720x24', '-nolisten', 'tcp', '-noreset'])
  await eventually(() => existsSync(`/tmp/.X11-unix/X${display.slice(1)}`), Boolean, 10_000)
  run(python, [join(root, 'tests/support/stream/patch-app/patch.py')])
  const path = join(folder, 'media.sock')
  run(python, ['-u', join(root, 'apps/stream-host/encoder/encoder.py')], {
    STREAM_SOCKET: path,
    STREAM_SIZE: '1280x720',
    STREAM_FPS: '30',
    STREAM_KBPS: '4000',
    PYTHONPATH: await installEncoder(herePlaces()),
    PYTHONDONTWRITEBYTECODE: '1',
  })
  await eventually(() => existsSync(path), Boolean, 10_000)

  const socket = connect(path)
  stack.defer(() => void socket.destroy())
  const write = (op: number, body: Uint8Array = new Uint8Array()) =>
    socket.write(Buffer.concat([Buffer.from([0, 1 + body.length, op]), body]))
  let send: (unit: Buffer, timeUs: number) => void = () => {}
  socket.on(
    'data',
    frameReader(
      (frame) => frame.kind === 'video' && send(frame.unit, frame.timeUs),
      () => socket.destroy(),
    ),
  )

  const owned = stack.move()
  /** Answers a browser's WebRTC offer without any check. */
  async function answer(offer: string): Promise<string> {
    const peer = new datachannel.PeerConnection('bare', {
      iceServers: [],
      bindAddress: '127.0.0.1',
      disableAutoNegotiation: true,
    })
    owned.defer(() => peer.close())
    const type = Number(/a=fmtp:(\d+) [^\r]*packetization-mode=1;profile-level-id=42e01f/.exec(offer)?.[1])
    const delayId = Number(/a=extmap:(\d+) \S+playout-delay/.exec(offer)?.[1])
    const video = new datachannel.Video('0', 'SendOnly')
    video.addH264Codec(type, 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f')
    video.addSSRC(42, 'bare', 'bare', 'picture')
    video.parseSdpLine(`a=extmap:${delayId} http://www.webrtc.org/experiments/rtp-hdrext/playout-delay`)
    const format = new datachannel.RtpPacketizationConfig(42, 'bare', type, 90_000)
    Object.assign(format, { playoutDelayId: delayId, playoutDelayMin: 0, playoutDelayMax: 0 })
    const track = peer.addTrack(video)
    const packetizer = new datachannel.H264RtpPacketizer('StartSequence', format, 1180)
    packetizer.addToChain(new datachannel.RtcpSrReporter(format))
    packetizer.addToChain(new datachannel.RtcpNackResponder(1024))
    track.setMediaHandler(packetizer)
    peer.onDataChannel((channel) => {
      channel.onMessage((message) => {
        if (Buffer.isBuffer(message)) write(0x20, message)
      })
      kept.push(channel)
    })
    const kept: unknown[] = [video, packetizer, format]
    send = (unit, timeUs) => {
      if (kept.length === 0 || !track.isOpen()) return
      format.timestamp = Math.floor((timeUs * 9) / 100) % 2 ** 32
      track.sendMessageBinary(unit)
    }
    track.onOpen(() => void write(0x10))
    peer.setRemoteDescription(offer, 'offer')
    peer.setLocalDescription('answer')
    await eventually(
      () => peer.gatheringState(),
      (state) => state === 'complete',
      10_000,
    )
    return peer.localDescription()?.sdp ?? ''
  }
  return {
    /** Takes the place of a stream host's HTTP interface. */
    ask: async (_method: string, _path: string, body?: object) => {
      const { offer } = body as { offer: string }
      return { status: 200, body: { answer: await answer(offer) } }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await eventually(
    () => child.exitCode ?? child.signalCode,
    (code) => code !== null,
    5000,
  )
}
