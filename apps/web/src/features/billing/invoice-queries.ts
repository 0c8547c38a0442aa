import {
  exportInvoices,
  getInvoice,
  invoiceFile,
  invoiceHistory,
  invoiceSessions,
  listInvoices,
  payInvoice,
  previewInvoice,
  reissueInvoice,
  updateInvoice,
  type Invoice,
} from '@parley/contract/billing.ts'
import { invoiceNumberText, type InvoiceStatus } from '@parley/contract/rules/billing/invoices.ts'
import { useMutation, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { changesOf } from '#platform/changes/changes.ts'
import { urgencyFor, type LiveRule } from '#platform/live/refetch.ts'
import { messageOf } from '#platform/server/api-problem.ts'
import { request, send } from '#platform/server/api.ts'
import { queryOf } from '#platform/server/queries.ts'
import { saveFile } from '#ui/display/save-file.ts'
import { toast } from '#ui/overlay/toast.ts'

export const invoiceQuery = (id: string) => queryOf(getInvoice, { params: { id } })
export const previewQuery = (organizationId: string) =>
  queryOf(previewInvoice, { params: { id: organizationId } })
export const historyQuery = (id: string) => queryOf(invoiceHistory, { params: { id } })
export const sessionsQuery = (id: string, coachId: string) =>
  queryOf(invoiceSessions, { params: { id }, query: { coach_id: coachId } })

const showsInvoices = ({ queryKey: [path] }: { queryKey: QueryKey }): boolean =>
  path === listInvoices.path ||
  path === getInvoice.path ||
  path === invoiceSessions.path ||
  path === invoiceHistory.path

/** The invoices in a page's cache, with their optimistic updates. */
const invoiceCacheOf = (client: QueryClient) => changesOf<Invoice>(client, { shows: showsInvoices })

/** Settling a session changes the running month's preview, and issuing an invoice ends that month. */
export const invoiceRule: LiveRule = (notice, query, client) => {
  const isPreview = query.queryKey[0] === previewInvoice.path
  if (notice.kind === 'session' || notice.kind === 'sessions') return isPreview ? 'later' : undefined
  if (notice.kind !== 'invoice') return undefined
  if (isPreview) return 'later'
  if (!showsInvoices(query) || invoiceCacheOf(client).isUnderWay(notice.id)) return undefined
  return urgencyFor(query, notice)
}

/** Switches a status optimistically; a refusal undoes it and shows the reason. */
export function changeStatus(client: QueryClient, invoice: Invoice, status: InvoiceStatus): void {
  const { id } = invoice
  invoiceCacheOf(client)
    .change({
      row: invoice,
      apply: (row) => ({ ...row, status }),
      act: (signal) => request(updateInvoice, { params: { id }, body: { status } }, { signal }),
    })
    .catch((error: unknown) => toast.error("The status wasn't changed", messageOf(error)))
}

export function useReissue({ id, invoice_num }: Invoice, onDone: (made: Invoice) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request(reissueInvoice, { params: { id } }),
    onSuccess: async (made) => {
      await client.invalidateQueries({ predicate: showsInvoices })
      toast.success(`Re-issued as ${invoiceNumberText(made.invoice_num)}`)
      onDone(made)
    },
    onError: (error) => toast.error(`${invoiceNumberText(invoice_num)} wasn't re-issued`, messageOf(error)),
  })
}

/**
 * Opens an invoice's payment page in a tab of its own. The tab is opened inside the press, because browsers block a later
 * one as a pop-up, and is closed if there is no payment page.
 */
export function usePay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ invoice: { id }, tab }: { invoice: Invoice; tab: Window | null }) =>
      request(payInvoice, { params: { id } }).then(
        (address) => ({ id, tab, address }),
        (error: unknown) => {
          tab?.close()
          throw error
        },
      ),
    onSuccess: ({ id, tab, address }) => {
      if (!tab) location.assign(address)
      else tab.location.replace(address)
      void client.invalidateQueries({ queryKey: historyQuery(id).queryKey })
    },
    onError: (error) => toast.error(messageOf(error)),
  })
}

/** An empty tab that cannot reach ours. */
export function emptyTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}

/** Saves the PDF that the server draws. */
export const useInvoiceFile = () =>
  useMutation({
    mutationFn: async ({ id, invoice_num, organization }: Invoice) => ({
      name: `Invoice ${invoiceNumberText(invoice_num)} ${organization.displayName.replaceAll(/[/\\:]/g, ' ')}.pdf`,
      file: await (await send(invoiceFile, { params: { id } }, {})).blob(),
    }),
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => toast.error("Couldn't create the PDF", messageOf(error)),
  })

export const useInvoicesFile = (organizationId: string) =>
  useMutation({
    mutationFn: async () => (await send(exportInvoices, { params: { id: organizationId } }, {})).blob(),
    onSuccess: (file) => saveFile('invoices.csv', file),
    onError: (error) => toast.error("Couldn't create the file", messageOf(error)),
  })
