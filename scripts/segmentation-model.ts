import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Builder, ByteBuffer } from 'flatbuffers'

const require = createRequire(import.meta.url)
const original = require.resolve('@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite')

/**
 * The segmentation model in the form that MediaPipe's tasks accept. The npm package's model is older than the tasks: it does
 * not say how a picture becomes numbers, so they refuse it. The old file is kept whole, and a new root before it points into
 * it and at the missing metadata. The field numbers come from TensorFlow Lite's schemas: schema.fbs for a model,
 * metadata_schema.fbs for its metadata.
 */
export function segmentationModel(model: Uint8Array = readFileSync(original)): Uint8Array {
  const old = new ByteBuffer(model)
  const root = old.readInt32(0)
  const field = (number: number): number => root + old.__offset(root, 4 + 2 * number)
  const buffers = old.__vector(field(4))
  const count = old.__vector_len(field(4))

  const builder = new Builder(2 * model.length)
  const end = bytesOf(builder, model)
  /** FlatBuffers counts positions from the end of the file. */
  const moved = (position: number): number => end - 4 - position
  const known = Array.from({ length: count }, (_, i) => moved(old.__indirect(buffers + 4 * i)))
  const added = tableOf(builder, { 0: bytesOf(builder, metadata()) })
  const name = builder.createString('TFLITE_METADATA')
  builder.startObject(2)
  builder.addFieldOffset(0, name, 0)
  builder.addFieldInt32(1, count, 0)
  const named = builder.endObject()
  const [all, names] = [listOf(builder, ...known, added), listOf(builder, named)]
  builder.startObject(7)
  builder.addFieldInt32(0, old.readInt32(field(0)), 0)
  builder.addFieldOffset(1, moved(old.__indirect(field(1))), 0)
  builder.addFieldOffset(2, moved(old.__indirect(field(2))), 0)
  builder.addFieldOffset(4, all, 0)
  builder.addFieldOffset(6, names, 0)
  builder.finish(builder.endObject(), 'TFL3')
  return builder.asUint8Array()
}

/** Maps colours from 0–255 to 0–1. */
function metadata(): Uint8Array {
  const builder = new Builder()
  const isNormalization = 1
  const options = tableOf(builder, { 0: decimalOf(builder, 0), 1: decimalOf(builder, 255) })
  builder.startObject(2)
  builder.addFieldInt8(0, isNormalization, 0)
  builder.addFieldOffset(1, options, 0)
  const unit = builder.endObject()
  const input = tableOf(builder, { 4: listOf(builder, unit) })
  const graph = tableOf(builder, { 2: listOf(builder, input) })
  builder.finish(tableOf(builder, { 3: listOf(builder, graph) }), 'M001')
  return builder.asUint8Array()
}

function tableOf(builder: Builder, fields: Readonly<Record<number, number>>): number {
  const numbers = Object.keys(fields).map(Number)
  builder.startObject(Math.max(...numbers) + 1)
  for (const number of numbers) builder.addFieldOffset(number, fields[number] ?? 0, 0)
  return builder.endObject()
}

function listOf(builder: Builder, ...items: readonly number[]): number {
  builder.startVector(4, items.length, 4)
  for (const item of items.toReversed()) builder.addOffset(item)
  return builder.endVector()
}

function decimalOf(builder: Builder, value: number): number {
  builder.startVector(4, 1, 4)
  builder.addFloat32(value)
  return builder.endVector()
}

/** TensorFlow Lite expects its data aligned to 16 bytes. */
function bytesOf(builder: Builder, bytes: Uint8Array): number {
  builder.startVector(1, bytes.length, 16)
  for (const byte of bytes.toReversed()) builder.addInt8(byte)
  return builder.endVector()
}
