import { useMemo } from 'react'
import { createKeptText, useStore } from '#base/store.ts'
import type { Column } from '#ui/table/columns.ts'

// Which columns a person wants is theirs and this browser's, so it does not travel with a link.
const kept = createKeptText('parley.columns')

/** Per table the columns that are shown. What cannot be read is as good as nothing. */
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

/** The columns that a person wants to see of a table, and how to change that. At least one is always shown. */
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
