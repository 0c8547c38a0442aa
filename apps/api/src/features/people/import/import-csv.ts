import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse/sync'
import {
  delimiterIn,
  headerLine,
  importColumnOf,
  importColumns,
  type FileColumn,
  type ImportColumn,
} from '@parley/contract/rules/import-columns.ts'
import { withoutGuard, type Delimiter } from '#platform/csv.ts'

export const importRowsMax = 10_000
/** No name, address or zone is longer by far. */
const cellMax = 1000
/** Every column's name and some spaces fit in ten times over. */
const headerMax = 2000
const columnsMax = 20
const rowMax = columnsMax * cellMax

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

/** A file that is refused whole, with what its maker can do about it. */
export class UnreadableFile extends Error {
  readonly faults: readonly string[]
  constructor(...faults: string[]) {
    super('a file that cannot be read')
    this.faults = faults
  }
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Reads a file of clients, or refuses it whole. What is wrong with a single row is not judged here. */
export async function readClients(csv: string, required: readonly ImportColumn[]): Promise<ReadFile> {
  const text = csv.replace(/^\uFEFF/, '')
  // Browsers read whatever is no UTF-8 as U+FFFD; NUL is what UTF-16 looks like, and the database takes none.
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

/** Empty lines count as rows in a spreadsheet, so they are read too; a file of nothing else stops here. */
const recordsMax = 2 * importRowsMax

/** Piece by piece, so that whatever else this process does goes on between two of them. */
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
 * Cuts a file where rows end, in one walk, and refuses what is too long, too wide or too much: the parser's time
 * grows faster than its text.
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
