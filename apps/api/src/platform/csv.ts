import { setImmediate } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'

export type Delimiter = ',' | ';'

/** The characters after which a spreadsheet takes a cell for a formula; the last four are the wide forms. */
const guarded = /^'(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/

/** Takes off the `'` that `writeCsv` puts before what a spreadsheet would take for a formula. */
export const withoutGuard = (cell: string): string => cell.replace(guarded, '')

/** A file that a spreadsheet opens as UTF-8 and in which no cell is a formula. */
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
      // A lone CR or LF in a cell ends the row for many readers, ours too.
      quoted_match: /[\r\n]/,
    },
  )
}

const pieceRows = 200

/** The same in pieces, with room for others between them: how long a file is, its maker chose. A row is made when its piece is. */
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
