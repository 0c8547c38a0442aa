import { NotHereYet } from '../ui/not-here-yet.tsx'

export const OrganizationsPage = () => <NotHereYet title="Organization Management" />
