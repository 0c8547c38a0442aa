import { NotHereYet } from '../ui/not-here-yet.tsx'

export const InvoicePage = () => <NotHereYet title="Invoice" />
