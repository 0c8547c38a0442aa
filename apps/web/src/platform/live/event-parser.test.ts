import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser } from './event-parser.ts'

const wire = ': open\n\ndata: {"a":1}\n\n: still here\n\nevent: x\nid: 7\ndata: one\ndata:two\r\n\r\ndata\n\n'
const events = ['{"a":1}', 'one\ntwo', '']

test('the parser skips comments and names, and joins data lines', () => {
  expect(createEventParser()(wire)).toEqual(events)
})

test('the events are the same wherever the network splits the text', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: wire.length }), { maxLength: 20 }), (cuts) => {
      const parse = createEventParser()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), wire.length]
      const pieces = edges.slice(1).map((edge, index) => wire.slice(edges[index], edge))
      expect(pieces.flatMap(parse)).toEqual(events)
    }),
  )
})

test('an incomplete event is held back until its blank line', () => {
  const parse = createEventParser()
  expect(parse('data: half')).toEqual([])
  expect(parse('\n')).toEqual([])
  expect(parse('\n')).toEqual(['half'])
})
