import { isAtLeast } from '@parley/contract/rules/people/levels.ts'
import { Navigate } from '@tanstack/react-router'
import { organizationQuery } from '#features/organizations/organization-queries.ts'
import { organizationsQueryAt, OrganizationsScreen } from '#features/organizations/organizations-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'
import type { Prefetch } from './page-routes.ts'

/** Admin and above see the list; everybody else is redirected to their own organization. */
export function OrganizationsPage() {
  const { data: me } = useMe()
  if (!me) return null
  if (isAtLeast(me.privs, 'Admin')) return <OrganizationsScreen me={me} />
  if (me.organization_id === null) return <NotFoundPage />
  return (
    <Navigate to="/organization/$organizationId" params={{ organizationId: me.organization_id }} replace />
  )
}

export const prefetch: Prefetch = async ({ client, me, address }) => {
  if (isAtLeast(me.privs, 'Admin')) {
    await client.prefetchQuery(organizationsQueryAt(address))
  } else if (me.organization_id !== null) {
    await client.prefetchQuery(organizationQuery(me.organization_id))
  }
}
