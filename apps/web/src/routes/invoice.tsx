import { useParams } from '@tanstack/react-router'
import { invoiceQuery } from '#features/billing/invoice-queries.ts'
import { InvoiceScreen } from '#features/billing/page/invoice-screen.tsx'
import { useMe } from '#platform/sign-in/sign-in.ts'
import { NotFoundPage } from './not-found.tsx'
import type { Prefetch } from './page-routes.ts'

export function InvoicePage() {
  const { invoiceId } = useParams({ from: '/signed-in/shell/invoice/$invoiceId' })
  const { data: me } = useMe()
  return me && <InvoiceScreen id={invoiceId} me={me} notFound={<NotFoundPage />} />
}

export const prefetch: Prefetch = ({ client, params: { invoiceId = '' } }) =>
  client.prefetchQuery(invoiceQuery(invoiceId))
