import { constants } from '#rules/constants.ts'
import { isAtLeast } from '#rules/people/levels.ts'
import type { Viewer } from '#rules/people/people.ts'

/** The numbers that the API uses. */
export const invoiceStatuses = { Pending: 0, Paid: 1, PastDue: 2, Void: 3 } as const
export type InvoiceStatus = (typeof invoiceStatuses)[keyof typeof invoiceStatuses]

const { Pending, Paid, PastDue, Void } = invoiceStatuses

const shown = {
  [Pending]: { label: 'Pending', color: 'yellow' },
  [Paid]: { label: 'Paid', color: 'green' },
  [PastDue]: { label: 'Past Due', color: 'red' },
  [Void]: { label: 'Void', color: 'gray' },
} as const satisfies Record<InvoiceStatus, { label: string; color: string }>

/** The label and colour of a status. */
export const invoiceStatusShown = (status: InvoiceStatus) => shown[status]

/** '00418' for 418. */
export const invoiceNumberText = (number: number): string =>
  String(number).padStart(constants.invoiceNumberDigits, '0')

export const paymentTerms = 'Upon Receipt'

/** The currency of every amount on an invoice, in the payment service's spelling. */
export const invoiceCurrency = 'usd'

/** '33 h 15 min', '40 h 00 min', '45 min'. */
export function timeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours ? `${hours} h ${String(rest).padStart(2, '0')} min` : `${rest} min`
}

export interface InvoiceFacts {
  organization_id: string
  status: InvoiceStatus
  /** Another invoice has taken over its sessions. */
  isReissued: boolean
}

/** An OrgAdmin sees their own organization's invoices, Admin and above see all, nobody else sees any. */
export const isInvoiceInScope = (viewer: Viewer, organizationId: string): boolean =>
  isAtLeast(viewer.privs, 'Admin') ||
  (isAtLeast(viewer.privs, 'OrgAdmin') && viewer.organizationId === organizationId)

export const isPayable = (status: InvoiceStatus): boolean => status === Pending || status === PastDue

export interface InvoiceAbilities {
  changeStatus: boolean
  reissue: boolean
  pay: boolean
}

/** The viewer's abilities on an invoice in their scope (docs/rules.md §8). */
export function invoiceAbilities(viewer: Viewer, { status, isReissued }: InvoiceFacts): InvoiceAbilities {
  const isAdmin = isAtLeast(viewer.privs, 'Admin')
  return {
    changeStatus: isAdmin && !isReissued,
    // A paid invoice is not billed again. After a refund it has to be set to void first.
    reissue: isAdmin && !isReissued && status !== Paid,
    pay: isPayable(status),
  }
}

/** The statuses that it may change to: every other one, unless another invoice has taken over its sessions. */
export const statusesAfter = ({
  status,
  isReissued,
}: Pick<InvoiceFacts, 'status' | 'isReissued'>): InvoiceStatus[] =>
  isReissued ? [] : Object.values(invoiceStatuses).filter((other) => other !== status)
