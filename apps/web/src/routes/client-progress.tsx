import { useParams } from '@tanstack/react-router'
import { progressQuery } from '#features/assessment/progress/progress-queries.ts'
import { ProgressScreen } from '#features/assessment/progress/progress-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'
import type { Prefetch } from './page-routes.ts'

export function ClientProgressPage() {
  const { personId } = useParams({ from: '/signed-in/shell/clients/$personId/progress' })
  const { data: me } = useMe()
  return me && <ProgressScreen key={personId} userId={personId} me={me} notFound={<NotFoundPage />} />
}

export const prefetch: Prefetch = ({ client, params: { personId = '' } }) =>
  client.prefetchQuery(progressQuery(personId))
