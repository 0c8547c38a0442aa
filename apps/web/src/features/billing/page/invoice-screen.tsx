import type { Invoice } from '@parley/contract/billing.ts'
import type { OwnProfile } from '@parley/contract/identity.ts'
import { invoiceWords } from '@parley/contract/rules/billing/invoice-words.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLiveRefetch } from '#platform/live/refetch.ts'
import { usePageName } from '#ui/page/page-heading.tsx'
import { isNotThere } from '#platform/server/api-problem.ts'
import { useIsPrinting, PrintSheet } from '#platform/printing.tsx'
import { LoadFailure } from '#ui/page/load-failure.tsx'
import { Skeleton } from '#ui/display/loading.tsx'
import { invoiceQuery, invoiceRule } from '#features/billing/invoice-queries.ts'
import { InvoicePaper } from './invoice-paper.tsx'
import { InvoiceSide } from './invoice-side.tsx'

interface InvoiceScreenProps {
  id: string
  me: OwnProfile
  /** Shown if the invoice does not exist for the viewer. */
  notFound: ReactNode
}

/** One invoice as on paper, with its actions beside it. */
export function InvoiceScreen({ id, me, notFound }: InvoiceScreenProps) {
  const answer = useQuery(invoiceQuery(id))
  useLiveRefetch(invoiceRule)
  if (answer.data) return <WholeInvoice invoice={answer.data} me={me} />
  if (answer.isPending) return <InvoiceSkeleton />
  if (isNotThere(answer.error)) return notFound
  return (
    <LoadFailure
      title="Something went wrong."
      error={answer.error}
      isRetrying={answer.isFetching}
      onRetry={() => void answer.refetch()}
    />
  )
}

function WholeInvoice({ invoice, me }: { invoice: Invoice; me: OwnProfile }) {
  usePageName(`Invoice ${invoiceWords(invoice).number}`)
  const isPrinting = useIsPrinting()
  return (
    <>
      <Layout
        paper={<InvoicePaper key={invoice.id} invoice={invoice} me={me} />}
        side={<InvoiceSide key={invoice.id} invoice={invoice} me={me} />}
      />
      {isPrinting && (
        <PrintSheet>
          <InvoicePaper invoice={invoice} me={me} isPrinted />
        </PrintSheet>
      )}
    </>
  )
}

/** The actions are at the right of the paper, or above it if there is no room for both. */
const Layout = ({ paper, side }: { paper: ReactNode; side: ReactNode }) => (
  <div className="@container pb-8">
    <div className="grid gap-x-6 gap-y-6 @4xl:grid-cols-[minmax(0,1fr)_19rem] @5xl:gap-x-12 @5xl:grid-cols-[minmax(0,1fr)_19.5rem]">
      <div className="min-w-0 @4xl:order-2">{side}</div>
      <div className="min-w-0">{paper}</div>
    </div>
  </div>
)

const InvoiceSkeleton = () => (
  <div aria-busy="true">
    <span className="sr-only">Loading</span>
    <Layout paper={<Skeleton className="h-160 w-full" />} side={<Skeleton className="h-48 w-full" />} />
  </div>
)
