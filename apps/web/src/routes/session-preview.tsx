import { NotHereYet } from '../ui/not-here-yet.tsx'

export const SessionPreviewPage = () => <NotHereYet title="Session" />
