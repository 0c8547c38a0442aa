import { NotHereYet } from '../ui/not-here-yet.tsx'

export const SessionsPage = () => <NotHereYet title="Session Management" />
