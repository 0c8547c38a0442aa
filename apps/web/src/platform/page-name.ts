import { useEffect } from 'react'
import { createStore, useStore } from '#base/store.ts'

const present = createStore<string | undefined>(undefined)

/** Gives the page the name of what it shows, for the top bar, while the caller stands. */
export function usePageName(name: string): void {
  useEffect(() => {
    present.write(name)
    return () => present.write(undefined)
  }, [name])
}

/** What the page calls itself, if it knows better than the table of pages. */
export const usePresentPageName = (): string | undefined => useStore(present)
