import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameReader, type MediaFrame } from './media-socket.ts'

function framed(kind: number, flags: number, time: bigint, payload: Buffer): Buffer {
  const head = Buffer.alloc(14)
  head.writeUInt32BE(payload.length + 10, 0)
  head.writeUInt8(kind, 4)
  head.writeUInt8(flags, 5)
  head.writeBigUInt64BE(time, 6)
  return Buffer.concat([head, payload])
}

const stream = Buffer.concat([
  framed(1, 1, 33_000n, Buffer.from('a key frame')),
  framed(2, 0, 480n, Buffer.from('sound')),
  framed(9, 0, 0n, Buffer.from('something new')),
  framed(3, 0, 0n, Buffer.from('The late report')),
  framed(1, 0, 66_000n, Buffer.alloc(70_000, 7)),
])

test('frames are read correctly however the stream is cut into pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 40 }), (sizes) => {
      const frames: MediaFrame[] = []
      const read = frameReader(
        (frame) => frames.push(frame),
        () => expect.unreachable(),
      )
      let at = 0
      for (const size of [...sizes, stream.length]) {
        const piece = stream.subarray(at, at + size)
        if (piece.length > 0) read(piece)
        at += size
      }
      expect(frames.map((frame) => frame.kind)).toEqual(['video', 'audio', 'title', 'video'])
      expect(frames[0]).toMatchObject({ isKey: true, timeUs: 33_000 })
      expect(frames[2]).toEqual({ kind: 'title', title: 'The late report' })
    }),
    { numRuns: 60 },
  )
})

test('an impossible length ends the connection', () => {
  let faults = 0
  frameReader(
    () => expect.unreachable(),
    () => (faults += 1),
  )(Buffer.from([0xff, 0xff, 0xff, 0xff, 1]))
  expect(faults).toBe(1)
})
