import { NotHereYet } from '../ui/not-here-yet.tsx'

export const SessionCompletionPage = () => <NotHereYet title="Call ended" />
