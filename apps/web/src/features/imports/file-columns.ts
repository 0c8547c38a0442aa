import {
  delimiterIn,
  headerLine,
  headerNames,
  importColumnOf,
  type FileColumn,
  type ImportColumn,
} from '@parley/contract/rules/people/import-columns.ts'

/** A file with a header that does not identify every column. */
export interface UnsortedFile {
  file: File
  /** The column names in the file. */
  names: readonly string[]
  /** The columns that we recognized; undefined where somebody has to choose. */
  columns: readonly (FileColumn | undefined)[]
}

/** More than any header has, so that a large file is not read whole here. */
const headerMax = 2000

/** The file and its header if columns are unknown or missing; undefined if the server can read it as it is. */
export async function unsortedFile(
  file: File,
  required: readonly ImportColumn[],
): Promise<UnsortedFile | undefined> {
  const names = headerNames(headerLine(await file.slice(0, headerMax).text()))
  const columns = names.map(importColumnOf)
  const isClear =
    columns.every((column) => column !== undefined) && required.every((column) => columns.includes(column))
  // If the file has too few columns, renaming would not help: the server says what is missing.
  return isClear || names.length < required.length ? undefined : { file, names, columns }
}

/** The same file, with the column names that the server knows. */
export async function withColumns(file: File, columns: readonly FileColumn[]): Promise<File> {
  const text = await file.text()
  const rest = text.replace(/^\uFEFF?[^\r\n]*/, '')
  return new File([columns.join(delimiterIn(headerLine(text))), rest], file.name, { type: file.type })
}
