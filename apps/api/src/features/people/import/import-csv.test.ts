import { expect, test } from 'vitest'
import { Problem } from '#platform/problem.ts'
import { importRowsMax, readClients } from './import-csv.ts'

const required = ['first_name', 'last_name', 'username', 'email'] as const
const header = required.join(',')
const read = (csv: string) => readClients(csv, required)

function faultsOf(csv: string): string[] {
  try {
    read(csv)
  } catch (error) {
    if (error instanceof Problem && error.code === 'import_unreadable')
      return error.faults.map(({ message }) => message)
    throw error
  }
  return []
}

test('a byte order mark, any order of columns, semicolons, quoted cells and every line ending are read', () => {
  const lines = [
    '\uFEFFemail;Username ;"last_name";first_name',
    'a@b.test;amara;"van; der ""Meer""";Amara',
    '',
  ]
  for (const ending of ['\n', '\r\n', '\r'])
    expect(read(lines.join(ending))).toMatchObject({
      columns: ['email', 'username', 'last_name', 'first_name'],
      delimiter: ';',
      rows: [
        {
          row: 2,
          first_name: 'Amara',
          last_name: 'van; der "Meer"',
          username: 'amara',
          email: 'a@b.test',
          coach_username: '',
          time_zone: '',
          organization: '',
        },
      ],
    })
})

test('rows are counted as a spreadsheet counts them: empty ones too, a line break in a cell not', () => {
  const { rows } = read(`${header}\nA,"B\nC",abc,a@b.test\n\n,,,\nD,E,def,d@e.test\n`)
  expect(rows.map(({ row, last_name }) => [row, last_name])).toEqual([
    [2, 'B\nC'],
    [5, 'E'],
  ])
})

test('a row may be short; cells beyond the header are noticed unless they are empty', () => {
  const { rows } = read(`${header}\nA,B\nC,D,cd1,c@d.test,more\nE,F,ef1,e@f.test,,\n`)
  expect(rows.map(({ hasSurplus }) => hasSurplus)).toEqual([false, true, false])
  expect(rows[0]?.email).toBe('')
})

test("the column that the file of errors adds is passed over, and its ' taken off [IMPORT-07]", () => {
  const { columns, rows } = read(`${header},error\n'=A,'t Hooft,abc,'+a@b.test,Username is taken\n`)
  expect(columns).toEqual([...required])
  expect(rows[0]).toMatchObject({ first_name: '=A', last_name: "'t Hooft", email: '+a@b.test' })
})

test.each([
  ['an unknown column', `${header},telephone\n`, 'Unknown column: telephone'],
  ['a column twice', `${header},email\n`, 'This column is there twice: email'],
  ['a missing column', 'first_name,last_name,username\n', 'This column is missing: email'],
  ['no row', `${header}\n\n`, 'There is no row below the header.'],
  ['nothing at all', '', 'This column is missing: first_name'],
  ['an open quotation mark', `${header}\nA,"B,abc,a@b.test\n`, 'A quotation mark is not closed'],
  ['no UTF-8', `${header}\nZo\uFFFD,B,abc,a@b.test\n`, 'Save the file as UTF-8.'],
  ['UTF-16', header.replaceAll('_', '\0'), 'Save the file as UTF-8.'],
])('%s is refused with its reason', (_what, csv, message) => {
  expect(faultsOf(csv).join('\n')).toContain(message)
})

test('10,000 rows are read, one more is refused', () => {
  const rows = (count: number) => `${header}\n${'A,B,abc,a@b.test\n'.repeat(count)}`
  expect(read(rows(importRowsMax)).rows).toHaveLength(10_000)
  expect(faultsOf(rows(importRowsMax + 1))).toEqual(['At most 10,000 rows in one file, please.'])
  expect(faultsOf(`${header}${'\n'.repeat(30_000)}`)).toEqual(['At most 10,000 rows in one file, please.'])
})
