import { writeInput } from '@parley/contract/rules/calls/stream-input.ts'
import { expect, test } from 'vitest'
import { openInputJudge } from './rights.ts'

const move = writeInput({ kind: 'move', x: 1, y: 2 })
function judging() {
  let now = 0
  const judge = openInputJudge(() => now)
  return { judge, pass: (ms: number) => void (now += ms) }
}

test('each message is done for the holder and refused for others [STREAM-32]', () => {
  const { judge } = judging()
  expect(judge(move, true)).toBe('done')
  expect(judge(move, false)).toBe('refused')
  expect(judge(move, true)).toBe('done')
})

test('invalid input is refused even from the holder', () => {
  const { judge } = judging()
  expect(judge(Uint8Array.from([99]), true)).toBe('refused')
  expect(judge(undefined, true)).toBe('refused')
})

test('500 inputs in a second are done, and no more', () => {
  const { judge, pass } = judging()
  const first = Array.from({ length: 501 }, () => judge(move, true))
  expect(first.filter((one) => one === 'done')).toHaveLength(500)
  pass(1000)
  expect(judge(move, true)).toBe('done')
})

test('somebody who keeps sending refused input is shut out, and one refused input after 10 s is only refused', () => {
  const { judge, pass } = judging()
  const refused = Array.from({ length: 200 }, () => judge(move, false))
  expect(new Set(refused)).toEqual(new Set(['refused']))
  expect(judge(move, false)).toBe('shut')
  pass(10_000)
  expect(judge(move, false)).toBe('refused')
})
