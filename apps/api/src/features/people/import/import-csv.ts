import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse/sync'
import {
  delimiterIn,
  headerLine,
  importColumnOf,
  importColumns,
  type FileColumn,
  type ImportColumn,
} from '@parley/contract/rules/people/import-columns.ts'
import { withoutGuard, type Delimiter } from '#platform/lists/csv.ts'

export const importRowsMax = 10_000
/** Far longer than any name, address or zone. */
const cellMax = 1000
/** Ten times the length of all column names with some spaces. */
const headerMax = 2000
const columnsMax = 20
const rowMax = columnsMax * cellMax

/** A row of the file. Columns that the file lacks are empty. */
export type ReadRow = Record<ImportColumn, string> & {
  /** Counted as in a spreadsheet: the header is row 1. */
  row: number
  hasSurplus: boolean
}

export interface ReadFile {
  columns: ImportColumn[]
  delimiter: Delimiter
  rows: ReadRow[]
}

/** A file that is refused as a whole, with faults that tell the author how to fix it. */
export class UnreadableFile extends Error {
  readonly faults: readonly string[]
  constructor(...faults: string[]) {
    super('a file that cannot be read')
    this.faults = faults
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Reads a file of clients, or refuses it as a whole. Single rows are checked elsewhere. */
export async function readClients(csv: string, required: readonly ImportColumn[]): Promise<ReadFile> {
  const text = csv.replace(/^\uFEFF/, '')
  // Text that is not UTF-8 is decoded as U+FFFD. NUL is a sign of UTF-16, and the database does not accept it.
  if (/[\uFFFD\0]/.test(text)) throw new UnreadableFile('Save the file as UTF-8.')
  const delimiter = delimiterOf(text)
  const [header = [], ...records] = await readRecords(text, delimiter)
  const columns = readHeader(header, required)
  const rows = records.flatMap((cells, i) => (isBlank(cells) ? [] : [readRow(cells, i + 2, columns)]))
  if (rows.length === 0) throw new UnreadableFile('There is no row below the header.')
  if (rows.length > importRowsMax) throw tooMany()
  return { columns: columns.filter(isRead), delimiter, rows }
}

const tooMany = () =>
  new UnreadableFile(`At most ${importRowsMax.toLocaleString('en-US')} rows in one file, please.`)

function delimiterOf(text: string): Delimiter {
  const header = headerLine(text.slice(0, headerMax + 1))
  if (header.length > headerMax)
    throw new UnreadableFile('The header row is too long. Are the columns separated by commas?')
  return delimiterIn(header)
}

/** Empty lines count as rows in a spreadsheet, so they are read too. This limit stops a file of nothing but empty lines. */
const recordsMax = 2 * importRowsMax

/** Parses piece by piece and yields to the event loop after each, so that the rest of the process keeps running. */
async function readRecords(text: string, delimiter: Delimiter): Promise<string[][]> {
  const records: string[][] = []
  for (const piece of piecesOf(text, delimiter)) {
    records.push(...readPiece(piece, delimiter))
    await setImmediate()
  }
  const long = records.findIndex((cells) => cells.some((cell) => cell.length > cellMax))
  if (long !== -1) throw new UnreadableFile(`A cell in row ${long + 1} has more than 1,000 characters.`)
  return records
}

interface Piece {
  text: string
  linesBefore: number
}

function readPiece({ text, linesBefore }: Piece, delimiter: Delimiter): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? linesBefore + error.lines : undefined
    throw new UnreadableFile(
      `A quotation mark is not closed or stands in the wrong place${line ? ` near line ${line}` : ''}.`,
    )
  }
}

const pieceRecords = 500

/**
 * Splits a file at row ends in one pass and refuses rows that are too long or too wide, and too many rows: the parser's time
 * grows faster than its input.
 */
function* piecesOf(text: string, delimiter: Delimiter): Generator<Piece> {
  let isQuoted = false
  let [start, rowStart, cells, rows, lines, linesBefore] = [0, 0, 1, 0, 0, 0]
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i]
    if (i - rowStart > rowMax)
      throw new UnreadableFile(`Row ${rows + 1} is too long. Is a quotation mark not closed?`)
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === delimiter && !isQuoted) {
      cells += 1
      if (cells > columnsMax) throw new UnreadableFile(`At most ${columnsMax} columns, please.`)
    } else if (sign === '\n' || (sign === '\r' && text[i + 1] !== '\n')) {
      lines += 1
      if (isQuoted) continue
      rows += 1
      if (rows === recordsMax) throw tooMany()
      rowStart = i + 1
      cells = 1
      if (rows % pieceRecords > 0) continue
      yield { text: text.slice(start, rowStart), linesBefore }
      start = rowStart
      linesBefore = lines
    }
  }
  if (start < text.length) yield { text: text.slice(start), linesBefore }
}

const isRead = (column: FileColumn): column is ImportColumn => importColumns.some((one) => one === column)

function readHeader(header: readonly string[], required: readonly ImportColumn[]): FileColumn[] {
  const names = header.map((cell) => withoutGuard(cell).trim())
  const columns = names.map(importColumnOf)
  const unknown = names.filter((_, i) => columns[i] === undefined)
  const read = columns.filter((column) => column !== undefined).filter(isRead)
  const repeated = read.filter((column, i) => read.indexOf(column) !== i)
  const missing = required.filter((column) => !read.includes(column))
  const faults = [
    ...unknown.map((name) => `Unknown column: ${name === '' ? '(empty)' : name.slice(0, 100)}`),
    ...repeated.map((column) => `This column is there twice: ${column}`),
    ...missing.map((column) => `This column is missing: ${column}`),
  ]
  if (faults.length) throw new UnreadableFile(...faults.slice(0, 20))
  return columns.filter((column) => column !== undefined)
}

function readRow(cells: readonly string[], row: number, columns: readonly FileColumn[]): ReadRow {
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
