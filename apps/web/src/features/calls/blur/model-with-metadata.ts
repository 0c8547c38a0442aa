import { flatBytes, type Flat } from './flat-bytes.ts'

// The field numbers come from TensorFlow Lite's schemas: schema.fbs for a model, metadata_schema.fbs for its metadata.
const whole = (value: number): Flat => ({ kind: 'whole', value })
const table = (fields: Readonly<Record<number, Flat>>): Flat => ({ kind: 'table', fields })
const list = (...items: readonly Flat[]): Flat => ({ kind: 'list', items })

/** Maps colours from 0–255 to 0–1. */
const normalization = table({ 0: { kind: 'decimals', values: [0] }, 1: { kind: 'decimals', values: [255] } })
const isNormalization = 1
const input = table({ 4: list(table({ 0: { kind: 'byte', value: isNormalization }, 1: normalization })) })
const metadata = table({ 3: list(table({ 2: list(input) })) })

/**
 * The model in the form that MediaPipe's tasks accept. The npm package's model is older than the tasks: it doesn't say how a
 * picture becomes numbers, so they refuse it. A new root is therefore written before it, which points at everything that was
 * there and at what was missing.
 */
export function modelWithMetadata(model: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(model.buffer, model.byteOffset, model.byteLength)
  const root = view.getUint32(0, true)
  const fieldsOf = root - view.getInt32(root, true)
  const field = (number: number): number => root + view.getUint16(fieldsOf + 4 + 2 * number, true)
  const target = (at: number): number => at + view.getUint32(at, true)
  const behind = (offset: number): Flat => ({ kind: 'behind', offset })

  const buffers = target(field(4))
  const count = view.getUint32(buffers, true)
  const known = Array.from({ length: count }, (_, i) => behind(target(buffers + 4 + 4 * i)))
  const added = table({ 0: { kind: 'bytes', bytes: flatBytes(metadata, 'M001') } })
  const front = flatBytes(
    table({
      0: whole(view.getUint32(field(0), true)),
      1: behind(target(field(1))),
      2: behind(target(field(2))),
      4: list(...known, added),
      6: list(table({ 0: { kind: 'text', text: 'TFLITE_METADATA' }, 1: whole(count) })),
    }),
    'TFL3',
  )
  const both = new Uint8Array(front.length + model.length)
  both.set(front)
  both.set(model, front.length)
  return both
}
