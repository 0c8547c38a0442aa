/** A row of an answer. Everything that can change has a version, and no two things share an id. */
export interface Row {
  id: string
  version: number
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'version' in value &&
  typeof value.version === 'number'

const areRows = (values: readonly unknown[]): values is readonly Row[] => values.every(isRow)

interface Page {
  entries: readonly unknown[]
  entryCount: number
}

const isPage = (answer: unknown): answer is Page =>
  typeof answer === 'object' && answer !== null && 'entries' in answer && Array.isArray(answer.entries)

/** The rows of an answer, which is one row, a list of them, or a page. */
export function rowsIn(answer: unknown): readonly Row[] {
  const values: readonly unknown[] = Array.isArray(answer)
    ? answer
    : isPage(answer)
      ? answer.entries
      : [answer]
  return areRows(values) ? values : []
}

/** The answer with changed rows and an adjusted count. An answer without rows is returned as it is. */
export function withRows(answer: unknown, change: (rows: readonly Row[]) => readonly Row[]): unknown {
  if (Array.isArray(answer)) return areRows(answer) ? change(answer) : answer
  if (isPage(answer)) {
    if (!areRows(answer.entries)) return answer
    const entries = change(answer.entries)
    return { ...answer, entries, entryCount: answer.entryCount + entries.length - answer.entries.length }
  }
  // A single row can be changed but not removed.
  return isRow(answer) ? (change([answer])[0] ?? answer) : answer
}
