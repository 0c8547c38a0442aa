import { constants } from './constants.ts'
import { isAtLeast } from './levels.ts'
import type { Viewer } from './people.ts'

/** The numbers of the wire. */
export const invoiceStatuses = { Pending: 0, Paid: 1, PastDue: 2, Void: 3 } as const
export type InvoiceStatus = (typeof invoiceStatuses)[keyof typeof invoiceStatuses]

const { Pending, Paid, PastDue, Void } = invoiceStatuses

const shown = {
  [Pending]: { label: 'Pending', color: 'yellow' },
  [Paid]: { label: 'Paid', color: 'green' },
  [PastDue]: { label: 'Past Due', color: 'red' },
  [Void]: { label: 'Void', color: 'gray' },
} as const satisfies Record<InvoiceStatus, { label: string; color: string }>

/** A status in words and in the colour of its meaning. */
export const invoiceStatusShown = (status: InvoiceStatus) => shown[status]

/** '00418' for 418. */
export const invoiceNumberText = (number: number): string =>
  String(number).padStart(constants.invoiceNumberDigits, '0')

export const paymentTerms = 'Upon Receipt'

/** Of every amount on an invoice, as the payment service names it. */
export const invoiceCurrency = 'usd'

/** '33 h 15 min', '40 h 00 min', '45 min'. */
export function timeText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours ? `${hours} h ${String(rest).padStart(2, '0')} min` : `${rest} min`
}

export interface InvoiceFacts {
  organization_id: string
  status: InvoiceStatus
  /** Another invoice has taken its sessions over. */
  isReissued: boolean
}

/** OrgAdmin sees the own organization's invoices, Admin and above all, and nobody else any. */
export const isInvoiceInScope = (viewer: Viewer, organizationId: string): boolean =>
  isAtLeast(viewer.privs, 'Admin') ||
  (isAtLeast(viewer.privs, 'OrgAdmin') && viewer.organizationId === organizationId)

export const isPayable = (status: InvoiceStatus): boolean => status === Pending || status === PastDue

export interface InvoiceAbilities {
  changeStatus: boolean
  reissue: boolean
  pay: boolean
}

/** What the viewer may do to an invoice that they see (docs/rules.md §8). */
export function invoiceAbilities(viewer: Viewer, { status, isReissued }: InvoiceFacts): InvoiceAbilities {
  const isAdmin = isAtLeast(viewer.privs, 'Admin')
  return {
    changeStatus: isAdmin && !isReissued,
    // What is paid is not asked for again; whoever was given the money back has it void first.
    reissue: isAdmin && !isReissued && status !== Paid,
    pay: isPayable(status),
  }
}

/** The statuses into which it may be switched: every other one, until its sessions stand on another invoice. */
export const statusesAfter = ({
  status,
  isReissued,
}: Pick<InvoiceFacts, 'status' | 'isReissued'>): InvoiceStatus[] =>
  isReissued ? [] : Object.values(invoiceStatuses).filter((other) => other !== status)
