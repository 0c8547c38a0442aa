import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFeedback } from './rtcp.ts'

const ours = 0x11223344
const packet = (format: number, type: number, body: readonly number[]) =>
  Buffer.from([0x80 | format, type, 0, body.length / 4, ...body])
const sender = [0, 0, 0, 1]
const block = (ssrc: readonly number[], lost: number) => [
  ...ssrc,
  lost,
  ...Array.from({ length: 19 }, () => 0),
]
const report = packet(1, 201, [...sender, ...block([0x11, 0x22, 0x33, 0x44], 64)])
const remb = packet(15, 206, [
  ...sender,
  0,
  0,
  0,
  0,
  ...Buffer.from('REMB'),
  1,
  (3 << 2) | 1,
  0x86,
  0xa0,
  0,
  0,
  0,
  0,
])

test('a report gives the loss of our own picture and of nothing else', () => {
  expect(readFeedback(report, ours).loss).toBe(0.25)
  expect(readFeedback(report, 7).loss).toBeUndefined()
})

test('a PLI and a FIR both ask for a key frame', () => {
  expect(readFeedback(packet(1, 206, [...sender, ...sender]), ours).wantsKeyFrame).toBe(true)
  expect(readFeedback(packet(4, 206, [...sender, ...sender]), ours).wantsKeyFrame).toBe(true)
  expect(readFeedback(report, ours).wantsKeyFrame).toBe(false)
})

test('a REMB estimate is read from its mantissa and exponent', () => {
  expect(readFeedback(remb, ours).estimateKbps).toBe(((0x1_86_a0 >>> 0) * 8) / 1000)
})

test('several packets in one message are all read', () => {
  const all = readFeedback(Buffer.concat([report, remb, packet(1, 206, [...sender, ...sender])]), ours)
  expect(all).toEqual({ wantsKeyFrame: true, loss: 0.25, estimateKbps: 800 })
})

test('no bytes break the reader', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      const { loss = 0 } = readFeedback(Buffer.from(bytes), ours)
      expect(loss).toBeLessThanOrEqual(1)
    }),
    { numRuns: 3000 },
  )
})
