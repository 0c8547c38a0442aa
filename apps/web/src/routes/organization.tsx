import { NotHereYet } from '../ui/not-here-yet.tsx'

export const OrganizationPage = () => <NotHereYet title="Organization" />
