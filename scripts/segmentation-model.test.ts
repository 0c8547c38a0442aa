import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { segmentationModel } from './segmentation-model.ts'

const require = createRequire(import.meta.url)
const path = require.resolve('@mediapipe/selfie_segmentation/selfie_segmentation_landscape.tflite')

/** Reads the output by the rules of FlatBuffers, sharing no code with the writer. */
function reader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const target = (at: number) => at + view.getUint32(at, true)
  const field = (at: number, number: number) =>
    at + view.getUint16(at - view.getInt32(at, true) + 4 + 2 * number, true)
  const item = (at: number, i: number) => target(target(at) + 4 + 4 * i)
  const count = (at: number) => view.getUint32(target(at), true)
  const text = (at: number) =>
    new TextDecoder().decode(bytes.subarray(target(at) + 4, target(at) + 4 + count(at)))
  return { view, field, item, count, text, target, root: target(0) }
}

test('the model keeps its contents, and its metadata normalizes colours from 0 to 255 to 0 to 1', () => {
  const model = new Uint8Array(readFileSync(path))
  const [before, after] = [reader(model), reader(segmentationModel(model))]
  const moved = segmentationModel(model).length - model.length
  expect(moved % 16).toBe(0)
  for (const number of [1, 2])
    expect(after.target(after.field(after.root, number)) - moved).toBe(
      before.target(before.field(before.root, number)),
    )
  const [had, has] = [before.field(before.root, 4), after.field(after.root, 4)]
  expect(after.count(has)).toBe(before.count(had) + 1)
  for (let i = 0; i < before.count(had); i += 1) expect(after.item(has, i) - moved).toBe(before.item(had, i))

  const named = after.item(after.field(after.root, 6), 0)
  expect(after.text(after.field(named, 0))).toBe('TFLITE_METADATA')
  expect(after.view.getUint32(after.field(named, 1), true)).toBe(before.count(had))
  const data = after.field(after.item(has, before.count(had)), 0)
  const start = after.target(data) + 4
  expect(start % 16).toBe(0)
  const told = reader(segmentationModel(model).slice(start, start + after.count(data)))
  const input = told.item(told.field(told.item(told.field(told.root, 3), 0), 2), 0)
  const unit = told.item(told.field(input, 4), 0)
  expect(told.view.getUint8(told.field(unit, 0))).toBe(1)
  const options = told.target(told.field(unit, 1))
  const decimal = (number: number) => told.view.getFloat32(told.target(told.field(options, number)) + 4, true)
  expect([decimal(0), decimal(1)]).toEqual([0, 255])
})
