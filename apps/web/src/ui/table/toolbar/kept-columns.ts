import { useMemo } from 'react'
import { createKeptText, useStore } from '#base/store.ts'
import type { Column } from '#ui/table/columns.ts'

// The chosen columns belong to a person in this browser, so a link does not carry them.
const kept = createKeptText('parley.columns')

/** The shown columns per table. Unreadable text counts as none. */
function parseKept(text: string | null): Record<string, unknown> {
  try {
    const columns: unknown = JSON.parse(text ?? '{}')
    return typeof columns === 'object' && columns !== null ? { ...columns } : {}
  } catch {
    return {}
  }
}

const keep = (table: string, ids: readonly string[]): void =>
  kept.write(JSON.stringify({ ...parseKept(kept.read()), [table]: ids }))

/** The columns of a table that the user wants to see, and how to change them. At least one is always shown. */
export function useKeptColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const text = useStore(kept)
  const wanted = useMemo(() => parseKept(text)[table], [text, table])
  const chosen = Array.isArray(wanted) ? columns.filter(({ id }) => wanted.includes(id)) : []
  const usual = columns.filter(({ menu }) => menu?.isHidden !== true)
  return {
    shown: chosen.length > 0 ? chosen : usual,
    show: (ids: readonly string[]) => keep(table, ids),
  }
}
