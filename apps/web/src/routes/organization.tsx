import { organizationQuery } from '#features/organizations/organization-queries.ts'
import { OrganizationInvoices } from '#features/billing/organization-invoices.tsx'
import { AggregatesSection } from '#features/assessment/progress/aggregates-section.tsx'
import type { Prefetch } from './page-routes.ts'
import { useParams } from '@tanstack/react-router'
import { OrganizationScreen } from '#features/organizations/organization-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'

export function OrganizationPage() {
  const { organizationId } = useParams({ from: '/signed-in/shell/organization/$organizationId' })
  const { data: me } = useMe()
  return (
    me && (
      <OrganizationScreen
        id={organizationId}
        me={me}
        invoices={<OrganizationInvoices organizationId={organizationId} />}
        clients={<AggregatesSection organizationId={organizationId} />}
        notFound={<NotFoundPage />}
      />
    )
  )
}

export const prefetch: Prefetch = ({ client, params: { organizationId = '' } }) =>
  client.prefetchQuery(organizationQuery(organizationId))
