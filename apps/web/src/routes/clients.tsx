import { NotHereYet } from '../ui/not-here-yet.tsx'

export const ClientsPage = () => <NotHereYet title="Client Management" />
