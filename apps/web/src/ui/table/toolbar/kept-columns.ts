import { useMemo, useSyncExternalStore } from 'react'
import type { Column } from '#ui/table/columns.ts'

// Which columns a person wants is theirs and this browser's, so it does not travel with a link.
const key = 'parley.columns'
const watchers = new Set<() => void>()

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    removeEventListener('storage', watcher)
  }
}

const readKept = (): string => localStorage.getItem(key) ?? '{}'

/** Per table the columns that are shown. What cannot be read is as good as nothing. */
function parseKept(text: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text)
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}

function keep(table: string, ids: readonly string[]): void {
  localStorage.setItem(key, JSON.stringify({ ...parseKept(readKept()), [table]: ids }))
  for (const watcher of watchers) watcher()
}

/** The columns that a person wants to see of a table, and how to change that. At least one is always shown. */
export function useKeptColumns<Row>(table: string, columns: readonly Column<Row>[]) {
  const text = useSyncExternalStore(watch, readKept)
  const kept = useMemo(() => parseKept(text)[table], [text, table])
  const wanted = Array.isArray(kept) ? columns.filter(({ id }) => kept.includes(id)) : []
  const usual = columns.filter(({ menu }) => menu?.isHidden !== true)
  return {
    shown: wanted.length > 0 ? wanted : usual,
    show: (ids: readonly string[]) => keep(table, ids),
  }
}
