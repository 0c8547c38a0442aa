import { useParams } from '@tanstack/react-router'
import { invoicesQueryAt, InvoicesScreen } from '#features/billing/list/invoices-screen.tsx'
import { NotFoundPage } from './not-found.tsx'
import type { Prefetch } from './page-routes.ts'

export function InvoicesPage() {
  const { organizationId } = useParams({ from: '/signed-in/shell/organization/$organizationId/invoices' })
  return <InvoicesScreen organizationId={organizationId} notFound={<NotFoundPage />} />
}

export const prefetch: Prefetch = ({ client, params: { organizationId = '' }, address }) =>
  client.prefetchQuery(invoicesQueryAt(organizationId, address))
