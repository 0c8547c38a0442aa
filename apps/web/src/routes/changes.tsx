import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const ChangesPage = () => <NotHereYet title="Update Notes" />
