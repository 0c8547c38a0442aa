import { writeInput } from '@parley/contract/rules/stream-input.ts'
import { expect, test } from 'vitest'
import { openInputJudge } from './rights.ts'

const move = writeInput({ kind: 'move', x: 1, y: 2 })
function judging() {
  let now = 0
  const judge = openInputJudge(() => now)
  return { judge, pass: (ms: number) => void (now += ms) }
}

test("only the holder's input is done, message by message [STREAM-32]", () => {
  const { judge } = judging()
  expect(judge(move, true)).toBe('done')
  expect(judge(move, false)).toBe('refused')
  expect(judge(move, true)).toBe('done')
})

test('what is no input is refused of the holder too', () => {
  const { judge } = judging()
  expect(judge(Uint8Array.from([99]), true)).toBe('refused')
  expect(judge(undefined, true)).toBe('refused')
})

test('five hundred in a second are a hand on a mouse, more are none', () => {
  const { judge, pass } = judging()
  const first = Array.from({ length: 501 }, () => judge(move, true))
  expect(first.filter((one) => one === 'done')).toHaveLength(500)
  pass(1000)
  expect(judge(move, true)).toBe('done')
})

test('who goes on sending what is refused is shut out, who does it now and then is not', () => {
  const { judge, pass } = judging()
  const refused = Array.from({ length: 200 }, () => judge(move, false))
  expect(new Set(refused)).toEqual(new Set(['refused']))
  expect(judge(move, false)).toBe('shut')
  pass(10_000)
  expect(judge(move, false)).toBe('refused')
})
