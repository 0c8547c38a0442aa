import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Address } from '#base/address.ts'

interface Step {
  /** The step takes the place of the last one, so that Back does not come here. */
  replace?: boolean
  /** Unsaved input was asked about already. */
  ignoreBlocker?: boolean
}

/** The present page's address, and how a part of it changes. What is undefined goes out of it. */
export function useAddress(): [Address, (changes: Changes, step?: Step) => void] {
  const address: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Changes, step: Step = {}) =>
    void navigate({
      to: '.',
      search: (before: Address) => ({ ...before, ...changes }),
      resetScroll: false,
      // Where the page was opened from is still known when something on it was opened and closed.
      state: true,
      ...step,
    })
  return [address, change]
}

type Changes = { [K in keyof Address]?: Address[K] | undefined }
