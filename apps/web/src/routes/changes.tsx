import { NotHereYet } from '../ui/not-here-yet.tsx'

export const ChangesPage = () => <NotHereYet title="Update Notes" />
