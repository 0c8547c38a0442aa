import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

export type Delimiter = ',' | ';'

/** A guard before a character that makes a spreadsheet read a cell as a formula; the last four are full-width forms. */
const guarded = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/

/** Removes the `'` that `writeCsv` puts before a cell that a spreadsheet would read as a formula. */
export const withoutGuard = (cell: string): string => cell.replace(guarded, '')

/** A CSV file that spreadsheets open as UTF-8, with no cell read as a formula. */
export function writeCsv(
  rows: readonly (readonly string[])[],
  delimiter: Delimiter = ',',
  bom = true,
): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      delimiter,
      bom,
      escape_formulas: true,
      record_delimiter: 'windows',
      // Many readers, ours included, end the row at an unquoted CR or LF in a cell.
      quoted_match: /[\r\n]/,
    },
  )
}

const pieceRows = 200

/** The same in chunks that let other work run in between, because the caller chose the length. Builds rows lazily. */
export async function* csvPieces(
  rows: Iterable<readonly string[]>,
  delimiter: Delimiter,
): AsyncGenerator<string> {
  let [piece, isFirst]: [(readonly string[])[], boolean] = [[], true]
  for (const row of rows) {
    piece.push(row)
    if (piece.length < pieceRows) continue
    yield writeCsv(piece, delimiter, isFirst)
    ;[piece, isFirst] = [[], false]
    await setImmediate()
  }
  if (piece.length > 0) yield writeCsv(piece, delimiter, isFirst)
}
