import { replaceEqualDeep } from '@tanstack/react-query'

interface Versioned {
  id: string
  version: number
}

/**
 * What a cache keeps of an answer: an answer that was on its way while a newer one came in does not bring the older
 * state of a row back.
 */
export function keepNewest(kept: unknown, fresh: unknown): unknown {
  const known = new Map(rowsIn(kept).map((row) => [row.id, row]))
  const newest = (row: unknown): unknown => {
    const before = isVersioned(row) ? known.get(row.id) : undefined
    return before && isVersioned(row) && before.version > row.version ? before : row
  }
  return replaceEqualDeep(kept, known.size === 0 ? fresh : withRows(fresh, newest))
}

/** An answer is one row, a list of rows, or a page of them. */
function withRows(answer: unknown, change: (row: unknown) => unknown): unknown {
  if (Array.isArray(answer)) return answer.map(change)
  if (isPage(answer)) return { ...answer, entries: answer.entries.map(change) }
  return change(answer)
}

export function rowsIn(answer: unknown): Versioned[] {
  const rows: unknown[] = Array.isArray(answer) ? answer : isPage(answer) ? answer.entries : [answer]
  return rows.filter(isVersioned)
}

const isVersioned = (row: unknown): row is Versioned =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  typeof row.id === 'string' &&
  'version' in row &&
  typeof row.version === 'number'

const isPage = (answer: unknown): answer is { entries: unknown[] } =>
  typeof answer === 'object' && answer !== null && 'entries' in answer && Array.isArray(answer.entries)
