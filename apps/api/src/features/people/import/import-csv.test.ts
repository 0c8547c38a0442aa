import { expect, test } from 'vitest'
import { importRowsMax, readClients, UnreadableFile } from './import-csv.ts'

const required = ['first_name', 'last_name', 'username', 'email'] as const
const header = required.join(',')
const read = (csv: string) => readClients(csv, required)

const faultsOf = (csv: string): Promise<readonly string[]> =>
  read(csv).then(
    () => [],
    (error: unknown) => {
      if (error instanceof UnreadableFile) return error.faults
      throw error
    },
  )

test('a byte order mark, any order of columns, semicolons, quoted cells and every line ending are read', async () => {
  const lines = [
    '\uFEFFemail;Username ;"last_name";first_name',
    'a@b.test;amara;"van; der ""Meer""";Amara',
    '',
  ]
  for (const ending of ['\n', '\r\n', '\r'])
    expect(await read(lines.join(ending))).toMatchObject({
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

test('rows are numbered as in a spreadsheet: empty ones count, a line break in a cell does not', async () => {
  const { rows } = await read(`${header}\nA,"B\nC",abc,a@b.test\n\n,,,\nD,E,def,d@e.test\n`)
  expect(rows.map(({ row, last_name }) => [row, last_name])).toEqual([
    [2, 'B\nC'],
    [5, 'E'],
  ])
})

test('a row may have too few cells, and a filled cell beyond the header is reported', async () => {
  const { rows } = await read(`${header}\nA,B\nC,D,cd1,c@d.test,more\nE,F,ef1,e@f.test,,\n`)
  expect(rows.map(({ hasSurplus }) => hasSurplus)).toEqual([false, true, false])
  expect(rows[0]?.email).toBe('')
})

test("the column that the file of errors adds is ignored, and the ' that it puts before a cell is removed [IMPORT-07]", async () => {
  const { columns, rows } = await read(`${header},error\n'=A,'t Hooft,abc,'+a@b.test,Username is taken\n`)
  expect(columns).toEqual([...required])
  expect(rows[0]).toMatchObject({ first_name: '=A', last_name: "'t Hooft", email: '+a@b.test' })
})

test("the portal's labels and other words for them are accepted as column names, in any case [IMPORT-08]", async () => {
  const { columns } = await read(
    'FIRST NAME,Last-name,UserName,E-mail,Coach,Time zone,Organization\nA,B,abc,a@b.test,c,UTC,o\n',
  )
  expect(columns).toEqual([
    'first_name',
    'last_name',
    'username',
    'email',
    'coach_username',
    'time_zone',
    'organization',
  ])
})

test('columns named skip are ignored, however many there are [IMPORT-09]', async () => {
  const { columns, rows } = await read(`skip,${header},skip\nx,A,B,abc,a@b.test,y\n`)
  expect(columns).toEqual([...required])
  expect(rows[0]).toMatchObject({ first_name: 'A', email: 'a@b.test', hasSurplus: false })
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
])('%s is refused with its reason', async (_what, csv, message) => {
  expect((await faultsOf(csv)).join('\n')).toContain(message)
})

test('10,000 rows are read, one more is refused', async () => {
  const rows = (count: number) => `${header}\n${'A,B,abc,a@b.test\n'.repeat(count)}`
  expect((await read(rows(importRowsMax))).rows).toHaveLength(10_000)
  expect(await faultsOf(rows(importRowsMax + 1))).toEqual(['At most 10,000 rows in one file, please.'])
  expect(await faultsOf(`${header}${'\n'.repeat(30_000)}`)).toEqual([
    'At most 10,000 rows in one file, please.',
  ])
})

const megabytes = 8 * 1024 * 1024

test.each([
  ['a header of commas', ','.repeat(megabytes), 'The header row is too long'],
  ['rows of commas', `${header}\n${`${','.repeat(1000)}\n`.repeat(8000)}`, 'At most 20 columns'],
  ['one row of commas', `${header}\n${','.repeat(megabytes)}`, 'At most 20 columns'],
  ['one long cell', `${header}\n${'x'.repeat(megabytes)}`, 'Row 2 is too long'],
  ['a cell that is too long', `${header}\nA,${'x'.repeat(1001)},abc,a@b.test\n`, 'A cell in row 2 has more'],
  ['quotation marks', `${header}\n${'"'.repeat(megabytes)}`, 'Row 2 is too long'],
  ['closed and opened quotation marks', `${header}\n${'"",'.repeat(megabytes / 3)}`, 'At most 20 columns'],
  ['line breaks', `${header}${'\n'.repeat(megabytes)}`, 'At most 10,000 rows'],
  ['semicolons and commas', ';,'.repeat(megabytes / 2), 'The header row is too long'],
  ['carriage returns in quotation marks', `${header}\n"${'\r'.repeat(megabytes)}`, 'Row 2 is too long'],
])('8 MB of %s are refused within a second of the processor', async (_what, csv, message) => {
  const before = process.cpuUsage()
  expect((await faultsOf(csv)).join('\n')).toContain(message)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(1)
})
