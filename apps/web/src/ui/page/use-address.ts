import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Address } from '#base/address.ts'

interface Step {
  /** Replaces the current entry of the history, so that Back does not come here. */
  replace?: boolean
  /** The user was already asked about unsaved input. */
  ignoreBlocker?: boolean
}

/** The current page's search params, and a function that changes some of them: undefined removes a param. */
export function useAddress(): [Address, (changes: Changes, step?: Step) => void] {
  const address: Address = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: Changes, step: Step = {}) =>
    void navigate({
      to: '.',
      search: (before: Address) => ({ ...before, ...changes }),
      resetScroll: false,
      // Keep the history state: it says where the page was opened from, even after something on it was opened and
      // closed.
      state: true,
      ...step,
    })
  return [address, change]
}

type Changes = { [K in keyof Address]?: Address[K] | undefined }
