import { useEffect } from 'react'
import { createStore, useStore } from '#base/store.ts'

const present = createStore<string | undefined>(undefined)

/** Shows `name` as the page's name in the top bar while the caller is mounted. */
export function usePageName(name: string): void {
  useEffect(() => {
    present.write(name)
    return () => present.write(undefined)
  }, [name])
}

/** The name that the page gives itself, if it knows a better one than the table of pages. */
export const usePresentPageName = (): string | undefined => useStore(present)
