import { NotHereYet } from '../ui/not-here-yet.tsx'

export const SessionJoinPage = () => <NotHereYet title="Device check" />
