import { NotHereYet } from '../ui/not-here-yet.tsx'

export const DashboardPage = () => <NotHereYet title="Dashboard" />
