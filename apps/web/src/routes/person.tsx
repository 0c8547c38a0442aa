import { getProfile } from '@parley/contract/people.ts'
import { useParams } from '@tanstack/react-router'
import { ProgressSection } from '#features/assessment/progress/progress-section.tsx'
import { PersonScreen } from '#features/people/page/person-screen.tsx'
import { personSessionsQuery } from '#features/sessions/sessions.ts'
import { queryOf } from '#platform/server/queries.ts'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'
import type { Prefetch } from './page-routes.ts'

export function ClientPage() {
  const { personId } = useParams({ from: '/signed-in/shell/clients/$personId' })
  return <PersonPage kind="client" id={personId} />
}

export function CoachPage() {
  const { personId } = useParams({ from: '/signed-in/shell/coaches/$personId' })
  return <PersonPage kind="coach" id={personId} />
}

function PersonPage({ kind, id }: { kind: 'client' | 'coach'; id: string }) {
  const { data: me } = useMe()
  if (!me) return null
  const progress = kind === 'client' && me.is_assessor && <ProgressSection userId={id} me={me} />
  return <PersonScreen key={id} {...{ kind, id, me, progress }} notFound={<NotFoundPage />} />
}

export const prefetch: Prefetch = ({ client, params: { personId = '' } }) =>
  Promise.all([
    client.prefetchQuery(queryOf(getProfile, { params: { id: personId } })),
    client.prefetchQuery(personSessionsQuery(personId, 'next')),
    client.prefetchQuery(personSessionsQuery(personId, 'past')),
  ])
