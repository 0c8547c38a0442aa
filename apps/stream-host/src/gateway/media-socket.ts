import { connect, type Socket } from 'node:net'

export type MediaFrame =
  | { kind: 'video'; isKey: boolean; timeUs: number; unit: Buffer }
  | { kind: 'audio'; samples: number; packet: Buffer }
  | { kind: 'title'; title: string }

const kinds = { video: 1, audio: 2, title: 3 } as const
const ops = { keyFrame: 0x10, bitrate: 0x11, frameRate: 0x12, input: 0x20, releaseAll: 0x21 } as const
const headBytes = 10
const frameBytesMax = 8 * 1024 * 1024
const againMs = 200

interface Hearing {
  onFrame: (frame: MediaFrame) => void
  /** The encoder is there, for the first time or again. */
  onOpen: () => void
}

/** The connection to an instance's encoder: frames come in, requests and input go out. Reconnects until it is back. */
export function openMediaSocket(path: string, { onFrame, onOpen }: Hearing) {
  let socket: Socket | undefined
  let isClosed = false

  function open() {
    const opened = connect(path)
    opened.on('connect', () => {
      socket = opened
      onOpen()
    })
    opened.on(
      'data',
      frameReader(onFrame, () => opened.destroy()),
    )
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = undefined
      if (!isClosed) setTimeout(open, againMs)
    })
  }
  open()

  const write = (op: number, body: Uint8Array = new Uint8Array()) => {
    const message = Buffer.alloc(3 + body.length)
    message.writeUInt16BE(1 + body.length, 0)
    message.writeUInt8(op, 2)
    message.set(body, 3)
    socket?.write(message)
  }
  const number = (value: number, bytes: 2 | 4) => {
    const body = Buffer.alloc(bytes)
    body.writeUIntBE(value, 0, bytes)
    return body
  }
  return {
    isOpen: () => socket !== undefined,
    requestKeyFrame: () => write(ops.keyFrame),
    setBitrate: (kbps: number) => write(ops.bitrate, number(kbps, 4)),
    setFrameRate: (fps: number) => write(ops.frameRate, number(fps, 2)),
    input: (message: Uint8Array) => write(ops.input, message),
    releaseAll: () => write(ops.releaseAll),
    close: () => {
      isClosed = true
      socket?.destroy()
    },
  }
}

export type MediaSocket = ReturnType<typeof openMediaSocket>

/** Reassembles frames from chunks. */
export function frameReader(onFrame: (frame: MediaFrame) => void, onFault: () => void) {
  let waiting: Buffer[] = []
  let size = 0
  return (piece: Buffer) => {
    waiting.push(piece)
    size += piece.length
    let whole: Buffer | undefined
    for (;;) {
      if (size < 4) return
      whole ??= Buffer.concat(waiting)
      const length = whole.readUInt32BE(0)
      if (length < headBytes || length > frameBytesMax) return onFault()
      if (size < 4 + length) break
      const frame = frameOf(whole.subarray(4, 4 + length))
      if (frame) onFrame(frame)
      whole = whole.subarray(4 + length)
      size = whole.length
      waiting = [whole]
    }
  }
}

function frameOf(bytes: Buffer): MediaFrame | undefined {
  const time = Number(bytes.readBigUInt64BE(2))
  const payload = bytes.subarray(headBytes)
  switch (bytes.readUInt8(0)) {
    case kinds.video:
      return { kind: 'video', isKey: bytes.readUInt8(1) === 1, timeUs: time, unit: payload }
    case kinds.audio:
      return { kind: 'audio', samples: time, packet: payload }
    case kinds.title:
      return { kind: 'title', title: payload.toString('utf8') }
    default:
      return undefined
  }
}
