import {
  delimiterIn,
  headerLine,
  headerNames,
  importColumnOf,
  type FileColumn,
  type ImportColumn,
} from '@parley/contract/rules/import-columns.ts'

/** A file whose header does not say which column is which. */
export interface UnsortedFile {
  file: File
  /** As the file calls its columns. */
  names: readonly string[]
  /** What we could tell; undefined where somebody has to say it. */
  columns: readonly (FileColumn | undefined)[]
}

/** More than any header has: the rest of a large file is not read here. */
const headerMax = 2000

/** The file with its header if columns are unknown or missing; undefined where the server can read it as it is. */
export async function unsortedFile(
  file: File,
  required: readonly ImportColumn[],
): Promise<UnsortedFile | undefined> {
  const names = headerNames(headerLine(await file.slice(0, headerMax).text()))
  const columns = names.map(importColumnOf)
  const isClear =
    columns.every((column) => column !== undefined) && required.every((column) => columns.includes(column))
  // Too few columns for what is needed is no matter of their names: the server says what is missing.
  return isClear || names.length < required.length ? undefined : { file, names, columns }
}

/** The same file under the names that the server knows. */
export async function withColumns(file: File, columns: readonly FileColumn[]): Promise<File> {
  const text = await file.text()
  const rest = text.replace(/^\uFEFF?[^\r\n]*/, '')
  return new File([columns.join(delimiterIn(headerLine(text))), rest], file.name, { type: file.type })
}
