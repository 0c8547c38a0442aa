import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutGuard, writeCsv } from './csv.ts'

const cellOf = (written: string) => parse(written, { bom: true })[0]?.[0]

test.each(['=1+1', '+49 40 1', '-2', '@SUM(A1)', '\tx', '\rx', '＝1+1'])(
  "a cell %j is written with a ' in front, and reading removes it [IMPORT-06 IMPORT-07]",
  (cell) => {
    expect(cellOf(writeCsv([[cell, 'x']]))).toBe(`'${cell}`)
    expect(withoutGuard(`'${cell}`)).toBe(cell)
  },
)

test.each(["'t Hooft", "'", 'a=b', 'O-1', '', "''=1"])('a cell %j is written unchanged', (cell) => {
  expect(cellOf(writeCsv([[cell, 'x']]))).toBe(cell)
  expect(withoutGuard(cell)).toBe(cell)
})

test('any rows are read back as they were written, with either delimiter', () => {
  const cell = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', "'", ' '),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    })
    // `withoutGuard` cannot tell a text that looks guarded from one that was guarded.
    .filter((text) => withoutGuard(text) === text)
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }),
      fc.constantFrom(',', ';'),
      (rows, delimiter) => {
        const read: string[][] = parse(writeCsv(rows, delimiter), {
          bom: true,
          delimiter,
          record_delimiter: ['\r\n', '\n', '\r'],
        })
        expect(read.map((row) => row.map(withoutGuard))).toEqual(rows)
      },
    ),
  )
})
