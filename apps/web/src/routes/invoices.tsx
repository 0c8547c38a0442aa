import { NotHereYet } from '../ui/not-here-yet.tsx'

export const InvoicesPage = () => <NotHereYet title="Invoices" />
