import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readInput,
  textCharactersMax,
  touchPhases,
  wheelStepsMax,
  writeInput,
  type StreamInput,
} from './stream-input.ts'
import { keycodes } from './stream-keys.ts'

const place = { x: fc.integer({ min: 0, max: 65_535 }), y: fc.integer({ min: 0, max: 65_535 }) }
const steps = fc.integer({ min: -wheelStepsMax, max: wheelStepsMax })
const inputs: fc.Arbitrary<StreamInput> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), ...place }),
  fc.record({
    kind: fc.constant('button' as const),
    button: fc.integer({ min: 1, max: 9 }),
    isDown: fc.boolean(),
    ...place,
  }),
  fc.record({ kind: fc.constant('wheel' as const), dx: steps, dy: steps }),
  fc.record({
    kind: fc.constant('key' as const),
    keycode: fc.constantFrom(...keycodes.values()),
    isDown: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('touch' as const), phase: fc.constantFrom(...touchPhases), ...place }),
  fc.record({ kind: fc.constant('text' as const), text: fc.stringMatching(/^[A-Za-zéß ]{1,20}$/) }),
  fc.constant({ kind: 'release' as const }),
)

describe('input for the streamed application', () => {
  test('input for the streamed application is read as it was written', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(readInput(writeInput(input))).toEqual(input)
      }),
    )
  })

  test('input for the streamed application is read from bytes only if writing it gives the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        const input = readInput(bytes)
        const again = input ? writeInput(input) : bytes
        expect([...again]).toEqual([...bytes])
      }),
      { numRuns: 5000 },
    )
  })

  test.each([
    ['an empty message', []],
    ['an unknown kind', [9, 0, 0]],
    ['a move that is too long', [1, 0, 0, 0, 0, 0]],
    ['a button 0', [2, 0, 1, 0, 0, 0, 0]],
    ['a button 10', [2, 10, 1, 0, 0, 0, 0]],
    ['a button half down', [2, 1, 2, 0, 0, 0, 0]],
    ['a wheel of 21 steps', [3, 0, 21, 0, 0]],
    ['an unknown key', [4, 200, 1]],
    ['a second finger', [5, 0, 1, 0, 0, 0, 0]],
    ['an empty text', [6]],
    ['a line break in a text', [6, 10]],
    ['a text that is not UTF-8', [6, 0xff]],
    ['a text that is too long', [6, ...Array.from({ length: textCharactersMax + 1 }, () => 97)]],
  ])('is refused: %s', (_, bytes) => expect(readInput(Uint8Array.from(bytes))).toBeUndefined())
})

test('the 103 keys have their X11 keycodes, each used once', () => {
  expect(keycodes.size).toBe(104 - 1)
  expect([...new Set(keycodes.values())]).toHaveLength(keycodes.size)
  const some = [
    'Escape',
    'Digit1',
    'Digit0',
    'Enter',
    'KeyA',
    'KeyM',
    'Space',
    'F12',
    'ArrowLeft',
    'Delete',
    'AltRight',
  ]
  expect(some.map((code) => keycodes.get(code))).toEqual([9, 10, 19, 36, 38, 58, 65, 96, 113, 119, 108])
})
