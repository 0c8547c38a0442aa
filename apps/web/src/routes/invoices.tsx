import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const InvoicesPage = () => <NotHereYet title="Invoices" />
