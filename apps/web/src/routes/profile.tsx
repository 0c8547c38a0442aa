import { NotHereYet } from '../ui/not-here-yet.tsx'

export const ProfilePage = () => <NotHereYet title="Profile" />
