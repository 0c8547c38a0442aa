import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetcherOf, type LiveRule } from './refetch.ts'

/** Refetches a feature's queries when a notice concerns them. The rule must be one of the feature's constants. */
export function useLiveRefetch(rule: LiveRule): void {
  const client = useQueryClient()
  useEffect(() => refetcherOf(client).follow(rule), [client, rule])
}
