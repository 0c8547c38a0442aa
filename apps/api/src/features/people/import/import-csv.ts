import { CsvError, parse } from 'csv-parse/sync'
import { withoutGuard, type Delimiter } from '#platform/csv.ts'
import { problem, type Problem } from '#platform/problem.ts'

export const importColumns = [
  'first_name',
  'last_name',
  'username',
  'email',
  'coach_username',
  'time_zone',
  'organization',
] as const
export type ImportColumn = (typeof importColumns)[number]

/** What the file of errors adds. A file that comes back mended may still have it. */
export const errorColumn = 'error'

export const importRowsMax = 10_000

/** A row as the file has it; columns that the file lacks are empty. */
export type ReadRow = Record<ImportColumn, string> & {
  /** As a spreadsheet counts: the header is row 1. */
  row: number
  hasSurplus: boolean
}

export interface ReadFile {
  columns: ImportColumn[]
  delimiter: Delimiter
  rows: ReadRow[]
}

const unreadable = (...messages: string[]): Problem =>
  problem('import_unreadable', { faults: messages.map((message) => ({ path: 'csv', message })) })

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Reads a file of clients, or refuses it whole. What is wrong with a single row is not judged here. */
export function readClients(csv: string, required: readonly ImportColumn[]): ReadFile {
  const text = csv.replace(/^\uFEFF/, '')
  // Browsers read whatever is no UTF-8 as U+FFFD; NUL is what UTF-16 looks like, and the database takes none.
  if (/[\uFFFD\0]/.test(text)) throw unreadable('Save the file as UTF-8.')
  const delimiter = delimiterOf(text)
  const [header = [], ...records] = readRecords(text, delimiter)
  const columns = readHeader(header, required)
  const rows = records.flatMap((cells, i) => (isBlank(cells) ? [] : [readRow(cells, i + 2, columns)]))
  if (rows.length === 0) throw unreadable('There is no row below the header.')
  if (rows.length > importRowsMax) throw tooMany()
  return { columns: columns.filter((column) => column !== errorColumn), delimiter, rows }
}

const tooMany = () => unreadable(`At most ${importRowsMax.toLocaleString('en-US')} rows in one file, please.`)

/** No name of a column has either of them, so the header decides. */
function delimiterOf(text: string): Delimiter {
  const header = /^[^\r\n]*/.exec(text)?.[0] ?? ''
  return header.split(';').length > header.split(',').length ? ';' : ','
}

function readRecords(text: string, delimiter: Delimiter): string[][] {
  // Empty lines count as rows in a spreadsheet, so they are read too; a file of nothing else stops here.
  const recordsMax = 2 * importRowsMax
  try {
    const records: string[][] = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: recordsMax,
    })
    if (records.length === recordsMax) throw tooMany()
    return records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? ` near line ${error.lines}` : ''
    throw unreadable(`A quotation mark is not closed or stands in the wrong place${line}.`)
  }
}

type Column = ImportColumn | typeof errorColumn
const isColumn = (name: string): name is Column => [...importColumns, errorColumn].includes(name)

function readHeader(header: readonly string[], required: readonly ImportColumn[]): Column[] {
  const names = header.map((cell) => withoutGuard(cell).trim().toLowerCase())
  const unknown = names.filter((name) => !isColumn(name))
  const repeated = names.filter((name, i) => isColumn(name) && names.indexOf(name) !== i)
  const missing = required.filter((name) => !names.includes(name))
  const faults = [
    ...unknown.map((name) => `Unknown column: ${name === '' ? '(empty)' : name.slice(0, 100)}`),
    ...repeated.map((name) => `This column is there twice: ${name}`),
    ...missing.map((name) => `This column is missing: ${name}`),
  ]
  if (faults.length) throw unreadable(...faults.slice(0, 20))
  return names.filter(isColumn)
}

function readRow(cells: readonly string[], row: number, columns: readonly Column[]): ReadRow {
  const cell = (column: ImportColumn) => withoutGuard(cells[columns.indexOf(column)] ?? '')
  return {
    row,
    hasSurplus: !isBlank(cells.slice(columns.length)),
    first_name: cell('first_name'),
    last_name: cell('last_name'),
    username: cell('username'),
    email: cell('email'),
    coach_username: cell('coach_username'),
    time_zone: cell('time_zone'),
    organization: cell('organization'),
  }
}
