/** A browser's report on what it receives; all else in a packet is ignored. */
export interface Feedback {
  wantsKeyFrame: boolean
  /** The share of our video's packets lost since its last report, 0 to 1. */
  loss: number | undefined
  estimateKbps: number | undefined
}

const types = { receiverReport: 201, payloadFeedback: 206 } as const
const formats = { pictureLoss: 1, fullIntra: 4, application: 15 } as const

/** Parses a compound packet. A part that is shorter than its stated length ends the parsing. */
export function readFeedback(packet: Buffer, ssrc: number): Feedback {
  const feedback: Feedback = { wantsKeyFrame: false, loss: undefined, estimateKbps: undefined }
  let at = 0
  while (at + 4 <= packet.length) {
    const count = packet.readUInt8(at) & 0x1f
    const type = packet.readUInt8(at + 1)
    const end = at + (packet.readUInt16BE(at + 2) + 1) * 4
    if (end > packet.length) break
    const body = packet.subarray(at + 4, end)
    if (type === types.receiverReport) feedback.loss = lossIn(body, count, ssrc) ?? feedback.loss
    if (type === types.payloadFeedback) readPayloadFeedback(body, count, feedback)
    at = end
  }
  return feedback
}

function lossIn(body: Buffer, blocks: number, ssrc: number): number | undefined {
  for (let i = 0; i < blocks && 4 + (i + 1) * 24 <= body.length; i += 1) {
    const at = 4 + i * 24
    if (body.readUInt32BE(at) === ssrc) return body.readUInt8(at + 4) / 256
  }
  return undefined
}

function readPayloadFeedback(body: Buffer, format: number, feedback: Feedback): void {
  if (format === formats.pictureLoss || format === formats.fullIntra) feedback.wantsKeyFrame = true
  if (format !== formats.application || body.length < 16 || body.toString('latin1', 8, 12) !== 'REMB') return
  const exponent = body.readUInt8(13) >> 2
  const mantissa = ((body.readUInt8(13) & 0x03) << 16) | body.readUInt16BE(14)
  feedback.estimateKbps = (mantissa * 2 ** exponent) / 1000
}
