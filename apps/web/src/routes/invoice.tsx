import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const InvoicePage = () => <NotHereYet title="Invoice" />
