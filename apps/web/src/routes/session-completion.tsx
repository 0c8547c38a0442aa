import { NotHereYet } from '#ui/page/not-here-yet.tsx'

export const SessionCompletionPage = () => <NotHereYet title="Call ended" />
