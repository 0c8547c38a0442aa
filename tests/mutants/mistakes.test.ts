import { describe, expect, test } from 'vitest'
import { mistakesIn, withMistake } from './mistakes.ts'

const planted = (source: string, path = 'a.ts') =>
  mistakesIn(path, source).map((one) => `${one.kind}: ${withMistake(source, one)}`)

describe('mistakes in code', () => {
  test.each([
    ['if (a === 1) b()', ['condition: if (a !== 1) b()', 'number: if (a === 2) b()']],
    ['const a = b && c', ['condition: const a = b || c']],
    ['const a = !b', ['condition: const a = b']],
    [
      'const a = b ? 1 : 2',
      ['condition: const a = !(b) ? 1 : 2', 'number: const a = b ? 2 : 2', 'number: const a = b ? 1 : 3'],
    ],
    ['const a = b.some(c)', ['condition: const a = b.every(c)']],
    ["const a = 'Two words'", ["text: const a = 'Two words changed'"]],
    ['const a = true', ['condition: const a = false']],
    ['const columns = [a, b, c]', ['column: const columns = [b, a, c]']],
  ])('are planted in: %s', (source, expected) => {
    expect(planted(source)).toEqual(expected)
  })

  test('mistakes in code are not planted in types, imports or the messages of our own errors', () => {
    expect(planted("import a from 'A B'\ntype B = 'Two words' | true\nconst c = d as 'Two words'")).toEqual(
      [],
    )
    expect(planted('throw new Error(`no such ${thing} is there`)')).toEqual([])
  })
})

test('mistakes in views are planted in texts, labels, state classes, handlers and conditions', () => {
  const view = `const A = () => <p aria-label="Close" className="flex bg-hover" onClick={go}>{isOpen && <b>Some text</b>}</p>`
  expect(mistakesIn('a.tsx', view).map(({ kind, about }) => `${kind}: ${about}`)).toEqual([
    'label: aria-label="Close" → ',
    'text: "Close" → "Close changed"',
    'class: "flex bg-hover" → "flex "',
    'handler: {go} → {() => undefined}',
    'condition: && → ||',
    'text: Some text → changed',
  ])
})

test('class names are not treated as texts', () => {
  const view = 'const a = <p className={isOpen ? "block truncate" : "flex"} />'
  expect(mistakesIn('a.tsx', view).map(({ kind }) => kind)).toEqual(['condition'])
})

test('aria-hidden is changed only on an element with content', () => {
  const view = `const a = <span aria-hidden="true" />\nconst b = <span aria-hidden="true">→</span>`
  expect(mistakesIn('a.tsx', view).map(({ line }) => line)).toEqual([2])
})
