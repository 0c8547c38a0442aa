import type { privacy, terms } from '@parley/contract/content.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#platform/server/queries.ts'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { LegalText } from './legal-text.tsx'
import { LegalTextSkeleton } from './legal-text-skeleton.tsx'

/** /terms and /privacy: open to everybody. */
export function LegalScreen({ entry }: { entry: typeof terms | typeof privacy }) {
  const text = useQuery(queryOf(entry, {}))
  if (text.data) return <LegalText text={text.data} />
  if (text.isPending) return <LegalTextSkeleton />
  return <LoadFailure error={text.error} isRetrying={text.isFetching} onRetry={() => void text.refetch()} />
}
