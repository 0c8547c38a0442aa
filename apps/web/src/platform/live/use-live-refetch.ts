import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refetcherOf, type LiveRule } from './refetch.ts'

/** Has what a feature shows asked for again when a notice concerns it. The rule is one of the feature's constants. */
export function useLiveRefetch(rule: LiveRule): void {
  const client = useQueryClient()
  useEffect(() => refetcherOf(client).follow(rule), [client, rule])
}
