import { useMemo, useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** Returns `next`, but reuses every part of `before` that is deeply equal in its place: React does not redraw that part. */
export function keepEqual<T>(before: T, next: T): T {
  if (Object.is(before, next) || !isPlain(before) || !isPlain(next)) return next
  const keys = Object.keys(next)
  const entries = keys.map(
    (key) => [key, keepEqual(Reflect.get(before, key), Reflect.get(next, key))] as const,
  )
  const isEqual =
    keys.length === Object.keys(before).length &&
    Array.isArray(before) === Array.isArray(next) &&
    entries.every(([key, value]) => key in before && Object.is(Reflect.get(before, key), value))
  if (isEqual) return before
  return (Array.isArray(next) ? entries.map(([, value]) => value) : Object.fromEntries(entries)) as T
}

const isPlain = (value: unknown): value is object => {
  const kind: unknown = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined
  return kind === Object.prototype || kind === Array.prototype
}

/** Reads a part of a store. The reference stays the same while that part is deeply equal. */
function sliceReader<T, S>(read: () => T, pick: (value: T) => S): () => S {
  let last = pick(read())
  return () => {
    last = keepEqual(last, pick(read()))
    return last
  }
}

/** A part of a store's value. Redraws only when that part changes. `pick` must be the same function on every render. */
export function useSlice<T, S>({ watch, read }: Store<T>, pick: (value: T) => S): S {
  const readSlice = useMemo(() => sliceReader(read, pick), [read, pick])
  return useSyncExternalStore(watch, readSlice, readSlice)
}
